import type * as audit from '../audit/public.ts';
import * as ledger from '../ledger/public.ts';
import { listPaidSince, moveToReversed, type PaidUnlock } from './reversal.sql.ts';

/** Unlocks to take back, and the coins that return to each wallet. */
export interface Reversal {
  readonly unlocks: readonly PaidUnlock[];
  readonly paid: number;
  readonly bonus: number;
}

export const nothingReversed: Reversal = { unlocks: [], paid: 0, bonus: 0 };

/** The newest unlocks since a moment that together cost at least so many coins. The caller has locked the user. */
export async function planReversal(
  { tx }: Pick<audit.AuditCtx, 'tx'>,
  { userId, since, coins }: { readonly userId: string; readonly since: Date; readonly coins: number },
): Promise<Reversal> {
  const unlocks = await listPaidSince(tx, userId, since, coins);
  const changes = await ledger.listChanges(
    tx,
    userId,
    unlocks.map(({ eventId }) => eventId),
  );
  const spent = (wallet: 'paid' | 'bonus') =>
    unlocks.reduce((sum, { eventId }) => sum - (changes.get(eventId)?.[wallet] ?? 0), 0);
  return { unlocks, paid: spent('paid'), bonus: spent('bonus') };
}

/** The part of an operation by which the coins of unlocks return to the wallets that they came from. */
export const reversalPart = ({ paid, bonus }: Reversal): ledger.Part => ({
  reason: 'unlock_reversal',
  paid: { amount: paid, counter: 'sink_unlock' },
  bonus: { amount: bonus, counter: 'sink_unlock' },
});

/** Locks the episodes again, once the coins are posted. */
export async function reverse(
  { tx, now }: Pick<audit.AuditCtx, 'tx' | 'now'>,
  userId: string,
  { unlocks }: Reversal,
  eventId: string | null,
): Promise<void> {
  if (unlocks.length === 0) return;
  if (eventId === null) throw new Error('unlocks that were paid for have no coins to return');
  const ids = unlocks.map(({ id }) => id);
  await moveToReversed(tx, userId, ids, eventId, now);
}
