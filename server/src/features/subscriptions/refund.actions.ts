import { newId } from '../../kit/id.ts';
import type * as audit from '../audit/public.ts';
import { applyEvents } from './event.actions.ts';
import { insertRefundEvent, listEvents } from './event.sql.ts';
import { isPaid, latest } from './rules.ts';

export interface RefundedPayment {
  /** What the rail calls the payment. */
  readonly transactionId: string;
  readonly occurredAt: Date;
}

/**
 * A payment of a subscription was refunded in whole, which turns its renewal off and ends the period that the payment was
 * for, and no other. The caller has locked the user.
 */
export async function cancelRefunded(
  ctx: audit.AuditCtx,
  subscription: { readonly id: string; readonly userId: string },
  { transactionId, occurredAt }: RefundedPayment,
): Promise<void> {
  const events = await listEvents(ctx.tx, subscription);
  const payments = events.filter((event) => isPaid(event) && event.transactionId === transactionId);
  const payment = latest(payments) ?? latest(events);
  if (!payment) return;
  const event = {
    ...payment,
    id: newId(),
    type: 'canceled',
    transactionId: null,
    autoRenew: false,
    occurredAt,
    refundOf: transactionId,
    isWholeRefund: true,
  } as const;
  const id = await insertRefundEvent(ctx.tx, subscription, event, ctx.now);
  if (id !== undefined) await applyEvents(ctx, subscription, { ...event, id }, 0);
}
