import { type Deck, deckOf, shuffled } from './deck.ts';
import { productCount, productId } from './desk.ts';
import { userId } from './seed.ts';
import { getRequest, type Stage } from './stage.ts';

/** Who calls, and in which order. */

/** So many users, drawn from all of them: at even steps they would be those of a few countries. */
export const crowdOf = ({ users }: Stage, count: number): number[] =>
  shuffled(Array.from({ length: users }, (_, n) => n + 1)).slice(0, count);

export async function userDeck(stage: Stage, path: string, users: readonly number[]): Promise<Deck> {
  const tokens = await Promise.all(users.map((n) => stage.userToken(n)));
  return deckOf(tokens.map((token) => getRequest(path, token)));
}

/** Each path asked for by an admin of its own, as long as there are enough of them, in random order. */
export function adminDeck({ adminTokens }: Stage, paths: readonly string[]): Deck {
  const [first] = adminTokens;
  return deckOf(shuffled(paths).map((path, n) => getRequest(path, adminTokens[n % adminTokens.length] ?? first)));
}

/** The smallest read there is after the check of the caller: one row of one table by its key, and nothing else. */
export const pointReads = (stage: Stage): Deck =>
  adminDeck(
    stage,
    Array.from({ length: productCount }, (_, n) => `/v1/admin/subscription-products/${productId(n + 1)}`),
  );

/** So many users that lie apart, by their pages in the panel. */
export const userPages = (stage: Stage, count: number): string[] =>
  crowdOf(stage, count).map((n) => `/v1/admin/users/${userId(n)}`);
