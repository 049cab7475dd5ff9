import { adminRequests, pointReads, randomUsers } from '../callers.ts';
import type { BenchService } from '../environment.ts';
import { load } from '../load.ts';
import { compareDuration, type Result } from '../rounds.ts';
import { names } from '../seed.ts';

/** How many times as long a search takes as the point read, its page and its exact total together. */
async function besidePointRead(service: BenchService, searches: readonly string[]): Promise<Result> {
  const shape = { port: service.port, connections: 1, seconds: 0.7 };
  const paths = searches.map((q) => `/v1/admin/users?q=${q}`);
  const [requests, point] = [adminRequests(service, paths), pointReads(service)];
  return compareDuration(
    () => load({ ...shape, requests }),
    () => load({ ...shape, requests: point }),
  );
}

/** 64 searches, each of which few of all users match. */
export const userSearch = (service: BenchService) =>
  besidePointRead(
    service,
    randomUsers(service, 64).map((n) => `viewer${n}`),
  );
/** Eight names, each of which one user in twelve has. */
export const userSearchBroad = (service: BenchService) =>
  besidePointRead(
    service,
    names.map((name) => name.toLowerCase()),
  );
