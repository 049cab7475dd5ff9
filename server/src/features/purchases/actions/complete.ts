import type { Tx } from '../../../kit/db/database.ts';
import { newId } from '../../../kit/id.ts';
import * as audit from '../../audit/public.ts';
import * as ledger from '../../ledger/public.ts';
import { findPackageBySku } from '../../store/public.ts';
import type { Verdict } from '../../system/public.ts';
import type { PurchasePorts } from '../ports.ts';
import { usdCentsOf } from '../rules.ts';
import type { PurchaseData } from '../schema.ts';
import { completeTransaction, insertTransaction, type NewTransaction, type TransactionRow } from '../sql.ts';
import { matchPayment, unmatched } from './match.ts';
import { applyWaitingRefunds } from './refund.ts';

/** What is bought: as it was when it was announced, or as it is now. */
export interface Terms {
  readonly packageId: string | null;
  readonly coinsGranted: number;
  readonly bonusCoins: number;
  readonly priceUsdCents: number;
}

/** A package that is paused is still paid for. */
export async function findTerms(
  tx: Tx,
  payment: TransactionRow | undefined,
  productId: string,
): Promise<Terms | undefined> {
  if (payment) {
    const { packageId, coinsGranted, bonusCoins, amountUsdCents, expectedUsdCents } = payment;
    return { packageId, coinsGranted, bonusCoins, priceUsdCents: expectedUsdCents ?? amountUsdCents };
  }
  const found = await findPackageBySku(tx, productId);
  return (
    found && {
      packageId: found.id,
      coinsGranted: found.coins,
      bonusCoins: found.bonusCoins,
      priceUsdCents: found.priceCents,
    }
  );
}

/** What was paid, and what should have been where that is something else. */
export function amountsOf(data: PurchaseData, { priceUsdCents }: Terms) {
  const { amountCents, currency } = data;
  const amountUsdCents = usdCentsOf(data, priceUsdCents);
  const expectedUsdCents = amountUsdCents === priceUsdCents ? null : priceUsdCents;
  return { amountCents, currency, amountUsdCents, expectedUsdCents };
}

/** A payment has gone through: it is credited, once, to whomever it is of, in whatever state they are. */
export async function complete(
  ctx: audit.ActCtx,
  ports: PurchasePorts,
  rail: string,
  data: PurchaseData,
): Promise<Verdict> {
  const match = await matchPayment(ctx, rail, data);
  if ('outcome' in match) return match;
  const { user, payment } = match;
  if (payment && payment.status !== 'pending') return { outcome: 'ignored', detail: 'it was completed before' };
  const terms = await findTerms(ctx.tx, payment, data.productId);
  if (!terms) return unmatched('no package has this productId');
  const { productId, transactionId } = data;
  const { packageId, coinsGranted, bonusCoins } = terms;
  const completed: NewTransaction = {
    ...{ id: payment?.id ?? newId(), kind: 'coin_pack', userId: user.id, platform: rail, productId, transactionId },
    ...{ packageId, subscriptionId: null, coinsGranted, bonusCoins, ...amountsOf(data, terms) },
    region: data.region?.toUpperCase() ?? payment?.region ?? user.countryCode,
    ...{ status: 'completed', failureReason: null, failedAt: null, eventId: newId() },
  };
  if (payment) await completeTransaction(ctx.tx, payment, { ...completed, transactionId }, ctx.now);
  else if (!(await insertTransaction(ctx.tx, completed, ctx.now))) {
    return unmatched('this transactionId is of another user or product');
  }
  await credit(ctx, completed);
  await ports.useMultiplier(ctx, { userId: user.id, transactionId: completed.id, coins: coinsGranted });
  await recordCompletion(ctx, completed);
  await applyWaitingRefunds(ctx, completed);
  return { outcome: 'applied' };
}

async function credit(ctx: audit.ActCtx, { userId, id, platform, transactionId, ...row }: NewTransaction) {
  const { outcome } = await ledger.move(ctx, {
    ...{ userId, reason: 'iap', refType: 'purchase', refId: id, key: `purchase:${platform}:${transactionId}` },
    ...(row.eventId !== null && { eventId: row.eventId }),
    paid: { amount: row.coinsGranted, counter: `source_iap_${platform}` },
    bonus: { amount: row.bonusCoins, counter: 'source_bonus' },
  });
  // The payment was not there before, so its coins can not have been.
  if (outcome !== 'posted') throw new Error(`the coins of purchase ${id} were ${outcome}`);
}

async function recordCompletion(ctx: audit.ActCtx, row: NewTransaction): Promise<void> {
  const { id, userId, platform, productId, coinsGranted, bonusCoins, amountCents, currency, expectedUsdCents } = row;
  const after = { status: 'completed', userId, platform, productId, coinsGranted, bonusCoins, amountCents, currency };
  await audit.record(ctx, {
    action: 'purchase.complete',
    target: { type: 'purchase', id },
    after,
    ...(expectedUsdCents !== null && { flags: { amount_differs: true } }),
  });
}
