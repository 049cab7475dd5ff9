import type * as audit from '../audit/public.ts';
import * as ledger from '../ledger/public.ts';
import { listPaidSince, moveToReversed, type PaidUnlock } from './reversal.sql.ts';

export interface Reversal {
  readonly userId: string;
  /** Only what was unlocked since. */
  readonly since: Date;
  /** How many coins are wanted back; the newest unlocks are reversed until they are together. */
  readonly coins: number;
  /** The purchase whose coins are wanted back. */
  readonly purchaseId: string;
  /** Names it in the ledger, so that the coins come back once. */
  readonly key: string;
}

/** Takes unlocks back: the episodes are closed again, and their coins return to the wallets that they came from. */
export async function reverse(ctx: audit.AuditCtx, { userId, since, coins, ...by }: Reversal): Promise<PaidUnlock[]> {
  const reversed = await listPaidSince(ctx.tx, userId, since, coins);
  if (reversed.length === 0) return [];
  const changes = await ledger.listChanges(
    ctx.tx,
    userId,
    reversed.map(({ eventId }) => eventId),
  );
  const spent = (wallet: 'paid' | 'bonus') =>
    reversed.reduce((sum, { eventId }) => sum - (changes.get(eventId)?.[wallet] ?? 0), 0);
  const { eventId } = await ledger.move(ctx, {
    userId,
    reason: 'unlock_reversal',
    refType: 'purchase',
    refId: by.purchaseId,
    key: by.key,
    paid: { amount: spent('paid'), counter: 'sink_unlock' },
    bonus: { amount: spent('bonus'), counter: 'sink_unlock' },
  });
  if (eventId === null) throw new Error('unlocks that were paid for have no coins to put back');
  const ids = reversed.map(({ id }) => id);
  await moveToReversed(ctx.tx, userId, ids, eventId, ctx.now);
  return reversed;
}
