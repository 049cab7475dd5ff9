import { busy, forAccepted } from '../../../kit/batch-queue.ts';
import type { Tx } from '../../../kit/db/database.ts';
import { type Refused, refusal } from '../../../kit/errors.ts';
import type { BatchCtx } from '../../../kit/http/endpoint.ts';
import { newId } from '../../../kit/id.ts';
import { type Movement, type PostedMovement, postMany } from '../../ledger/public.ts';
import { listMembers, listRules } from '../../segments/public.ts';
import { extendTrials, listRunningTrials, type Trial } from '../../subscriptions/public.ts';
import { forLockedCallers, type User } from '../../users/public.ts';
import { promoBudgetExhausted, promoExpired, promoIneligible, promoMaxUsesReached, promoNotFound } from '../errors.ts';
import {
  addSpending,
  countUses,
  insertRedemptions,
  type LockedPromo,
  lockPromos,
  type Spending,
} from '../redeem.sql.ts';
import { coinsOf, type PromoType, type RedeemRefusal, refusalOf } from '../rules.ts';

export interface RedeemRequest {
  readonly caller: User;
  readonly body: { readonly code: string };
}

export interface Redeemed {
  readonly redemptionId: string;
  readonly code: string;
  readonly type: PromoType;
  readonly coinsGranted: number;
  readonly eventId: string | null;
  readonly balanceTotal: number;
  readonly multiplier?: number;
  readonly trialEnd?: Date;
}

export type Outcome = Redeemed | Refused | typeof busy;

/** Someone who asks for a promo that is there, with what decides about it. */
interface Claim {
  readonly userId: string;
  readonly promo: LockedPromo;
  readonly isMember: boolean;
  readonly trial: Trial | undefined;
  readonly uses: number;
}

/** A redemption that nothing stands in the way of. */
interface Redemption extends Claim {
  readonly id: string;
  readonly coins: number;
}

/** People copy codes with blanks around them. */
const codeIn = ({ body }: RedeemRequest): string => body.code.trim().toUpperCase();

/**
 * Redeems a promo for each of these users, who are all different. They are locked first and the promos then, so that what
 * decides stays as it is until the end: who may go on, what is left of a budget, how often each has redeemed it.
 */
export const redeemMany = (ctx: BatchCtx, requests: readonly RedeemRequest[]): Promise<Outcome[]> =>
  forLockedCallers(ctx, requests, async (some) => {
    const { tx, now } = ctx;
    const { locked, held } = await lockPromos(tx, [...new Set(some.map(codeIn))], ctx);
    const wanted = some.map((request) => {
      const code = codeIn(request);
      const promo = locked.get(code);
      if (promo) return { userId: request.caller.id, promo };
      return held.has(code) ? busy : refusal(promoNotFound);
    });
    return forAccepted(wanted, async (known) =>
      forAccepted(decideInTurn(await claimsOf(tx, known, now), now), (redemptions) => redeem(tx, redemptions, now)),
    );
  });

type Wanted = Pick<Claim, 'userId' | 'promo'>;

/** Reads what decides about each, in one statement for all of a kind. */
async function claimsOf(tx: Tx, wanted: readonly Wanted[], now: Date): Promise<Claim[]> {
  const isMember = await membersOf(tx, wanted);
  const forTrial = wanted.filter(({ promo }) => promo.type === 'trial_ext').map(({ userId }) => userId);
  const trials = forTrial.length > 0 ? await listRunningTrials(tx, forTrial, now) : new Map<string, Trial>();
  const uses = await countUses(
    tx,
    wanted.map(({ userId, promo }) => ({ userId, promoId: promo.id })),
  );
  return wanted.map(({ userId, promo }, n) => ({
    userId,
    promo,
    uses: uses[n] ?? 0,
    isMember: isMember(userId, promo.segmentId),
    trial: trials.get(userId),
  }));
}

/** Which users belong to the segments that their promos are for; a promo without one is for everybody. */
async function membersOf(tx: Tx, wanted: readonly Wanted[]) {
  const ids = new Set(wanted.flatMap(({ promo }) => promo.segmentId ?? []));
  const members = new Map<string, ReadonlySet<string>>();
  for (const { id, rule } of ids.size > 0 ? await listRules(tx, [...ids]) : []) {
    const users = wanted.filter(({ promo }) => promo.segmentId === id).map(({ userId }) => userId);
    members.set(id, await listMembers(tx, users, rule));
  }
  return (userId: string, segmentId: string | null): boolean =>
    segmentId === null || (members.get(segmentId)?.has(userId) ?? false);
}

