import { load } from '../load.ts';
import { median, type Result, timesAsLong } from '../rounds.ts';
import { userId } from '../seed.ts';
import { getRequest, type Stage } from '../stage.ts';

const stride = 200;
const sorts = ['created_at', 'last_seen_at', 'balance', 'spend'];

/** The cursor of a page in the middle of the list, found by walking as a client would, in the longest strides. */
async function deepCursor(stage: Stage, token: string, sort: string): Promise<string> {
  let cursor = '';
  for (let shown = 0; shown < stage.users / 2; shown += stride) {
    const text = await stage.get(`/v1/admin/users?limit=${stride}&sort=${sort}${cursor && `&cursor=${cursor}`}`, token);
    const next = /"nextCursor":"([^"]+)"/.exec(text)?.[1];
    if (!next) break;
    cursor = next;
  }
  return cursor;
}

/** A page of users by every sort, first and deep, beside reading one user: how many times as long it takes. */
export async function userList(stage: Stage): Promise<Result> {
  const token = await stage.adminToken();
  const point = [getRequest(`/v1/admin/users/${userId(77)}`, token)];
  const pages: string[] = [];
  for (const sort of sorts) {
    const path = `/v1/admin/users?limit=50&sort=${sort}`;
    pages.push(getRequest(path, token), getRequest(`${path}&cursor=${await deepCursor(stage, token, sort)}`, token));
  }
  const shape = { port: stage.port, connections: 1, seconds: 0.7 };
  const results: Result[] = [];
  for (const page of pages) {
    const result = await timesAsLong(
      () => load({ ...shape, requests: [page] }),
      () => load({ ...shape, requests: point }),
    );
    results.push(result);
  }
  // The worst of them all, so that no slow sort hides behind the quick ones.
  const ratio = Math.max(...results.map((result) => result.ratio));
  return { ratio, p99Ms: median(results.map(({ p99Ms }) => p99Ms)), rounds: results[0]?.rounds ?? 0 };
}
