import { visibilityOf } from '../catalog/public.ts';

/**
 * A user pays coins once for an episode, which stays unlocked permanently. A quote shows the price before, and whether the
 * user has to pay at all.
 */

export interface UnlockFacts {
  readonly status: string;
  readonly seriesStatus: string;
  /** Null until this user unlocks it. */
  readonly unlockId: string | null;
}

type UnlockDecision =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'already'; readonly unlockId: string }
  | { readonly kind: 'price_changed'; readonly coinsRequired: number }
  | { readonly kind: 'charge'; readonly coins: number };

/** Decides a request except for the balance. */
export function decide(
  facts: UnlockFacts | undefined,
  coinsRequired: number,
  expectedCoins: number | undefined,
): UnlockDecision {
  const visibility = facts ? visibilityOf(facts) : 'hidden';
  // Archived episodes stay unlocked.
  if (facts?.unlockId && visibility !== 'hidden') return { kind: 'already', unlockId: facts.unlockId };
  if (visibility !== 'open') return { kind: 'not_found' };
  if (expectedCoins !== undefined && expectedCoins !== coinsRequired) return { kind: 'price_changed', coinsRequired };
  return { kind: 'charge', coins: coinsRequired };
}
