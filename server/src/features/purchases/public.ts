export { purchasesSource } from './history.ts';
export type { CompletedPurchase, PurchasePorts } from './ports.ts';
export { planRefund, type RefundPlan } from './rules.ts';
export { showTransaction, Transaction } from './schema.ts';
export { paymentsSource } from './source.ts';
export { findTransaction, type TransactionRow } from './sql.ts';
