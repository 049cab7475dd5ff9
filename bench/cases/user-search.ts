import { load } from '../load.ts';
import { type Result, timesAsLong } from '../rounds.ts';
import { userId } from '../seed.ts';
import { getRequest, type Stage } from '../stage.ts';

/** How many times as long a search takes as reading one user, its page and its exact total together. */
async function besidePointRead(stage: Stage, q: string): Promise<Result> {
  const token = await stage.adminToken();
  const search = [getRequest(`/v1/admin/users?q=${q}`, token)];
  const point = [getRequest(`/v1/admin/users/${userId(77)}`, token)];
  const shape = { port: stage.port, connections: 1, seconds: 0.7 };
  return timesAsLong(
    () => load({ ...shape, requests: search }),
    () => load({ ...shape, requests: point }),
  );
}

/** A few of all users have it in their name. */
export const userSearch = (stage: Stage) => besidePointRead(stage, 'viewer77123');
/** One in twelve has. */
export const userSearchBroad = (stage: Stage) => besidePointRead(stage, 'layla');
