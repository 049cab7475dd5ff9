import { busy, forAccepted } from '../../kit/batch-queue.ts';
import type { Tx } from '../../kit/db/database.ts';
import { notFound, type Refused, refusal } from '../../kit/errors.ts';
import type { BatchCtx } from '../../kit/http/endpoint.ts';
import { newId } from '../../kit/id.ts';
import {
  insufficientBalance,
  listChanges,
  type Movement,
  type Part,
  type PostedMovement,
  postQuery,
} from '../ledger/public.ts';
import { type ChargedPrice, type PriceSource, type PricingSettings, pricesJson, pricesOf } from '../pricing/public.ts';
import { forLockedCallers, type User } from '../users/public.ts';
import { priceChanged } from './errors.ts';
import { decide } from './rules.ts';
import {
  listPaidSince,
  moveToReversed,
  type NewUnlock,
  type PaidUnlock,
  payAndUnlock,
  readUnlockFacts,
  type UnlockFactsRow,
} from './sql.ts';

interface UnlockRequest {
  readonly caller: User;
  readonly params: { readonly id: string };
  readonly body: { readonly expectedCoins?: number };
}

type Outcome = { readonly balanceTotal: number; readonly unlockId: string } | Refused | typeof busy;

/** An unlock that can only fail for a lack of coins. An existing one costs nothing. */
interface Purchase {
  readonly userId: string;
  readonly episodeId: string;
  readonly unlockId: string;
  readonly isNew: boolean;
  readonly coins: number;
  readonly priceSource: PriceSource;
}

/**
 * Unlocks an episode for each of these distinct users. They are locked before anything is read, so that their status,
 * unlocks, prices and balances cannot change until the end.
 */
export const unlockMany = (
  ctx: BatchCtx,
  settings: PricingSettings,
  requests: readonly UnlockRequest[],
): Promise<Outcome[]> =>
  forLockedCallers(ctx, requests, async (some) => {
    const { tx, now } = ctx;
    return forAccepted(await decideAll(tx, settings, some, now), (purchases) => buy(tx, purchases, now));
  });

/** Decides each request except for the balance, in order. */
async function decideAll(
  tx: Tx,
  settings: PricingSettings,
  requests: readonly UnlockRequest[],
  now: Date,
): Promise<(Purchase | Refused)[]> {
  const marketOf = (n: number) => requests[n]?.caller.countryCode ?? null;
  const requested = requests.map(({ caller, params }, n) => ({
    userId: caller.id,
    episodeId: params.id,
    market: marketOf(n),
  }));
  const read = await readUnlockFacts(tx, requested, (lists) => pricesJson(lists, now));
  if (!read) throw new Error('there is no pricing config');
  const episodes = read.found.map((episode) => ({ episode, market: marketOf(episode.n) }));
  const prices = pricesOf(read.prices, settings, episodes, now);
  const known = new Map(read.found.map((facts, index) => [facts.n, { facts, price: prices[index] }]));
  return requests.map((request, n) => {
    const { facts, price } = known.get(n) ?? {};
    return facts && price ? purchaseFor(request, facts, price) : refusal(notFound);
  });
}

function purchaseFor({ caller, body }: UnlockRequest, facts: UnlockFactsRow, price: ChargedPrice): Purchase | Refused {
  const decision = decide(facts, price.coinsRequired, body.expectedCoins);
  const about = { userId: caller.id, episodeId: facts.id, priceSource: price.priceSource };
  switch (decision.kind) {
    case 'not_found':
      return refusal(notFound);
    case 'price_changed':
      return refusal(priceChanged, { coinsRequired: decision.coinsRequired });
    case 'already':
      return { ...about, unlockId: decision.unlockId, isNew: false, coins: 0 };
    case 'charge':
      return { ...about, unlockId: newId(), isNew: true, coins: decision.coins };
  }
}

async function buy(tx: Tx, purchases: readonly Purchase[], now: Date): Promise<Outcome[]> {
  const post = postQuery(purchases.map(movementOf), { wait: false });
  const posted = await payAndUnlock(tx, post, purchases.map(unlockOf), now);
  return purchases.map((purchase, n) => {
    const result = posted[n];
    if (!result) throw new Error('the ledger returned too few results');
    return outcomeOf(purchase, result);
  });
}

const unlockOf = ({ unlockId, isNew, ...unlock }: Purchase): NewUnlock | null =>
  isNew ? { ...unlock, id: unlockId } : null;

/** For 0 coins the ledger posts nothing and returns the balance. */
const movementOf = ({ userId, episodeId, unlockId, isNew, coins }: Purchase): Movement => ({
  userId,
  reason: 'unlock',
  refType: 'episode',
  refId: episodeId,
  spend: coins,
  counter: 'sink_unlock',
  key: `unlock:${isNew ? unlockId : newId()}`,
});

function outcomeOf({ unlockId, coins }: Purchase, { outcome, paid, bonus }: PostedMovement): Outcome {
  const balanceTotal = paid + bonus;
  if (outcome === 'busy') return busy;
  if (outcome === 'insufficient') return refusal(insufficientBalance, { balanceTotal, coinsRequired: coins });
  if (outcome === 'posted' || outcome === 'nothing') return { balanceTotal, unlockId };
  throw new Error(`unexpected ledger outcome of an unlock: ${outcome}`);
}

/** Unlocks to reverse, and the coins returned to each wallet. */
export interface Reversal {
  readonly unlocks: readonly PaidUnlock[];
  readonly paid: number;
  readonly bonus: number;
}

export const nothingReversed: Reversal = { unlocks: [], paid: 0, bonus: 0 };

/** The newest unlocks since a moment that together cost at least so many coins. The caller has locked the user. */
export async function planReversal(
  { tx }: Pick<BatchCtx, 'tx'>,
  { userId, since, coins }: { readonly userId: string; readonly since: Date; readonly coins: number },
): Promise<Reversal> {
  const unlocks = await listPaidSince(tx, userId, since, coins);
  const changes = await listChanges(
    tx,
    userId,
    unlocks.map(({ eventId }) => eventId),
  );
  const spent = (wallet: 'paid' | 'bonus') =>
    unlocks.reduce((sum, { eventId }) => sum - (changes.get(eventId)?.[wallet] ?? 0), 0);
  return { unlocks, paid: spent('paid'), bonus: spent('bonus') };
}

/** The part of a ledger event that returns the coins of unlocks to the wallets that they were spent from. */
export const reversalPart = ({ paid, bonus }: Reversal): Part => ({
  reason: 'unlock_reversal',
  paid: { amount: paid, counter: 'sink_unlock' },
  bonus: { amount: bonus, counter: 'sink_unlock' },
});

/** Removes the unlocks, after their coins are posted. */
export async function reverse(
  { tx, now }: Pick<BatchCtx, 'tx' | 'now'>,
  userId: string,
  { unlocks }: Reversal,
  eventId: string | null,
): Promise<void> {
  if (unlocks.length === 0) return;
  if (eventId === null) throw new Error('reversed unlocks have no coins to return');
  await moveToReversed(
    tx,
    userId,
    unlocks.map(({ id }) => id),
    eventId,
    now,
  );
}
