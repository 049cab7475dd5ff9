import { newId } from '../../kit/id.ts';
import type * as audit from '../audit/public.ts';
import { applyEvents } from './event.actions.ts';
import { insertRefundEvent, listEvents } from './event.sql.ts';
import { isPaid, latest } from './rules.ts';

export interface RefundedPayment {
  /** What the rail calls the payment. */
  readonly transactionId: string;
  readonly occurredAt: Date;
  readonly isWhole: boolean;
}

/**
 * A payment of a subscription was refunded, which turns its renewal off. A whole refund also ends the period that the
 * payment was for, and no other. The caller has locked the user.
 */
export async function cancelRefunded(
  ctx: audit.AuditCtx,
  subscription: { readonly id: string; readonly userId: string },
  { transactionId, occurredAt, isWhole }: RefundedPayment,
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
    isWholeRefund: isWhole,
  } as const;
  const id = await insertRefundEvent(ctx.tx, subscription, event, ctx.now);
  if (id !== undefined) await applyEvents(ctx, subscription, { ...event, id }, 0);
}
