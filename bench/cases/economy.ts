import { adminRequests, pointReads } from '../callers.ts';
import type { BenchService } from '../environment.ts';
import { load } from '../load.ts';
import { compareDuration, type Result } from '../rounds.ts';
import { countries, movementDays } from '../seed.ts';

const dayMs = 86_400_000;
const asDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Thirty days from any day of the history on, of all markets and of each. */
function periods(): string[] {
  const { first, count } = movementDays;
  const markets = ['', ...[...countries, 'IS'].map((code) => `&market=${code}`)];
  return Array.from({ length: count }, (_, n) => {
    const from = first + n * dayMs;
    return `dateFrom=${asDay(from)}&dateTo=${asDay(from + 29 * dayMs)}${markets[n % markets.length]}`;
  });
}

/** The economy of 360 periods beside the point read: how many times as long one takes. */
export async function economy(service: BenchService): Promise<Result> {
  const shape = { port: service.port, connections: 1, seconds: 0.7 };
  const requests = adminRequests(
    service,
    periods().map((period) => `/v1/admin/economy?${period}`),
  );
  const point = pointReads(service);
  return compareDuration(
    () => load({ ...shape, requests }),
    () => load({ ...shape, requests: point }),
  );
}
