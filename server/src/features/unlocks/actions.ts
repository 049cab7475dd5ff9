import { busy, forAccepted } from '../../kit/batch-queue.ts';
import type { Tx } from '../../kit/db/database.ts';
import { notFound, type Refused, refusal } from '../../kit/errors.ts';
import type { BatchCtx } from '../../kit/http/endpoint.ts';
import { newId } from '../../kit/id.ts';
import { insufficientBalance, type Movement, type PostedMovement, postQuery } from '../ledger/public.ts';
import { type ChargedPrice, type PriceSource, type PricingSettings, pricesJson, pricesOf } from '../pricing/public.ts';
import { forLockedCallers, type User } from '../users/public.ts';
import { priceChanged } from './errors.ts';
import { decide } from './rules.ts';
import { payAndUnlock, readUnlockFacts, type UnlockFactsRow, type WantedUnlock } from './sql.ts';

export interface UnlockRequest {
  readonly caller: User;
  readonly params: { readonly id: string };
  readonly body: { readonly expectedCoins?: number };
}

export interface Unlocked {
  readonly balanceTotal: number;
  readonly unlockId: string;
}

export type Outcome = Unlocked | Refused | typeof busy;

/** An unlock that only coins can stand in the way of. One that was made before takes none. */
interface Purchase {
  readonly userId: string;
  readonly episodeId: string;
  readonly unlockId: string;
  readonly isNew: boolean;
  readonly coins: number;
  readonly priceSource: PriceSource;
}

/**
 * Unlocks an episode for each of these users, who are all different. They are locked first and everything is read then,
 * so that what decides stays as it is until the end: who may go on, what they have unlocked, what it costs, what they have.
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

/** What each request comes to but for the coins, in their order. */
async function decideAll(
  tx: Tx,
  settings: PricingSettings,
  requests: readonly UnlockRequest[],
  now: Date,
): Promise<(Purchase | Refused)[]> {
  const marketOf = (n: number) => requests[n]?.caller.countryCode ?? null;
  const asked = requests.map(({ caller, params }, n) => ({
    userId: caller.id,
    episodeId: params.id,
    market: marketOf(n),
  }));
  const read = await readUnlockFacts(tx, asked, (lists) => pricesJson(lists, now));
  if (!read) throw new Error('there is no pricing config');
  const questions = read.found.map((episode) => ({ episode, market: marketOf(episode.n) }));
  const prices = pricesOf(read.prices, settings, questions, now);
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

/** Takes the coins, bonus first and then paid, and opens what they were enough for. */
async function buy(tx: Tx, purchases: readonly Purchase[], now: Date): Promise<Outcome[]> {
  const post = postQuery(purchases.map(movementOf), { wait: false });
  const posted = await payAndUnlock(tx, post, purchases.map(unlockOf), now);
  return purchases.map((purchase, n) => {
    const answer = posted[n];
    if (!answer) throw new Error('the ledger did not answer each movement');
    return outcomeOf(purchase, answer);
  });
}

function unlockOf({ unlockId, isNew, ...unlock }: Purchase): WantedUnlock | null {
  return isNew ? { ...unlock, id: unlockId } : null;
}

/** Of no coins the ledger writes nothing, and says what the user has. */
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
  throw new Error(`the ledger answered an unlock with ${outcome}`);
}
