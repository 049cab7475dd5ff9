import { adminRequests, pointReads, userPages } from '../callers.ts';
import type { BenchService } from '../environment.ts';
import { load } from '../load.ts';
import { compareDuration, type Result } from '../rounds.ts';

/** The pages of 2,000 users beside the point read: how many times as long one takes. */
export async function userPage(service: BenchService): Promise<Result> {
  const shape = { port: service.port, connections: 1, seconds: 0.7 };
  const [pages, point] = [adminRequests(service, userPages(service, 2_000)), pointReads(service)];
  return compareDuration(
    () => load({ ...shape, requests: pages }),
    () => load({ ...shape, requests: point }),
  );
}