const refusals: Readonly<Record<RedeemRefusal, () => Refused>> = {
  expired: () => refusal(promoExpired),
  budget_exhausted: () => refusal(promoBudgetExhausted),
  ineligible: () => refusal(promoIneligible),
  max_uses_reached: () => refusal(promoMaxUsesReached),
};

/** One after the other, in the order in which they came: what is given to one is not left for the next. */
function decideInTurn(claims: readonly Claim[], now: Date): (Redemption | Refused)[] {
  const given = new Map<string, number>();
  return claims.map((claim) => {
    const { promo, isMember, trial, uses } = claim;
    const before = given.get(promo.id) ?? 0;
    const terms = { ...promo, spentCoins: promo.spentCoins + before };
    const why = refusalOf(terms, { isMember, hasTrial: trial !== undefined, uses }, now);
    if (why !== undefined) return refusals[why]();
    const coins = coinsOf(promo);
    given.set(promo.id, before + coins);
    return { ...claim, id: newId(), coins };
  });
}

/** Gives what the promos give, and writes it down. */
async function redeem(tx: Tx, redemptions: readonly Redemption[], now: Date): Promise<Redeemed[]> {
  const posted = await postMany(tx, redemptions.map(movementOf), { wait: false });
  const trialEnds = await extendTrials(tx, redemptions.flatMap(extensionOf), now);
  const done = redemptions.map((redemption, n) => {
    const { eventId, paid, bonus } = answerOf(posted[n]);
    const trialEnd = extensionOf(redemption).length > 0 ? trialEnds.get(redemption.userId) : undefined;
    return { redemption, eventId, balanceTotal: paid + bonus, trialEnd };
  });
  const rows = done.map(({ redemption: { id, userId, promo, coins, trial }, eventId, trialEnd }) => ({
    id,
    userId,
    promoId: promo.id,
    coinsGranted: coins,
    eventId,
    createdAt: now,
    ...(promo.type === 'bonus_multiplier' ? { usedAt: null, config: promo.config } : { usedAt: now, config: null }),
    subscriptionId: trialEnd && trial ? trial.id : null,
    trialEnd: trialEnd ?? null,
  }));
  await insertRedemptions(tx, rows);
  await addSpending(tx, spendingOf(redemptions), now);
  return done.map(answerFor);
}

/** Of no coins the ledger writes nothing, and says what the user has. */
const movementOf = ({ userId, promo, id, coins }: Redemption): Movement => ({
  userId,
  reason: 'promo_grant',
  refType: 'promo',
  refId: promo.id,
  key: `promo:${id}`,
  bonus: { amount: coins, counter: 'source_promo' },
});

/** The users are locked by this transaction, so the ledger is neither busy with them nor has it a reason to refuse. */
function answerOf(posted: PostedMovement | undefined): PostedMovement {
  if (posted?.outcome === 'posted' || posted?.outcome === 'nothing') return posted;
  throw new Error(`the ledger answered a redemption with ${posted?.outcome}`);
}

const extensionOf = ({ userId, promo, trial }: Redemption) =>
  promo.type === 'trial_ext' && trial ? [{ userId, id: trial.id, days: promo.config.days ?? 0 }] : [];

/** What each promo gave away in this batch. */
function spendingOf(redemptions: readonly Redemption[]): Spending[] {
  const sums = new Map<string, Spending>();
  for (const { promo, coins } of redemptions) {
    const { redemptions: uses = 0, coins: before = 0 } = sums.get(promo.id) ?? {};
    sums.set(promo.id, { promoId: promo.id, redemptions: uses + 1, coins: before + coins });
  }
  return [...sums.values()];
}

interface Done {
  readonly redemption: Redemption;
  readonly eventId: string | null;
  readonly balanceTotal: number;
  readonly trialEnd: Date | undefined;
}

const answerFor = ({ redemption: { id, promo, coins }, eventId, balanceTotal, trialEnd }: Done): Redeemed => ({
  redemptionId: id,
  code: promo.code,
  type: promo.type,
  coinsGranted: coins,
  eventId,
  balanceTotal,
  ...(promo.config.multiplier !== undefined && { multiplier: promo.config.multiplier }),
  ...(trialEnd && { trialEnd }),
});
