/**
 * Every movement of coins is an event with both sides: what a wallet gets comes from a source, what it gives goes to a
 * sink, and the rows of an event net to zero. A balance is what the newest row of the wallet says, and nowhere else.
 */

export type Source =
  | 'source_promo'
  | 'source_support_grant'
  | 'source_refund'
  | 'source_test'
  | 'source_bonus'
  | `source_iap_${string}`;
export type Sink = 'sink_unlock' | 'sink_refund' | 'sink_fraud' | 'sink_adjustment';
export type CounterAccount = Source | Sink;

/** How the proof that runs by the clock proceeds, and when its result is too old or too far behind to be trusted. */
export const proof = {
  batch: 5_000,
  maxBatches: 400,
  maxBreaks: 100,
  lateAfterS: 30 * 60,
  behindAfterS: 15 * 60,
} as const;

export type ProofConcern = 'broken' | 'late' | 'behind';

/**
 * What is wrong with a result, for whoever raises alarms: a book is broken, nobody has looked for long, or whoever
 * looks does not come to the newest events.
 */
export function proofConcern(result: { holds: boolean; ageS: number; behindS: number }): ProofConcern | null {
  if (!result.holds) return 'broken';
  if (result.ageS > proof.lateAfterS) return 'late';
  return result.behindS > proof.behindAfterS ? 'behind' : null;
}

interface Cause {
  readonly userId: string;
  readonly reason: string;
  readonly refType: string;
  readonly refId: string;
  /** Names the cause, so that it moves coins once, for ever: an approval, a transaction, a request. */
  readonly key: string;
  /** The id of the event, for who has to name it before it is there; made where it is not given. */
  readonly eventId?: string;
}

/** What coins may move for that has a title. */
export const subjectTypes = ['episode', 'series'] as const;

/** One side of a movement on a wallet: coins in are positive, coins out negative. */
export interface Leg {
  readonly amount: number;
  readonly counter: CounterAccount;
}

interface Legs {
  readonly paid?: Leg;
  readonly bonus?: Leg;
}

/** Coins in or out of either wallet, or a spend, which takes bonus coins first and then paid ones. */
export type Movement = Cause & (Legs | { readonly spend: number; readonly counter: Sink });

/** A part of an operation, with a cause of its own where that is not the operation's. */
export type Part = Legs & Partial<Pick<Cause, 'reason' | 'refType' | 'refId'>>;

/** An operation whose coins move for several reasons: one event with all its parts, in their order. */
export type Operation = Cause & { readonly parts: readonly Part[] };

const pairOf = (account: string, leg: Leg | undefined) =>
  leg && leg.amount !== 0
    ? [
        { account, amount: leg.amount },
        { account: leg.counter, amount: -leg.amount },
      ]
    : [];

/** Both sides of a movement that says what each wallet gets, in the order of the entries. */
export const sidesOf = ({ paid, bonus }: Legs) => [...pairOf('wallet_bonus', bonus), ...pairOf('wallet_paid', paid)];

/** The pairs of an operation as the database takes them. */
export const pairsOf = ({ parts }: Operation) =>
  parts.flatMap(({ paid, bonus, reason, refType, refId }) => {
    const own = { reason: reason ?? null, ref_type: refType ?? null, ref_id: refId ?? null };
    return [
      ...(bonus ? [{ account: 'wallet_bonus', amount: bonus.amount, counter: bonus.counter, ...own }] : []),
      ...(paid ? [{ account: 'wallet_paid', amount: paid.amount, counter: paid.counter, ...own }] : []),
    ];
  });

/**
 * What became of a movement. A key that was used before is `replayed` where it moved the very same, and a `conflict`
 * where it moved anything else; neither moves coins.
 */
export type Outcome = 'posted' | 'replayed' | 'conflict' | 'insufficient' | 'nothing' | 'busy' | 'unknown_user';

export interface PostedMovement {
  readonly outcome: Outcome;
  readonly eventId: string | null;
  readonly paid: number;
  readonly bonus: number;
}

/** What is left for whoever asked for a movement: it was made now, it was made before, or there were no coins in it. */
export interface MovementResult {
  readonly outcome: 'posted' | 'replayed' | 'nothing';
  readonly eventId: string | null;
  readonly paid: number;
  readonly bonus: number;
}

/** A movement as the database takes it. */
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
