import { adminDeck, crowdOf, pointReads } from '../callers.ts';
import { load } from '../load.ts';
import { type Result, timesAsLong } from '../rounds.ts';
import { names } from '../seed.ts';
import type { Stage } from '../stage.ts';

/** How many times as long a search takes as the point read, its page and its exact total together. */
async function besidePointRead(stage: Stage, searches: readonly string[]): Promise<Result> {
  const shape = { port: stage.port, connections: 1, seconds: 0.7 };
  const paths = searches.map((q) => `/v1/admin/users?q=${q}`);
  const [deck, point] = [adminDeck(stage, paths), pointReads(stage)];
  return timesAsLong(
    () => load({ ...shape, deck }),
    () => load({ ...shape, deck: point }),
  );
}

/** 64 searches, each of which few of all users match. */
export const userSearch = (stage: Stage) =>
  besidePointRead(
    stage,
    crowdOf(stage, 64).map((n) => `viewer${n}`),
  );
/** Eight names, each of which one user in twelve has. */
export const userSearchBroad = (stage: Stage) =>
  besidePointRead(
    stage,
    names.map((name) => name.toLowerCase()),
  );
