import { notFound, refuse, refuseField } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isId } from '../../../kit/http/schema.ts';
import { newId } from '../../../kit/id.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { slugTaken } from '../errors.ts';
import type { CatalogFiles } from '../ports.ts';
import { slugsFor, type WordsEdit } from '../rules.ts';
import type { SeriesFields, SeriesRow } from '../schema.ts';
import { findSeries, insertSeries, lockSeries, updateSeries } from '../series.sql.ts';
import { change, mustBeAssets, mustBeEditable, mustBeReplaceable, plainId, type SeriesFiles } from './edit.ts';

const target = (id: string) => ({ type: 'series', id });

const blank: Omit<SeriesFields, 'slug' | 'title'> = {
  synopsis: '',
  titleI18n: {},
  synopsisI18n: {},
  genreSlug: null,
  tropes: [],
  targetLanguages: ['en'],
  freeEpisodes: 0,
  posterAssetId: null,
  heroAssetId: null,
};

function fieldsOf(row: SeriesFields): SeriesFields {
  const { slug, title, synopsis, titleI18n, synopsisI18n, genreSlug, tropes, targetLanguages } = row;
  const words = { slug, title, synopsis, titleI18n, synopsisI18n, genreSlug, tropes, targetLanguages };
  const links = { posterAssetId: plainId(row.posterAssetId), heroAssetId: plainId(row.heroAssetId) };
  return { ...words, freeEpisodes: row.freeEpisodes, ...links };
}

/** URLs take slugs and ids, so a slug must not look like an id. */
function mustBeSlug(slug: string): void {
  if (isId(slug)) refuseField('slug', 'must not look like an id', 'looks_like_an_id');
}

export type NewSeries = Partial<SeriesFields> & Pick<SeriesFields, 'title'>;

export async function createSeries(ctx: Ctx<Admin>, files: CatalogFiles, given: NewSeries): Promise<SeriesRow> {
  const id = newId();
  if (given.slug !== undefined) mustBeSlug(given.slug);
  await mustBeAssets(ctx.tx, files, { ...given });
  const slugs = given.slug === undefined ? slugsFor(given.title, id) : [given.slug];
  for (const slug of slugs) {
    const fields = fieldsOf({ ...blank, ...given, slug });
    if (!(await insertSeries(ctx.tx, id, fields, ctx.now))) continue;
    await audit.record(ctx, { action: 'series.create', target: target(id), after: { ...fields } });
    return (await findSeries(ctx.tx, id)) ?? refuse(notFound);
  }
  return refuse(slugTaken);
}

export type SeriesEdit = WordsEdit<SeriesFields>;

const series = { type: 'series', lock: lockSeries, fieldsOf, update: updateSeries } as const;

export const editSeries = (ctx: Ctx<Admin>, files: CatalogFiles, id: string, edit: SeriesEdit): Promise<SeriesRow> =>
  change(ctx, files, series, id, edit, ({ status }, changed) => {
    mustBeEditable(status, Object.keys(changed), edit.note);
    if (typeof changed.slug === 'string') mustBeSlug(changed.slug);
  });

/** Sets the artwork of a series, even if it is locked for ordinary edits. */
export const chooseArtwork = (
  ctx: Ctx<Admin>,
  files: CatalogFiles,
  id: string,
  edit: SeriesFiles & { note?: string },
): Promise<SeriesRow> =>
  change(ctx, files, series, id, edit, ({ status }, changed) =>
    mustBeReplaceable(ctx.caller, status, changed, edit.note),
  );
