import { visibilityOf } from '../catalog/public.ts';

/**
 * A viewer pays coins once for an episode, and it stays open to them. Before that they are told what it costs, whether
 * they have enough, and whether they need to pay at all.
 */

/** What is known of an episode and a viewer when the viewer asks to unlock it. */
export interface UnlockFacts {
  readonly status: string;
  readonly seriesStatus: string;
  /** Null until this viewer unlocks it. */
  readonly unlockId: string | null;
}

export type UnlockDecision =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'already'; readonly unlockId: string }
  | { readonly kind: 'price_changed'; readonly coinsRequired: number }
  | { readonly kind: 'charge'; readonly coins: number };

/** What becomes of a request, before anyone looks at the coins of who asks. */
export function decide(
  facts: UnlockFacts | undefined,
  coinsRequired: number,
  expectedCoins: number | undefined,
): UnlockDecision {
  const visibility = facts ? visibilityOf(facts) : 'hidden';
  // Archiving takes nothing from those who have unlocked it.
  if (facts?.unlockId && visibility !== 'hidden') return { kind: 'already', unlockId: facts.unlockId };
  if (visibility !== 'open') return { kind: 'not_found' };
  if (expectedCoins !== undefined && expectedCoins !== coinsRequired) return { kind: 'price_changed', coinsRequired };
  return { kind: 'charge', coins: coinsRequired };
}
