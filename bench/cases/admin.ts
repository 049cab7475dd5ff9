import { anyDays, keepAnalytics } from '../analytics.ts';
import { adminRequests, pointReads, randomUsers } from '../callers.ts';
import { say } from '../database.ts';
import { type BenchCluster, type BenchService, serve } from '../environment.ts';
import { load } from '../load.ts';
import { compareDuration, type Result } from '../rounds.ts';
import { countries, movementDays, names, userId } from '../seed.ts';

/** What admins read, beside a read of one row by its key: how many times as long it takes. */

/** Of several groups of paths the slowest, so that none hides behind the others. */
async function slowest(cluster: BenchCluster, port: number, groups: Readonly<Record<string, readonly string[]>>) {
  const shape = { port, connections: 1, seconds: 0.5 };
  const point = pointReads(cluster);
  const results: Result[] = [];
  for (const [name, paths] of Object.entries(groups)) {
    const requests = adminRequests(cluster, paths);
    const result = await compareDuration(
      () => load({ ...shape, requests }),
      () => load({ ...shape, requests: point }),
    );
    if (Object.keys(groups).length > 1) say(`  ${name.padEnd(28)} ${result.ratio.toFixed(1)} × a point read`);
    results.push(result);
  }
  return results.reduce((worst, one) => (one.ratio > worst.ratio ? one : worst));
}

const stride = 200;
const orders = ['created_at', 'last_seen_at', 'balance', 'spend'].flatMap((sort) =>
  ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`),
);
/** Filters that many users match, few, and none. */
const filters = ['country=ID', 'guest=guest', 'country=IS', 'status=banned'];
const deepParts = [0.1, 0.3, 0.5];

/** The first page in an order, deep ones, found by walking as a client would, and those of filters. */
async function userPages(service: BenchService, order: string): Promise<string[]> {
  const first = `/v1/admin/users?limit=50&${order}`;
  const pages = [first, ...filters.map((filter) => `${first}&${filter}`)];
  let cursor = '';
  for (let shown = stride, found = 0; found < deepParts.length; shown += stride) {
    const path = `/v1/admin/users?limit=${stride}&${order}${cursor && `&cursor=${cursor}`}`;
    const next = /"nextCursor":"([^"]+)"/.exec(await service.get(path, service.adminTokens[0]))?.[1];
    if (!next) throw new Error(`the list ended after ${shown} users`);
    cursor = next;
    if (shown < service.users * (deepParts[found] ?? 1)) continue;
    pages.push(`${first}&cursor=${cursor}`);
    found++;
  }
  return pages;
}

export async function userList(service: BenchService): Promise<Result> {
  const groups: Record<string, string[]> = {};
  for (const order of orders) groups[order] = await userPages(service, order);
  return slowest(service, service.port, groups);
}

const ofUsers = (path: (service: BenchService) => string[]) => (service: BenchService) =>
  slowest(service, service.port, { '': path(service) });

export const userPage = ofUsers((service) => randomUsers(service, 2_000).map((n) => `/v1/admin/users/${userId(n)}`));
export const userSearch = ofUsers((service) => randomUsers(service, 2_000).map((n) => `/v1/admin/users?q=viewer${n}`));
/** Names that one user in twelve has. */
export const userSearchBroad = ofUsers(() => names.map((name) => `/v1/admin/users?q=${name.toLowerCase()}`));

const asDay = (day: number): string => new Date(movementDays.first + day * 86_400_000).toISOString().slice(0, 10);
const everyMarket = ['', ...[...countries, 'IS'].map((code) => `&market=${code}`)];
/** Thirty days from any day of the history on, in all markets and in each. */
export const economy = ofUsers(() =>
  Array.from({ length: movementDays.count }, (_, n) => {
    const market = everyMarket[n % everyMarket.length] ?? '';
    return `/v1/admin/economy?dateFrom=${asDay(n)}&dateTo=${asDay(n + 29)}${market}`;
  }),
);

const markets = ['', '&market=ID', '&market=EG', '&market=BR'];
const sorts = ['starts', 'completes', 'unlocks', 'coinsBurned', 'watchSeconds', 'title'];
const series = (n: number): string => `01900000-0000-7000-a000-${(1 + (n % 64)).toString(16).padStart(12, '0')}`;

/** What an analyst asks for, about any days and markets. */
const dashboardPaths: Record<string, (n: number, days: string) => string> = {
  overview: (_, days) => `overview?${days}`,
  revenue: (n, days) => `revenue?${days.replace('&market', '&countries')}${(n >> 2) % 2 ? '&rails=ios_store' : ''}`,
  content: (n, days) => `content?${days}&sort=${sorts[(n >> 2) % sorts.length]}`,
  'content of a series': (n, days) => `content/series/${series(n)}?${days}`,
  funnel: (_, days) => `funnel?${days}`,
};

export async function dashboards(cluster: BenchCluster): Promise<Result> {
  const kept = await keepAnalytics(cluster);
  const served = await serve(kept);
  try {
    const groups: Record<string, string[]> = {};
    for (const [name, path] of Object.entries(dashboardPaths)) {
      groups[name] = anyDays(kept).map(
        (days, n) => `/v1/admin/analytics/${path(n, `${days}${markets[n % markets.length]}`)}`,
      );
    }
    return await slowest(cluster, served.port, groups);
  } finally {
    await served.stop();
  }
}
