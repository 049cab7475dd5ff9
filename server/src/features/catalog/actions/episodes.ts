import { fieldLocked, notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { newId } from '../../../kit/id.ts';
import { mustMatch } from '../../../kit/revision.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import {
  findEpisode,
  insertEpisode,
  lockAssetLinks,
  lockEpisode,
  lockEpisodesOf,
  setEpisodeMedia,
  setEpisodeNumbers,
  unlinkEpisode,
  unlinkSeries,
  updateEpisode,
} from '../episodes.sql.ts';
import type { CatalogFiles } from '../ports.ts';
import { renumbered, type WordsEdit } from '../rules.ts';
import type { EpisodeFields, EpisodeRow, SeriesRow } from '../schema.ts';
import { findSeries, lockSeries, reviseSeries } from '../series.sql.ts';
import {
  change,
  type EpisodeFiles,
  mustBeAssets,
  mustBeEditable,
  mustBeReplaceable,
  mustListEachOnce,
  nameInLinks,
  plainId,
} from './edit.ts';

const target = (id: string) => ({ type: 'episode', id });

const blank: Omit<EpisodeFields, 'episodeNumber' | 'title'> = {
  synopsis: '',
  titleI18n: {},
  synopsisI18n: {},
  cliffhanger_score: 0,
  mediaAssetId: null,
  thumb_asset_id: null,
};

function fieldsOf(row: EpisodeFields): EpisodeFields {
  const { episodeNumber, title, synopsis, titleI18n, synopsisI18n, cliffhanger_score } = row;
  const words = { episodeNumber, title, synopsis, titleI18n, synopsisI18n, cliffhanger_score };
  return { ...words, mediaAssetId: plainId(row.mediaAssetId), thumb_asset_id: plainId(row.thumb_asset_id) };
}

export type NewEpisode = Partial<EpisodeFields> & Pick<EpisodeFields, 'episodeNumber' | 'title'>;

/** The series is locked, so that no episode is added while it is deleted. */
export async function createEpisode(ctx: Ctx<Admin>, files: CatalogFiles, seriesId: string, given: NewEpisode) {
  const series = (await lockSeries(ctx.tx, seriesId)) ?? refuse(notFound);
  if (series.status === 'archived') refuse(fieldLocked, { fields: ['episodes'], currentState: series.status });
  await mustBeAssets(ctx.tx, files, { ...given });
  const id = newId();
  const fields = fieldsOf({ ...blank, ...given });
  await insertEpisode(ctx.tx, { id, seriesId }, fields, ctx.now);
  await audit.record(ctx, { action: 'episode.create', target: target(id), after: { seriesId, ...fields } });
  return (await findEpisode(ctx.tx, id)) ?? refuse(notFound);
}

export type EpisodeEdit = WordsEdit<EpisodeFields>;

const episodes = { type: 'episode', lock: lockEpisode, fieldsOf, update: updateEpisode } as const;

export const editEpisode = (ctx: Ctx<Admin>, files: CatalogFiles, id: string, edit: EpisodeEdit): Promise<EpisodeRow> =>
  change(ctx, files, episodes, id, edit, ({ status }, changed) =>
    mustBeEditable(status, Object.keys(changed), edit.note),
  );

/** Sets the files of an episode, even if they are locked for ordinary edits. */
export const chooseFiles = (ctx: Ctx<Admin>, files: CatalogFiles, id: string, edit: EpisodeFiles & { note?: string }) =>
  change(
    ctx,
    files,
    episodes,
    id,
    edit,
    ({ status }, changed) => mustBeReplaceable(ctx.caller, status, changed, edit.note),
    nameInLinks,
  );

/** Links a video to its episode, which the caller has locked. */
export async function linkMedia(ctx: audit.AuditCtx, episode: EpisodeRow, assetId: string): Promise<void> {
  const { id: episodeId } = episode;
  if (episode.mediaAssetId === assetId) return;
  await setEpisodeMedia(ctx.tx, episodeId, assetId, ctx.now);
  await audit.record(ctx, {
    action: 'episode.link_media',
    target: { type: 'episode', id: episodeId },
    before: { mediaAssetId: episode.mediaAssetId },
    after: { mediaAssetId: assetId },
  });
}

/** Removes all links to a file before its deletion; archived items are read-only. */
export async function unlinkAsset(ctx: audit.AuditCtx, assetId: string): Promise<void> {
  for (const { type, id, field, status, isRemoved } of await lockAssetLinks(ctx.tx, assetId)) {
    if (!isRemoved && status === 'archived') refuse(fieldLocked, { fields: [field], currentState: status });
    const unlink = type === 'series' ? unlinkSeries : unlinkEpisode;
    await unlink(ctx.tx, id, assetId, ctx.now);
    if (isRemoved) continue;
    const fields = { before: { [field]: assetId }, after: { [field]: null } };
    await audit.record(ctx, { action: `${type}.unlink_media`, target: { type, id }, ...fields });
  }
}

/** Numbers all episodes of a series in the given order. */
export async function reorderEpisodes(
  ctx: Ctx<Admin>,
  seriesId: string,
  order: readonly string[],
): Promise<{ series: SeriesRow; episodes: EpisodeRow[] }> {
  const series = (await lockSeries(ctx.tx, seriesId)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, series.revision);
  const current = await lockEpisodesOf(ctx.tx, seriesId);
  const { rows, moved } = renumbered(current, inOrder(current, order));
  if (moved) refuse(fieldLocked, { fields: ['episodeNumber'], currentState: moved.status });
  const changed = rows.filter(({ row, episodeNumber }) => row.episodeNumber !== episodeNumber);
  if (changed.length === 0) return { series, episodes: current };
  if (series.status === 'archived') refuse(fieldLocked, { fields: ['episodes'], currentState: series.status });
  const numbers = changed.map(({ row: { id }, episodeNumber }) => ({ id, episodeNumber }));
  await setEpisodeNumbers(ctx.tx, numbers, ctx.now);
  await reviseSeries(ctx.tx, seriesId, ctx.now);
  await audit.recordAll(
    ctx,
    changed.map(({ row, episodeNumber }) => ({
      action: 'episode.update',
      target: target(row.id),
      before: { episodeNumber: row.episodeNumber },
      after: { episodeNumber },
    })),
  );
  const revised = (await findSeries(ctx.tx, seriesId)) ?? refuse(notFound);
  return { series: revised, episodes: await lockEpisodesOf(ctx.tx, seriesId) };
}

/** Sorts episodes in an order that must list each of them once. */
function inOrder(episodes: readonly EpisodeRow[], order: readonly string[]): EpisodeRow[] {
  const byId = new Map(episodes.map((episode) => [episode.id, episode]));
  return mustListEachOnce([...byId.keys()], order).flatMap((id) => byId.get(id) ?? []);
}
