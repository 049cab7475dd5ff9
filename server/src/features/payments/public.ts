import type { Db } from '../../kit/db/database.ts';
import type { TimeCursor } from '../../kit/page.ts';
import { listTransactionsBefore } from './sql.ts';

export { completeByHand } from './actions/complete-by-hand.ts';
export { planWithBalances, reverseCredit } from './actions/refund.ts';
export { createRails, neutralRails, type PaymentRails } from './gateways.ts';
export type { PaymentInbox, ProviderMessages } from './inbox.ts';
export {
  findListedTransaction,
  type ListedTransactionRow,
  listTransactionsOfAll,
  sumTransactions,
  type TransactionFilters,
  transactionsCsv,
} from './list.sql.ts';
export type { CompletedPurchase, MultiplierBonus, ProviderRefund, PurchasePorts } from './ports.ts';
export { listQuestions } from './questions.sql.ts';
export { findPromoCoins } from './refunds.sql.ts';
export { planRefund, type RefundPlan, sourceOfRail, transactionKinds, transactionStatuses } from './rules.ts';
export { Transaction } from './schema.ts';
export { paymentSources, paymentsSource } from './source.ts';
export {
  countDisputes,
  countPaymentsByHour,
  findPurchase,
  findTransaction,
  lastPaymentColumns,
  listPurchases,
  paymentsJson,
  type TransactionRow,
} from './sql.ts';

/** Purchases in the timeline of a user. */
export const purchasesSource = {
  type: 'purchase',
  permission: 'payments:read',
  async list(db: Db, userId: string, before: TimeCursor, limit: number) {
    const rows = await listTransactionsBefore(db, userId, before, limit);
    return rows.map(({ id, createdAt: at, productId: title, ...row }) => {
      const { kind, platform, status, failureReason, amountCents, currency, refundedCents } = row;
      const { coinsGranted, bonusCoins, environment, isFamilyShared, disputedAt, disputeClosedAt } = row;
      const isDisputed = disputedAt !== null && disputeClosedAt === null && status === 'completed';
      const paid = { kind, platform, status, failureReason, amountCents, currency, refundedCents };
      return {
        id,
        at,
        type: 'purchase',
        title,
        data: { ...paid, coinsGranted, bonusCoins, environment, isFamilyShared, isDisputed },
      };
    });
  },
} as const;
