import { adminDeck, pointReads, userPages } from '../callers.ts';
import { load } from '../load.ts';
import { type Result, timesAsLong } from '../rounds.ts';
import type { Stage } from '../stage.ts';

/** The pages of 2,000 users beside the point read: how many times as long one takes. */
export async function userPage(stage: Stage): Promise<Result> {
  const shape = { port: stage.port, connections: 1, seconds: 0.7 };
  const [pages, point] = [adminDeck(stage, userPages(stage, 2_000)), pointReads(stage)];
  return timesAsLong(
    () => load({ ...shape, deck: pages }),
    () => load({ ...shape, deck: point }),
  );
}
