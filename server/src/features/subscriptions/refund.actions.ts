import { newId } from '../../kit/id.ts';
import type * as audit from '../audit/public.ts';
import { applyEvents } from './event.actions.ts';
import { insertEvent, listEvents } from './event.sql.ts';
import { isPaid, latest, type SubscriptionEvent } from './rules.ts';

/**
 * A payment of a subscription was given back, which cancels it as of then. Where all of it was, the period ends then, too.
 * The caller has locked the user.
 */
export async function cancelRefunded(
  ctx: audit.AuditCtx,
  subscription: { readonly id: string; readonly userId: string },
  occurredAt: Date,
  { isWhole }: { readonly isWhole: boolean },
): Promise<void> {
  const events = await listEvents(ctx.tx, subscription);
  const before = latest(events.filter(({ periodStart }) => periodStart <= occurredAt)) ?? latest(events);
  if (!before || before.type === 'expired' || (before.type === 'canceled' && !isWhole)) return;
  const event = {
    ...before,
    ...(isWhole && !isRenewedAhead(events, before, occurredAt) && periodUntil(before, occurredAt)),
    id: newId(),
    type: 'canceled',
    transactionId: null,
    autoRenew: false,
    // Whatever else is known of the period, it is canceled.
    occurredAt: occurredAt > before.occurredAt ? occurredAt : justAfter(before.occurredAt),
  } as const;
  const isNew = await insertEvent(ctx.tx, subscription, event, { isPaid: false, bonusCoins: 0 }, ctx.now);
  if (isNew) await applyEvents(ctx, subscription, event, 0);
}

const justAfter = (moment: Date): Date => new Date(moment.getTime() + 1);
const justBefore = (moment: Date): Date => new Date(moment.getTime() - 1);

/** Then it is the period to come that was paid back, and the one that runs is still paid for. */
const isRenewedAhead = (events: readonly SubscriptionEvent[], running: SubscriptionEvent, at: Date): boolean =>
  running.periodStart <= at &&
  events.some((event) => isPaid(event) && event.occurredAt <= at && event.periodStart > at);

/** What is left of a period, which is hardly anything where it has not begun. */
const periodUntil = ({ periodStart, periodEnd }: SubscriptionEvent, at: Date) => ({
  periodStart: periodStart < at ? periodStart : justBefore(at),
  periodEnd: periodEnd < at ? periodEnd : at,
});
