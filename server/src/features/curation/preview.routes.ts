import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Country, Id, isId, Moment, parseMoment, wholeList } from '../../kit/http/schema.ts';
import { adminEndpoint } from '../access/public.ts';
import {
  adminLangQuery,
  type CatalogFiles,
  cardsOf,
  exampleSeries,
  findSeries,
  type Language,
} from '../catalog/public.ts';
import { dayAfter, dayOf, listFreeDays, listSeriesFreeOn } from '../rotation/public.ts';
import { usualStartsOf } from './pick.sql.ts';
import { listContents, listReel } from './rails.sql.ts';
import { contentsOf, type ResolvableCollection, resolveCollection, whyOf } from './resolve.ts';
import { withRuleDefaults } from './rules.ts';
import { CollectionContents, CollectionPreview, contentsQuery, RulePreviewBody, SeriesPlacements } from './schema.ts';
import { type CollectionRow, findCollection, listCards, listCollectionsFor } from './sql.ts';

const params = { id: Id };
const exampleCollection = { id: '01930000-0000-7000-8000-0000000000c2' };

interface PreviewQuery {
  readonly market?: string;
  readonly lang?: Language;
  readonly at?: string;
}

/** The series that viewers find in a collection at a moment, as cards, and why. */
async function previewOf(
  db: Db,
  files: CatalogFiles,
  collection: ResolvableCollection,
  { market, lang = 'en', at: given }: PreviewQuery,
  now: Date,
) {
  const at = given === undefined ? now : (parseMoment(given) ?? now);
  const picked = await resolveCollection(db, collection, { at, now });
  const ids = picked.map(({ seriesId }) => seriesId);
  const cards = await listCards(db, ids, lang, { at, now });
  const free = await listSeriesFreeOn(db, dayOf(at), market?.toUpperCase() ?? null);
  const show = await cardsOf(db, files, cards, new Set(free));
  const usual = await usualStartsOf(db, collection.rule, ids, { at, now });
  const byId = new Map(cards.map((card) => [card.id, card]));
  const series = picked.flatMap(({ seriesId, value }) => {
    const card = byId.get(seriesId);
    if (!card) return [];
    const usualStarts = usual.get(seriesId) ?? null;
    return [{ ...show(card), why: whyOf(collection.rule, value, usualStarts ?? 0), value, usualStarts }];
  });
  return { series };
}

const previewQuery = { market: Type.Optional(Country), lang: adminLangQuery, at: Type.Optional(Moment) };
const exampleRule = { genre: 'revenge', sort: 'top_this_week', limit: 20 } as const;

export const previewRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/collections/:id/preview',
    access: ['curation:read'],
    summary: 'Preview the series of a collection, with reasons',
    description:
      'In the order shown by the app. `at` is any moment: content scheduled by then counts as published; viewer activity is as of now.',
    params,
    query: previewQuery,
    reply: CollectionPreview,
    example: { params: exampleCollection, query: { market: 'ID', lang: 'id' } },
    target: (db, { id }) => findCollection(db, id),
    run: ({ db, now }, { target, query }) => previewOf(db, files, target, query, now),
  }),
  adminEndpoint.postedRead({
    url: '/admin/collections/preview',
    access: ['curation:read'],
    summary: 'Preview the series that a rule selects, with reasons',
    description: 'For an unsaved rule; otherwise like the preview of a collection.',
    query: previewQuery,
    body: RulePreviewBody,
    reply: CollectionPreview,
    example: { query: { market: 'ID', lang: 'id' }, body: { rule: exampleRule } },
    run: ({ db, now }, { query, body }) =>
      previewOf(db, files, { rule: withRuleDefaults(body.rule), items: [] }, query, now),
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/collections/contents',
    access: ['curation:read'],
    summary: 'Count the visible series of collections',
    description: 'As of now, with the posters of the first series.',
    query: contentsQuery,
    reply: CollectionContents,
    // A question for each rule.
    example: { query: { ids: exampleCollection.id } },
    run: async ({ db, now }, { query: { ids } }) => {
      const found = await listContents(db, ids.map((id) => id.toLowerCase()).filter(isId));
      const contentOf = await contentsOf(db, files, found, now);
      return wholeList(found.map(({ id }) => ({ id, ...contentOf(id) })));
    },
  }),
];

/** So far ahead free days are told on the page of a series. */
const freeAheadDays = 60;

async function freeDaysOf(db: Db, seriesId: string, now: Date) {
  const today = dayOf(now);
  const days = await listFreeDays(db, today, dayAfter(today, freeAheadDays));
  const own = days.filter((day) => day.seriesId === seriesId).map(({ date, marketCode }) => ({ date, marketCode }));
  return own.toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

export const placementsRoute: Endpoint = adminEndpoint({
  method: 'GET',
  url: '/admin/series/:id/placements',
  access: ['curation:read'],
  summary: 'List where a series appears in the app',
  description:
    'The collections that contain it, the rails that show these, its place in the preview reel, and the days from today on which it is free. Viewers see it only while it is published.',
  params,
  reply: SeriesPlacements,
  // A question for each rule that may choose it.
  example: { params: exampleSeries },
  target: (db, { id }) => findSeries(db, id),
  run: async ({ db, now }, { target: { id: seriesId } }) => {
    const collections: (Pick<CollectionRow, 'id' | 'titleI18n' | 'type' | 'rails'> & { place: number })[] = [];
    for (const { id, titleI18n, type, rule, items, rails } of await listCollectionsFor(db, seriesId)) {
      const list = rule ? await resolveCollection(db, { rule, items }, { at: now, now }) : items;
      const place = list.findIndex((one) => one.seriesId === seriesId) + 1;
      if (place > 0) collections.push({ id, titleI18n, type, place, rails });
    }
    const reel = await listReel(db);
    const place = reel.findIndex((entry) => entry.seriesId === seriesId) + 1;
    const score = reel[place - 1]?.editorialHeroScore;
    const previewReel = score === undefined ? null : { place, editorialHeroScore: score };
    return { collections, previewReel, freeDays: await freeDaysOf(db, seriesId, now) };
  },
});
