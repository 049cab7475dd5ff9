import type { Db } from '../../kit/db/database.ts';
import { type CatalogFiles, cardsOf } from '../catalog/public.ts';
import {
  listActiveRails,
  listCards,
  listReel,
  type Moment,
  type PickByRule,
  pickByRule,
  resolveCollection,
} from '../curation/public.ts';
import { dayOf, listSeriesFreeOn } from '../rotation/public.ts';
import { type FeedRequest, newestRule, type RailFacts } from './rules.ts';

export async function loadFacts(
  db: Db,
  files: CatalogFiles,
  { surface, market, lang }: FeedRequest,
  moment: Moment,
  pick: PickByRule = (rule) => pickByRule(db, rule, moment.at, moment.now),
) {
  const rails: RailFacts[] = [];
  for (const { rule, items, ...rail } of await listActiveRails(db, surface)) {
    const picked = await resolveCollection(db, { rule, items }, moment, pick);
    rails.push({ ...rail, seriesIds: picked.map(({ seriesId }) => seriesId) });
  }
  const newest = (await pick(newestRule)).map(({ seriesId }) => seriesId);
  const freeToday = await listSeriesFreeOn(db, dayOf(moment.at), market);
  const reel = (await listReel(db)).map(({ seriesId }) => seriesId);
  const named = await resolveCollection(
    db,
    { rule: null, items: [...freeToday, ...reel].map((seriesId, sort) => ({ seriesId, sort })) },
    moment,
  );
  const shown = new Set(named.map(({ seriesId }) => seriesId));
  const lists = {
    newest,
    freeToday: freeToday.filter((id) => shown.has(id)),
    previewReel: reel.filter((id) => shown.has(id)),
  };
  const ids = new Set([...rails.flatMap(({ seriesIds }) => seriesIds), ...Object.values(lists).flat()]);
  const rows = await listCards(db, [...ids], lang, moment);
  const show = await cardsOf(db, files, rows, new Set(lists.freeToday));
  return { ...lists, rails, cards: new Map(rows.map((row) => [row.id, show(row)])) };
}
