import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { change } from './change.ts';
import { applyReply, invalidateAfter } from './invalidate.ts';
import { keyOf } from './query.ts';

it.each(['/v1/admin/schedules/{id}', '/v1/admin/episodes/{id}', '/v1/admin/pricing/overrides'])(
  'A change to %s marks the preview of the feed as stale, and not what has nothing to do with it',
  (path) => {
    const client = new QueryClient();
    const [feed, roles] = [keyOf('/v1/admin/feed-preview', {}), keyOf('/v1/admin/roles', {})];
    for (const key of [feed, roles]) client.setQueryData(key, {});
    invalidateAfter(client, [path]);
    const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
    expect([isStale(feed), isStale(roles)]).toEqual([true, false]);
  },
);

it('An edit that waits for a second admin leaves what was read as it is', () => {
  const client = new QueryClient();
  const path = { id: '01930000-0000-7000-8000-0000000000a1' };
  const key = keyOf('/v1/admin/promos/{id}', { path });
  const edit = change('PUT', '/v1/admin/promos/{id}', { path, body: { budgetCoins: 2 } });
  client.setQueryData(key, { budgetCoins: 1 });
  applyReply(client, edit, { data: { kind: 'approval_pending', approvalId: path.id, reason: 'x' }, etag: null });
  expect(client.getQueryData(key)).toEqual({ budgetCoins: 1 });
  applyReply(client, edit, { data: { budgetCoins: 2 }, etag: null });
  expect(client.getQueryData(key)).toEqual({ budgetCoins: 2 });
});

it('What was deleted is not read again, and its list is', () => {
  const client = new QueryClient();
  const [path, id] = ['/v1/admin/collections/{id}', 'c1'] as const;
  const [one, preview] = [keyOf(path, { path: { id } }, 'tagged'), keyOf(`${path}/preview`, { path: { id } })];
  const [other, list] = [keyOf(path, { path: { id: 'c2' } }, 'tagged'), keyOf('/v1/admin/collections', {})];
  const staleAfter = (data: unknown) => {
    for (const key of [one, preview, other, list]) client.setQueryData(key, {});
    applyReply(client, change('DELETE', path, { path: { id } }), { data, etag: null });
    return [one, preview, other, list].map((key) => client.getQueryState(key)?.isInvalidated);
  };
  expect(staleAfter(null)).toEqual([false, false, true, true]);
  // It waits for an approval.
  expect(staleAfter({ approvalId: 'a1' })).toEqual([true, true, true, true]);
});
