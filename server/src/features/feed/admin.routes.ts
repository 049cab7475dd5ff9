import { Type } from 'typebox';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Moment, parseMoment, wholeList } from '../../kit/http/schema.ts';
import { dayMs } from '../../kit/time.ts';
import { adminEndpoint } from '../access/public.ts';
import { adminLangQuery, type CatalogFiles } from '../catalog/public.ts';
import { listEmptyRails } from './empty-rails.ts';
import { loadFacts } from './facts.ts';
import { composeFeed, diffLists, isChanged } from './rules.ts';
import { listStops } from './scheduled-changes.ts';
import { EmptyRails, FeedPreview, FeedStops, feedQuery, stopsQuery } from './schema.ts';

const defaultDays = 14;

interface Shown {
  readonly rails: readonly { readonly id: string; readonly series: readonly { readonly id: string }[] }[];
  readonly freeToday: readonly { readonly id: string }[];
  readonly previewReel: readonly { readonly id: string }[];
}

const idsOf = (series: readonly { readonly id: string }[] = []): string[] => series.map(({ id }) => id);

/** Differences between two feeds. */
function changesFrom(now: Shown, then: Shown) {
  const seriesOf = (feed: Shown, id: string) => idsOf(feed.rails.find((rail) => rail.id === id)?.series);
  const railIds = new Set([...now.rails, ...then.rails].map(({ id }) => id));
  const rails = [...railIds].map((id) => ({ id, ...diffLists(seriesOf(now, id), seriesOf(then, id)) }));
  return {
    rails: rails.filter(isChanged),
    railOrder: diffLists(idsOf(now.rails), idsOf(then.rails)),
    freeToday: diffLists(idsOf(now.freeToday), idsOf(then.freeToday)),
    previewReel: diffLists(idsOf(now.previewReel), idsOf(then.previewReel)),
  };
}

const stopsRoute = (files: CatalogFiles): Endpoint =>
  adminEndpoint({
    method: 'GET',
    url: '/admin/feed-preview/stops',
    access: ['curation:read'],
    summary: 'List the scheduled changes of the feed',
    description:
      'Soonest first, at most 200: scheduled publications, days on which another series is free in the market, and series that become too old for a collection of the newest.',
    query: stopsQuery,
    reply: FeedStops,
    example: { query: { surface: 'for_you', market: 'ID', days: '14' } },
    run: async ({ db, now }, { query: { surface = 'for_you', market, days = defaultDays } }) => {
      const until = new Date(now.getTime() + days * dayMs);
      const request = { surface, market: market?.toUpperCase() ?? null, now, until };
      return { from: now, until, ...wholeList(await listStops(db, files, request)) };
    },
  });

const previewRoute = (files: CatalogFiles): Endpoint =>
  adminEndpoint({
    method: 'GET',
    url: '/admin/feed-preview',
    access: ['curation:read'],
    summary: 'Preview the feed at a moment',
    description:
      'Content scheduled by then counts as published, and the free series is that of the day. Viewer activity is as of now. `changes` lists the differences from the current feed.',
    query: { ...feedQuery, lang: adminLangQuery, at: Type.Optional(Moment) },
    reply: FeedPreview,
    example: { query: { surface: 'for_you', market: 'ID', lang: 'id', at: '2030-01-15T12:00:00Z' } },
    run: async ({ db, now }, { query: { surface = 'for_you', market, lang = 'en', at: given } }) => {
      const at = (given === undefined ? undefined : parseMoment(given)) ?? now;
      const request = { surface, market: market?.toUpperCase() ?? null, lang };
      const then = composeFeed(request, await loadFacts(db, files, request, { at, now }));
      const today = composeFeed(request, await loadFacts(db, files, request, { at: now, now }));
      return { ...then, at, generatedAt: now, changes: changesFrom(today, then) };
    },
  });

const emptyRailRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/feed-preview/empty-rails',
    access: ['curation:read'],
    summary: 'List active rails that are empty now or within a week',
    description:
      'The app omits empty rails. `emptyAt` is now, or a week from now if planned changes leave the rail without series by then; future viewer activity is unknown.',
    reply: EmptyRails,
    example: {},
    run: async ({ db, now }) => wholeList(await listEmptyRails(db, now)),
  }),
];

export const feedPreviewRoutes = (files: CatalogFiles): Endpoint[] => [
  previewRoute(files),
  stopsRoute(files),
  ...emptyRailRoutes,
];
