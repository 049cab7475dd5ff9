import { fieldLocked, notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { newId } from '../../../kit/id.ts';
import { mustMatch } from '../../../kit/revision.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import {
  type EpisodeFields,
  type EpisodeRow,
  findEpisode,
  insertEpisode,
  lockEpisode,
  updateEpisode,
} from '../episodes.sql.ts';
import type { CatalogFiles } from '../ports.ts';
import { changedBy, editedWords, type WordsEdit } from '../rules.ts';
import { lockSeries } from '../series.sql.ts';
import { type EpisodeFiles, mustBeAssets, mustBeEditable, mustBeReplaceable, pick, plainId } from './edit.ts';

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

/** Adds an episode to a series. The series is locked, so that none is added to one that is being removed. */
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

export const editEpisode = (ctx: Ctx<Admin>, files: CatalogFiles, id: string, edit: EpisodeEdit) =>
  change(ctx, files, id, edit, ({ status }, changed) => mustBeEditable(status, Object.keys(changed), edit.note));

/** Chooses the files of an episode, also where they are locked to ordinary edits. */
export const chooseFiles = (ctx: Ctx<Admin>, files: CatalogFiles, id: string, edit: EpisodeFiles & { note?: string }) =>
  change(ctx, files, id, edit, ({ status }, changed) => mustBeReplaceable(ctx.caller, status, changed, edit.note));

async function change(
  ctx: Ctx<Admin>,
  files: CatalogFiles,
  id: string,
  edit: EpisodeEdit,
  mustBeAllowed: (episode: EpisodeRow, changed: Partial<EpisodeFields>) => void,
) {
  const episode = (await lockEpisode(ctx.tx, id)) ?? refuse(notFound);
  mustMatch(ctx.ifMatch, episode.revision);
  const { note, ...given } = edit;
  const [before, after] = [fieldsOf(episode), fieldsOf({ ...episode, ...given, ...editedWords(episode, given) })];
  const changed = changedBy(before, after);
  if (changed.length === 0) return episode;
  mustBeAllowed(episode, pick(after, changed));
  await mustBeAssets(ctx.tx, files, pick(after, changed));
  await updateEpisode(ctx.tx, id, after, ctx.now);
  await audit.record(ctx, {
    action: 'episode.update',
    target: target(id),
    reason: note ?? null,
    before: pick(before, changed),
    after: pick(after, changed),
  });
  return (await findEpisode(ctx.tx, id)) ?? refuse(notFound);
}
