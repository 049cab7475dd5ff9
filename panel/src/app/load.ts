import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query';
import { readPermissions } from '../api/contract.ts';
import { hasPermission } from './screen.ts';
import type { Me } from './session.ts';

interface LoadContext {
  readonly client: QueryClient;
  readonly me: Me;
}

const mayRead = (held: readonly string[], path: unknown): boolean => {
  const needed = typeof path === 'string' ? (readPermissions[path] ?? []) : [];
  return needed.length === 0 || needed.some((permission) => hasPermission(held, permission));
};

/** Those for whom a first screen has been opened. */
const begun = new WeakSet<QueryClient>();

/** Shorter than what the router waits before it shows that something is on its way. */
const firstWaitMs = 90;

/** Waits for an answer, but not for long. */
const shortly = (answer: Promise<unknown>): Promise<unknown> =>
  Promise.race([answer, new Promise((resolve) => setTimeout(resolve, firstWaitMs))]);

type Query<Fetched, Fault, Data, Kept, Key extends QueryKey> = QueryExecuteOptions<Fetched, Fault, Data, Kept, Key>;

/**
 * Begins to fetch what a screen shows first, for the loader of its route: when a link is hovered or focused, and beside
 * the screen's code when it is opened. Nobody waits for it, and a failure is left to the screen, which asks again and
 * shows what went wrong in its place.
 */
export function preload<Fetched, Fault, Data, Kept, Key extends QueryKey>(
  context: LoadContext,
  query: Query<Fetched, Fault, Data, Kept, Key>,
): void {
  void preloadList(context, query);
}

/**
 * The same for a list. As the first screen it waits a moment: the server has named its data with the page, so that they
 * are there by now, and the screen need not be made twice.
 */
export function preloadList<Fetched, Fault, Data, Kept, Key extends QueryKey>(
  { client, me }: LoadContext,
  query: Query<Fetched, Fault, Data, Kept, Key>,
): Promise<unknown> | undefined {
  if (!mayRead(me.permissions, query.queryKey[0])) return undefined;
  const answer = client.query({ ...query, staleTime: 'static' }).catch(() => undefined);
  if (begun.has(client)) return undefined;
  begun.add(client);
  return shortly(answer);
}
