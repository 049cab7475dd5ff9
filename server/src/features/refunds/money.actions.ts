import type { Tx } from '../../kit/db/database.ts';
import { invalidTransition, notFound, refuse } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { isId, parseMoment } from '../../kit/http/schema.ts';
import { enqueueMessage } from '../../kit/outbox.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import type { PaymentRails, PurchasePorts, TransactionRow } from '../payments/public.ts';
import { type MoneyState, moneyTopic } from './rules.ts';
import { findRefund, lockMoney, type MoneyRow, type RefundRow, updateMoney } from './sql.ts';

/** The rails whose providers can return money. */
export type MoneyRails = Pick<PaymentRails, 'providerOf'>;

/** Orders the money of an executed refund back, if the provider of its rail can return it. */
export async function orderMoney(
  { tx, now }: { readonly tx: Tx; readonly now: Date },
  rails: MoneyRails,
  refundId: string,
  { platform, transactionId }: TransactionRow,
): Promise<MoneyState> {
  if (transactionId === null || !rails.providerOf(platform)?.returnMoney) return 'none';
  await updateMoney(tx, refundId, { money: 'pending', reason: null, at: now });
  await enqueueMessage(tx, moneyTopic, { refundId }, now);
  return 'pending';
}

/** Stores what became of the money, with an audit entry. The refund is locked. */
export async function recordMoney(
  ctx: audit.AuditCtx,
  row: MoneyRow,
  money: MoneyState,
  { reason = null, at = ctx.now }: { readonly reason?: string | null; readonly at?: Date } = {},
): Promise<void> {
  await updateMoney(ctx.tx, row.id, { money, reason, at });
  const isUnconfirmed = money !== 'returned' && row.confirmedCents > 0;
  await audit.record(ctx, {
    action: 'refund.money',
    target: { type: 'refund', id: row.id },
    before: { money: row.money, ...(isUnconfirmed && { confirmedCents: row.confirmedCents }) },
    after: { money, ...(isUnconfirmed && { confirmedCents: 0 }), ...(reason !== null && { moneyReason: reason }) },
    ...(money === 'failed' && { flags: { money_failed: true } }),
  });
}

/** Orders money again that could not be returned. */
export async function retryMoney(ctx: Ctx<Admin>, id: string): Promise<RefundRow> {
  const row = (await lockMoney(ctx.tx, id)) ?? refuse(notFound);
  if (row.money !== 'failed') refuse(invalidTransition, { currentState: row.money, allowed: [] });
  await recordMoney(ctx, row, 'pending');
  await enqueueMessage(ctx.tx, moneyTopic, { refundId: id }, ctx.now);
  return (await findRefund(ctx.tx, id)) ?? refuse(notFound);
}

const clockToleranceMs = 60_000;

/** Applies a provider's report about money that was ordered. A refund that was returned may fail later. */
export const settleMoney: PurchasePorts['settleMoney'] = async (ctx, rail, { type, refundId, occurredAt, code }) => {
  const id = refundId.toLowerCase();
  const row = isId(id) ? await lockMoney(ctx.tx, id) : undefined;
  if (row?.platform !== rail || row.money === 'none') return { outcome: 'unmatched', detail: 'unknown_refund' };
  const money = type === 'refund.failed' ? 'failed' : 'returned';
  const at = parseMoment(occurredAt) ?? ctx.now;
  // A pending order has been placed just now by our clock, which may be ahead; what is older is about an order before it.
  const toleranceMs = row.money === 'pending' ? clockToleranceMs : 0;
  const isOutdated = row.moneyAt !== null && at.getTime() < row.moneyAt.getTime() - toleranceMs;
  if (row.money === money || isOutdated) return { outcome: 'ignored', detail: 'outdated' };
  await recordMoney(ctx, row, money, { reason: money === 'failed' ? (code ?? 'failed') : null, at });
  return { outcome: 'applied' };
};
