import type * as audit from '../audit/public.ts';
import * as ledger from '../ledger/public.ts';
import { listPaid } from './event.sql.ts';
import { isPaid, type SubscriptionEvent } from './rules.ts';

interface Owned {
  readonly id: string;
  readonly userId: string;
}

/** The coins that an event's period brings, and what to call them in the ledger. */
export interface Bonus {
  /** None where they were credited before. */
  readonly due: number;
  /** Those that were credited when the period was told of without its payment, which this event names. */
  readonly earlier: number;
  readonly key: string;
}

/**
 * Bonus coins come once for each paid period, whatever tells of it, and again where a payment of its own changes the
 * product within the period.
 */
export async function bonusOf(
  { tx }: audit.AuditCtx,
  subscription: Owned,
  event: SubscriptionEvent,
  { bonusCoins, source }: { readonly bonusCoins: number; readonly source: string },
): Promise<Bonus> {
  const { periodStart, productId, transactionId } = event;
  const known = await listPaid(tx, subscription, event);
  const inPeriod = known.filter((other) => other.periodStart.getTime() === periodStart.getTime());
  const own = inPeriod.filter((other) => transactionId === null || other.productId === productId);
  const isCounted = transactionId !== null && known.some((other) => other.transactionId === transactionId);
  const isUnnamed = transactionId !== null && !isCounted && own.every((other) => other.transactionId === null);
  const [first] = inPeriod;
  const key = `subscription:${source}:${periodStart.toISOString()}`;
  return {
    due: isPaid(event) && !isCounted && own.length === 0 ? bonusCoins : 0,
    earlier: isUnnamed ? own.reduce((sum, other) => sum + other.bonusCoins, 0) : 0,
    key: first && first.productId !== productId ? `${key}:${productId}` : key,
  };
}

/** Credits them, or finds that they were, and answers the event of the ledger. */
export async function credit(ctx: audit.AuditCtx, { id, userId }: Owned, amount: number, key: string) {
  if (amount === 0) return null;
  const cause = { userId, reason: 'subscription_bonus', refType: 'subscription', refId: id, key };
  const { eventId } = await ledger.move(ctx, { ...cause, bonus: { amount, counter: 'source_bonus' } });
  return eventId;
}
