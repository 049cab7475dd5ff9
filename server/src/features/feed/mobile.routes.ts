import type { Bus } from '../../kit/bus.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { type CatalogFiles, languageFor, languageHeaders } from '../catalog/public.ts';
import { userEndpoint } from '../users/public.ts';
import { loadFacts } from './facts.ts';
import { createRuleCache } from './rule-cache.ts';
import { composeFeed, keptUntil } from './rules.ts';
import { Feed, feedQuery } from './schema.ts';

export function feedRoutes(files: CatalogFiles, bus: Bus | undefined): Endpoint[] {
  const pick = createRuleCache(bus);
  return [
    userEndpoint.sharedRead({
      url: '/feed',
      access: 'signed_in',
      summary: 'Read the feed of a surface',
      description:
        'The rails with their series, the free series of today in the market, and the preview reel. The market is that of the query or the viewer; the language that of `lang`, the viewer, or `Accept-Language`. Never empty: without rails it contains one with the newest series. Changes by editors appear in the next response; viewer activity is counted within 30 seconds.',
      query: feedQuery,
      headers: languageHeaders,
      conditional: { cacheControl: 'private, no-cache' },
      reply: Feed,
      example: { query: { surface: 'for_you', market: 'ID', lang: 'id' } },
      topics: ['catalog', 'curation', 'rotation'],
      cacheKey: ({ query, headers }, caller) => ({
        surface: query.surface ?? 'for_you',
        market: query.market?.toUpperCase() ?? caller.countryCode,
        lang: languageFor(query.lang, caller, headers),
      }),
      run: async ({ db, now }, request) => {
        let until = keptUntil(now);
        const facts = await loadFacts(db, files, request, { at: now, now }, async (rule) => {
          const picked = await pick(db, rule, now);
          until = Math.min(until, picked.until);
          return picked.rows;
        });
        const feed = composeFeed(request, facts);
        return { body: { ...feed, generatedAt: now }, etagSource: feed, until: new Date(until) };
      },
    }),
  ];
}
