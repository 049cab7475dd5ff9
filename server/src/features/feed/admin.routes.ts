import { Type } from 'typebox';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Moment, parseMoment } from '../../kit/http/schema.ts';
import { adminEndpoint } from '../access/public.ts';
import { type CatalogFiles, languageFor } from '../catalog/public.ts';
import { loadFacts } from './facts.ts';
import { changeOf, composeFeed } from './rules.ts';
import { FeedPreview, feedQuery } from './schema.ts';

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
  const rails = [...railIds].map((id) => ({ id, ...changeOf(seriesOf(now, id), seriesOf(then, id)) }));
  return {
    rails: rails.filter(({ added, removed }) => added.length + removed.length > 0),
    freeToday: changeOf(idsOf(now.freeToday), idsOf(then.freeToday)),
    previewReel: changeOf(idsOf(now.previewReel), idsOf(then.previewReel)),
  };
}

export const feedPreviewRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/feed-preview',
    may: ['curation:read'],
    summary: 'See the feed as it will be at a moment',
    description:
      'With what is scheduled by then published, and the free series of that day. What viewers did is known up to now. `changes` says what is otherwise than now.',
    query: { ...feedQuery, at: Type.Optional(Moment) },
    reply: FeedPreview,
    budget: 64,
    example: { query: { surface: 'for_you', market: 'ID', lang: 'id', at: '2030-01-15T12:00:00Z' } },
    run: async ({ db, now }, { query: { surface = 'for_you', market, lang: tag, at: given } }) => {
      const at = (given === undefined ? undefined : parseMoment(given)) ?? now;
      const lang = languageFor(tag, { language: null }, {});
      const asked = { surface, market: market?.toUpperCase() ?? null, lang };
      const then = composeFeed(asked, await loadFacts(db, files, asked, { at, now }));
      const today = composeFeed(asked, await loadFacts(db, files, asked, { at: now, now }));
      return { ...then, at, generatedAt: now, changes: changesFrom(today, then) };
    },
  }),
];
