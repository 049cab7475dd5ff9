import { adminRequests, pointReads } from '../callers.ts';
import type { BenchService } from '../environment.ts';
import { load } from '../load.ts';
import { compareDuration, median, type Result } from '../rounds.ts';

const stride = 200;
const orders = ['created_at', 'last_seen_at', 'balance', 'spend'].flatMap((sort) =>
  ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`),
);
/** What many users match, what few do, and what none does. */
const filters = ['country=ID', 'guest=guest', 'country=IS', 'status=banned'];

/** Cursors of pages at these parts of the list, found by walking as a client would, in the longest strides. */
async function deepCursors(service: BenchService, order: string, parts: readonly number[]): Promise<string[]> {
  const cursors: string[] = [];
  let cursor = '';
  for (let shown = stride; cursors.length < parts.length; shown += stride) {
    const path = `/v1/admin/users?limit=${stride}&${order}${cursor && `&cursor=${cursor}`}`;
    const next = /"nextCursor":"([^"]+)"/.exec(await service.get(path, service.adminTokens[0]))?.[1];
    if (!next) throw new Error(`the list ended after ${shown} users`);
    cursor = next;
    if (shown >= service.users * (parts[cursors.length] ?? 1)) cursors.push(cursor);
  }
  return cursors;
}

/** Eight pages of one order: the first one, deep ones, and those of a filter. */
async function pagesOf(service: BenchService, order: string): Promise<string[]> {
  const first = `/v1/admin/users?limit=50&${order}`;
  const cursors = await deepCursors(service, order, [0.1, 0.3, 0.5]);
  return [
    first,
    ...cursors.map((cursor) => `${first}&cursor=${cursor}`),
    ...filters.map((filter) => `${first}&${filter}`),
  ];
}

/** 64 pages of users, eight in each order, beside the point read: how many times as long they take. */
export async function userList(service: BenchService): Promise<Result> {
  const shape = { port: service.port, connections: 1, seconds: 0.4 };
  const point = pointReads(service);
  const results: Result[] = [];
  for (const order of orders) {
    const requests = adminRequests(service, await pagesOf(service, order));
    results.push(
      await compareDuration(
        () => load({ ...shape, requests }),
        () => load({ ...shape, requests: point }),
      ),
    );
  }
  // The worst of them all, so that no slow order hides behind the quick ones.
  const ratio = Math.max(...results.map((result) => result.ratio));
  return { ratio, p99Ms: median(results.map(({ p99Ms }) => p99Ms)), rounds: results[0]?.rounds ?? 0 };
}
