import { newId } from '../../kit/id.ts';
import type * as audit from '../audit/public.ts';
import { settle } from './event.actions.ts';
import { insertEvent, listEvents } from './event.sql.ts';
import { latest } from './rules.ts';

/** A payment of a subscription was given back, which cancels it as of then. The caller has locked the user. */
export async function cancelRefunded(
  ctx: audit.ActCtx,
  subscription: { readonly id: string; readonly userId: string },
  occurredAt: Date,
): Promise<void> {
  const events = await listEvents(ctx.tx, subscription);
  const before = latest(events.filter((event) => event.occurredAt <= occurredAt)) ?? latest(events);
  if (!before || before.type === 'canceled' || before.type === 'expired') return;
  const event = {
    ...before,
    id: newId(),
    type: 'canceled',
    occurredAt,
    transactionId: null,
    autoRenew: false,
  } as const;
  const isNew = await insertEvent(ctx.tx, subscription, event, { isPaid: false, bonusCoins: 0 }, ctx.now);
  if (isNew) await settle(ctx, subscription, event, 0);
}
