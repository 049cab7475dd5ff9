import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { invalidateAfter } from './invalidate.ts';
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
