import { productCount, productId } from './admins.ts';
import { type BenchCluster, type BenchService, getRequest } from './environment.ts';
import { type RequestSource, requestSource, shuffled } from './requests.ts';

/** Who calls, and in which order. */

/** So many users, drawn from all of them: at even steps they would be those of a few countries. */
export const randomUsers = ({ users }: BenchService, count: number): number[] =>
  shuffled(Array.from({ length: users }, (_, n) => n + 1)).slice(0, count);

export const userRequests = (service: BenchService, path: string, users: readonly number[]): RequestSource =>
  requestSource(users.map((n) => getRequest(path, service.userToken(n))));

/** Each path asked for by an admin of its own, as long as there are enough of them, in random order. */
export function adminRequests({ adminTokens }: BenchCluster, paths: readonly string[]): RequestSource {
  const [first] = adminTokens;
  return requestSource(
    shuffled(paths).map((path, n) => getRequest(path, adminTokens[n % adminTokens.length] ?? first)),
  );
}

/** The smallest read there is after the check of the caller: one row of one table by its key, and nothing else. */
export const pointReads = (cluster: BenchCluster): RequestSource =>
  adminRequests(
    cluster,
    Array.from({ length: productCount }, (_, n) => `/v1/admin/subscription-products/${productId(n + 1)}`),
  );
