import { anyDays, keepAnalytics } from '../analytics.ts';
import { adminRequests, pointReads } from '../callers.ts';
import { say } from '../database.ts';
import { type BenchCluster, serve } from '../environment.ts';
import { load } from '../load.ts';
import { compareDuration, type Result } from '../rounds.ts';

const series = (n: number): string => `01900000-0000-7000-a000-${n.toString(16).padStart(12, '0')}`;
const markets = ['', '&market=ID', '&market=EG', '&market=BR'];
const sorts = ['starts', 'completes', 'unlocks', 'coinsBurned', 'watchSeconds', 'title'];

/** What an analyst asks for, of any days and markets. */
const asked: Record<string, (n: number, days: string) => string> = {
  overview: (_, days) => `overview?${days}`,
  revenue: (n, days) =>
    `revenue?${days.replace('&market', '&countries')}${Math.floor(n / markets.length) % 2 ? '&rails=ios_store' : ''}`,
  content: (n, days) => `content?${days}&sort=${sorts[Math.floor(n / markets.length) % sorts.length]}`,
  'content of a series': (n, days) => `content/series/${series(1 + (n % 64))}?${days}`,
  funnel: (_, days) => `funnel?${days}`,
};

/** The slowest of the dashboards beside the point read: how many times as long it takes. */
export async function dashboards(cluster: BenchCluster): Promise<Result> {
  const kept = await keepAnalytics(cluster);
  const served = await serve(kept);
  const { port } = served;
  const shape = { port, connections: 1, seconds: 0.7 };
  const point = pointReads(cluster);
  const results: Result[] = [];
  try {
    for (const [name, pathOf] of Object.entries(asked)) {
      const paths = anyDays(kept).map((days, n) => pathOf(n, `${days}${markets[n % markets.length]}`));
      const requests = adminRequests(
        cluster,
        paths.map((path) => `/v1/admin/analytics/${path}`),
      );
      const result = await compareDuration(
        () => load({ ...shape, requests }),
        () => load({ ...shape, requests: point }),
      );
      say(`  ${name.padEnd(20)} ${result.ratio.toFixed(1)} × a point read, p99 ${result.p99Ms.toFixed(1)} ms`);
      results.push(result);
    }
  } finally {
    await served.stop();
  }
  return results.reduce((slowest, one) => (one.ratio > slowest.ratio ? one : slowest));
}
