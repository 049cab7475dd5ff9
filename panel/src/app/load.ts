import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query';
import { readPermissions } from '../api/contract.ts';
import { holds } from './screen.ts';
import type { Me } from './session.ts';

interface LoadContext {
  readonly client: QueryClient;
  readonly me: Me;
}

const mayRead = (held: readonly string[], path: unknown): boolean => {
  const needed = typeof path === 'string' ? (readPermissions[path] ?? []) : [];
  return needed.length === 0 || needed.some((permission) => holds(held, permission));
};

/**
 * Begins to fetch what a screen shows first, for the loader of its route: when a link is hovered or focused, and beside
 * the screen's code when it is opened. Nobody waits for it, and a failure is left to the screen, which asks again and
 * shows what went wrong in its place.
 */
export function preload<Fetched, Fault, Data, Kept, Key extends QueryKey>(
  { client, me }: LoadContext,
  query: QueryExecuteOptions<Fetched, Fault, Data, Kept, Key>,
): void {
  if (!mayRead(me.permissions, query.queryKey[0])) return;
  client.query({ ...query, staleTime: 'static' }).catch(() => undefined);
}
