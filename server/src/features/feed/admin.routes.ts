import { Type } from 'typebox';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Moment, parseMoment, wholeList } from '../../kit/http/schema.ts';
import { dayMs } from '../../kit/time.ts';
import { adminEndpoint } from '../access/public.ts';
import { adminLangQuery, type CatalogFiles } from '../catalog/public.ts';
import { listEmptyRails } from './empty-rails.ts';
import { loadFacts } from './facts.ts';
import { composeFeed, diffLists, isChanged } from './rules.ts';
import { EmptyRails, FeedPreview, FeedStops, feedQuery, stopsQuery } from './schema.ts';
import { listStops } from './stops.ts';

const defaultDays = 14;

interface Shown {
  readonly rails: readonly { readonly id: string; readonly series: readonly { readonly id: string }[] }[];
  readonly freeToday: readonly { readonly id: string }[];
  readonly previewReel: readonly { readonly id: string }[];
}

const idsOf = (series: readonly { readonly id: string }[] = []): string[] => series.map(({ id }) => id);

/** What is otherwise in one feed than in another. */
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
    summary: 'List the moments at which the feed changes by itself',
    description:
      'From now on, soonest first: what is scheduled to be published, the days on which another series is free in the market, and when a series grows too old for a collection of the newest. At most 200 of them.',
    query: stopsQuery,
    reply: FeedStops,
    example: { query: { surface: 'for_you', market: 'ID', days: '14' } },
    run: async ({ db, now }, { query: { surface = 'for_you', market, days = defaultDays } }) => {
      const until = new Date(now.getTime() + days * dayMs);
      const asked = { surface, market: market?.toUpperCase() ?? null, now, until };
      return { from: now, until, ...wholeList(await listStops(db, files, asked)) };
    },
  });

const previewRoute = (files: CatalogFiles): Endpoint =>
  adminEndpoint({
    method: 'GET',
    url: '/admin/feed-preview',
    access: ['curation:read'],
    summary: 'See the feed as it will be at a moment',
    description:
      'With what is scheduled by then published, and the free series of that day. What viewers did is known up to now. `changes` says what is otherwise than now.',
    query: { ...feedQuery, lang: adminLangQuery, at: Type.Optional(Moment) },
    reply: FeedPreview,
    example: { query: { surface: 'for_you', market: 'ID', lang: 'id', at: '2030-01-15T12:00:00Z' } },
    run: async ({ db, now }, { query: { surface = 'for_you', market, lang = 'en', at: given } }) => {
      const at = (given === undefined ? undefined : parseMoment(given)) ?? now;
      const asked = { surface, market: market?.toUpperCase() ?? null, lang };
      const then = composeFeed(asked, await loadFacts(db, files, asked, { at, now }));
      const today = composeFeed(asked, await loadFacts(db, files, asked, { at: now, now }));
      return { ...then, at, generatedAt: now, changes: changesFrom(today, then) };
    },
  });

const emptyRailRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/feed-preview/empty-rails',
    access: ['curation:read'],
    summary: 'List the active rails that show nothing, now or in a week',
    description:
      'The app leaves out a rail that shows nothing. `emptyAt` is now, or a week from now where what is planned leaves it without series by then; what viewers do until then is not known.',
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
