import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import { canonicalJson } from '../../kit/canonical.ts';
import type { CallerValue } from '../../kit/db/batched-read.ts';
import type { Endpoint, TaggedReply } from '../../kit/http/endpoint.ts';
import { type CatalogFiles, languageFor, languageHeaders } from '../catalog/public.ts';
import { userEndpoint } from '../users/public.ts';
import { loadFacts } from './facts.ts';
import { createReadyFeeds } from './ready-feeds.ts';
import { composeFeed } from './rules.ts';
import { Feed, feedQuery } from './schema.ts';

/**
 * Another word after every change of what feeds are made of: one that is committed late, with a lower number than the
 * last, shows in their count, and one that was forgotten meanwhile in the first.
 */
const edition: CallerValue<string> = {
  name: 'feed edition',
  sql: () => `(select concat_ws(' ', count(*), min(id), max(id)) from feed_changes)`,
};

export function feedRoutes(files: CatalogFiles): Endpoint[] {
  const ready = createReadyFeeds<TaggedReply<Static<typeof Feed>>>();
  return [
    userEndpoint.conditionalRead({
      url: '/feed',
      access: 'signed_in',
      summary: 'Read the feed of a surface',
      description:
        'The rails with their series, the free series of today in the market, and the preview reel. The market is that of the query or the viewer; the language that of `lang`, the viewer, or `Accept-Language`. Never empty: without rails it contains one with the newest series. Changes by editors appear in the next response; viewer activity is counted within 30 seconds.',
      query: feedQuery,
      headers: languageHeaders,
      conditional: { cacheControl: 'private, no-cache' },
      reply: Feed,
      // Of each rail a rule asks for its figures, chooses among them, and at worst asks twice more.
      example: { query: { surface: 'for_you', market: 'ID', lang: 'id' } },
      callerValue: edition,
      run: async (ctx, { query, headers, callerValue }) => {
        const version = callerValue ?? '';
        const { db, caller, now } = ctx;
        const { surface = 'for_you' } = query;
        const lang = languageFor(query.lang, caller, headers);
        const market = query.market?.toUpperCase() ?? caller.countryCode;
        const asked = { surface, market, lang };
        return ready.find([surface, market ?? '', lang], { db, edition: version, now }, async (pick) => {
          const facts = await loadFacts(db, files, asked, { at: now, now }, pick);
          const feed = composeFeed(asked, facts);
          const value = createHash('sha256').update(canonicalJson(feed)).digest('base64url').slice(0, 27);
          return ctx.tagged({ ...feed, generatedAt: now }, { value, weak: true });
        });
      },
    }),
  ];
}
