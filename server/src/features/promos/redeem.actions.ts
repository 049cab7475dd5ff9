import type { Static } from 'typebox';
import { busy, forAccepted } from '../../kit/batch-queue.ts';
import type { Tx } from '../../kit/db/database.ts';
import { type Refused, refusal } from '../../kit/errors.ts';
import type { BatchCtx } from '../../kit/http/endpoint.ts';
import { newId } from '../../kit/id.ts';
import { type Movement, type PostedMovement, postMany } from '../ledger/public.ts';
import type { CompletedPurchase, MultiplierBonus } from '../payments/public.ts';
import { listMembers, listRules } from '../segments/public.ts';
import { extendTrials, listRunningTrials, type Trial } from '../subscriptions/public.ts';
import { forLockedCallers, type User } from '../users/public.ts';
import { promoBudgetExhausted, promoExpired, promoIneligible, promoMaxUsesReached, promoNotFound } from './errors.ts';
import { bonusOf, coinsOf, type RedeemRefusal, refusalOf } from './rules.ts';
import type { Redemption as RedemptionReply } from './schema.ts';
import {
  addSpending,
  countUses,
  findUnusedMultiplier,
  insertRedemptions,
  type LockedPromo,
  lockPromos,
  lockUsedPromo,
  markUsed,
  type Spending,
} from './sql.ts';

interface RedeemRequest {
  readonly caller: User;
  readonly body: { readonly code: string };
}

type Redeemed = Static<typeof RedemptionReply>;

/** A request for an existing promo, with what decides on it. */
interface Claim {
  readonly userId: string;
  readonly promo: LockedPromo;
  readonly isMember: boolean;
  readonly trial: Trial | undefined;
  readonly uses: number;
}

interface Redemption extends Claim {
  readonly id: string;
  readonly coins: number;
}

const codeIn = ({ body }: RedeemRequest): string => body.code.trim().toUpperCase();

/**
 * Redeems a promo for each of these distinct users. The users are locked before the promos, so that status, budgets and
 * uses cannot change until the end.
 */
export const redeemMany = (
  ctx: BatchCtx,
  requests: readonly RedeemRequest[],
): Promise<(Redeemed | Refused | typeof busy)[]> =>
  forLockedCallers(ctx, requests, async (some) => {
    const { tx, now } = ctx;
    const { locked, busy: busyCodes } = await lockPromos(tx, [...new Set(some.map(codeIn))], ctx);
    const found = some.map((request) => {
      const code = codeIn(request);
      const promo = locked.get(code);
      if (promo) return { userId: request.caller.id, promo };
      return busyCodes.has(code) ? busy : refusal(promoNotFound);
    });
    return forAccepted(found, async (known) =>
      forAccepted(decideInTurn(await claimsOf(tx, known, now), now), (redemptions) => redeem(tx, redemptions, now)),
    );
  });

type Found = Pick<Claim, 'userId' | 'promo'>;

async function claimsOf(tx: Tx, found: readonly Found[], now: Date): Promise<Claim[]> {
  const isMember = await membersOf(tx, found);
  const forTrial = found.filter(({ promo }) => promo.type === 'trial_ext').map(({ userId }) => userId);
  const trials = forTrial.length > 0 ? await listRunningTrials(tx, forTrial, now) : new Map<string, Trial>();
  const uses = await countUses(
    tx,
    found.map(({ userId, promo }) => ({ userId, promoId: promo.id })),
  );
  return found.map(({ userId, promo }, n) => ({
    userId,
    promo,
    uses: uses[n] ?? 0,
    isMember: isMember(userId, promo.segmentId),
    trial: trials.get(userId),
  }));
}

/** Whether users are in the segments of their promos. */
async function membersOf(tx: Tx, found: readonly Found[]) {
  const ids = new Set(found.flatMap(({ promo }) => promo.segmentId ?? []));
  const members = new Map<string, ReadonlySet<string>>();
  for (const { id, rule } of ids.size > 0 ? await listRules(tx, [...ids]) : []) {
    const users = found.filter(({ promo }) => promo.segmentId === id).map(({ userId }) => userId);
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

/** Decides claims in order, since each reduces the budget for the next. */
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

async function redeem(tx: Tx, redemptions: readonly Redemption[], now: Date): Promise<Redeemed[]> {
  const posted = await postMany(tx, redemptions.map(movementOf), { wait: false });
  const trialEnds = await extendTrials(tx, redemptions.flatMap(extensionOf), now);
  const done = redemptions.map((redemption, n) => {
    const { eventId, paid, bonus } = mustBePosted(posted[n]);
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

/** For 0 coins the ledger posts nothing and returns the balance. */
const movementOf = ({ userId, promo, id, coins }: Redemption): Movement => ({
  userId,
  reason: 'promo_grant',
  refType: 'promo',
  refId: promo.id,
  key: `promo:${id}`,
  bonus: { amount: coins, counter: 'source_promo' },
});

/** The users are locked, so the ledger is neither busy nor has a reason to refuse. */
function mustBePosted(posted: PostedMovement | undefined): PostedMovement {
  if (posted?.outcome === 'posted' || posted?.outcome === 'nothing') return posted;
  throw new Error(`unexpected ledger outcome of a redemption: ${posted?.outcome}`);
}

const extensionOf = ({ userId, promo, trial }: Redemption) =>
  promo.type === 'trial_ext' && trial ? [{ userId, id: trial.id, days: promo.config.days ?? 0 }] : [];

/** The coins given in this batch, by promo. */
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

/** The oldest unused multiplier of a user, and the coins that it adds to a purchase. Locks its promo. */
export async function lockMultiplier(
  { tx }: Pick<BatchCtx, 'tx'>,
  { userId, transactionId, coins }: CompletedPurchase,
): Promise<MultiplierBonus | undefined> {
  const unused = await findUnusedMultiplier(tx, userId, transactionId);
  const promo = unused && (await lockUsedPromo(tx, unused.promoId));
  if (!promo) return undefined;
  const { redemptionId, config } = unused;
  return { redemptionId, promoId: promo.id, coins: bonusOf({ ...promo, config: config ?? promo.config }, coins) };
}

/** Marks a multiplier as used by a purchase whose coins are posted, also if its budget was spent. */
export async function useMultiplier(
  { tx, now }: Pick<BatchCtx, 'tx' | 'now'>,
  { userId, transactionId }: Pick<CompletedPurchase, 'userId' | 'transactionId'>,
  { redemptionId, promoId, coins }: MultiplierBonus,
  postedEventId: string,
): Promise<void> {
  const eventId = coins === 0 ? null : postedEventId;
  await markUsed(tx, { userId, redemptionId, transactionId, coins, eventId }, now);
  await addSpending(tx, [{ promoId, redemptions: 0, coins }], now);
}
