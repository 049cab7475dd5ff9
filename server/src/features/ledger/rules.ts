/**
 * Every movement of coins is an event with both sides: a wallet gets coins from a source and gives them to a sink, and the
 * entries of an event net to zero. A balance is the running total of the newest entry of a wallet, stored nowhere else.
 */

export type Source =
  | 'source_promo'
  | 'source_support_grant'
  | 'source_refund'
  | 'source_test'
  | 'source_bonus'
  | `source_iap_${string}`;
export type Sink = 'sink_unlock' | 'sink_refund' | 'sink_fraud' | 'sink_adjustment';
type CounterAccount = Source | Sink;

/** Batches of the scheduled proof, and when its result is late or behind. */
export const proof = {
  batch: 5_000,
  maxBatches: 400,
  maxBreaks: 100,
  lateAfterS: 30 * 60,
  behindAfterS: 15 * 60,
} as const;

/** Why a proof needs attention: broken events, no recent run, or a backlog. */
export function proofConcern(result: {
  holds: boolean;
  ageS: number;
  behindS: number;
}): 'broken' | 'late' | 'behind' | null {
  if (!result.holds) return 'broken';
  if (result.ageS > proof.lateAfterS) return 'late';
  return result.behindS > proof.behindAfterS ? 'behind' : null;
}

interface Cause {
  readonly userId: string;
  readonly reason: string;
  readonly refType: string;
  readonly refId: string;
  /** Idempotency key, without expiry: names an approval, a transaction or a request. */
  readonly key: string;
  /** Id of the event, for callers that need it in advance. */
  readonly eventId?: string;
}

/** Causes with a title. */
export const subjectTypes = ['episode', 'series'] as const;

/** The change of a wallet: positive amounts are credits. */
interface Leg {
  readonly amount: number;
  readonly counter: CounterAccount;
}

interface Legs {
  readonly paid?: Leg;
  readonly bonus?: Leg;
}

/** A change of the wallets, or a spend, which takes bonus coins before paid ones. */
export type Movement = Cause & (Legs | { readonly spend: number; readonly counter: Sink });

/** A part of an operation, optionally with a cause of its own. */
export type Part = Legs & Partial<Pick<Cause, 'reason' | 'refType' | 'refId'>>;

/** Several movements that are posted as one event, in order. */
export type Operation = Cause & { readonly parts: readonly Part[] };

const pairOf = (account: string, leg: Leg | undefined) =>
  leg && leg.amount !== 0
    ? [
        { account, amount: leg.amount },
        { account: leg.counter, amount: -leg.amount },
      ]
    : [];

/** Both sides of a movement, in the order of the entries. */
export const sidesOf = ({ paid, bonus }: Legs) => [...pairOf('wallet_bonus', bonus), ...pairOf('wallet_paid', paid)];

/** The pairs of an operation as parameters of `ledger.post_parts`. */
export const pairsOf = ({ parts }: Operation) =>
  parts.flatMap(({ paid, bonus, reason, refType, refId }) => {
    const own = { reason: reason ?? null, ref_type: refType ?? null, ref_id: refId ?? null };
    return [
      ...(bonus ? [{ account: 'wallet_bonus', amount: bonus.amount, counter: bonus.counter, ...own }] : []),
      ...(paid ? [{ account: 'wallet_paid', amount: paid.amount, counter: paid.counter, ...own }] : []),
    ];
  });

/** A used key is `replayed` if its movement was the same, else a `conflict`; neither moves coins. */
type Outcome = 'posted' | 'replayed' | 'conflict' | 'insufficient' | 'nothing' | 'busy' | 'unknown_user';

export interface PostedMovement {
  readonly outcome: Outcome;
  readonly eventId: string | null;
  readonly paid: number;
  readonly bonus: number;
}

export interface MovementResult extends PostedMovement {
  readonly outcome: 'posted' | 'replayed' | 'nothing';
}

/** A movement as a parameter of `ledger.post`. */
export function asItem(movement: Movement, n: number, newEventId: string) {
  const { userId, reason, refType, refId, key, eventId = newEventId } = movement;
  const cause = { n, event_id: eventId, idem_key: key, user_id: userId, reason, ref_type: refType, ref_id: refId };
  if ('spend' in movement) {
    return { ...cause, spend: movement.spend, counter_paid: movement.counter, counter_bonus: movement.counter };
  }
  const { paid, bonus } = movement;
  return {
    ...cause,
    paid: paid?.amount ?? 0,
    bonus: bonus?.amount ?? 0,
    counter_paid: paid?.counter ?? null,
    counter_bonus: bonus?.counter ?? null,
  };
}
