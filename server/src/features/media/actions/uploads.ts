import type { Db } from '../../../kit/db/database.ts';
import { fieldLocked, notFound, refuse, refuseField } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isId } from '../../../kit/http/schema.ts';
import { newId } from '../../../kit/id.ts';
import { enqueueMessage } from '../../../kit/outbox.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { findEpisode, findSeries, keepsCaptions, lockEpisode, type State } from '../../catalog/public.ts';
import { takesUpload, topics } from '../rules.ts';
import type { ListedAsset } from '../schema.ts';
import {
  deletePendingFile,
  findAsset,
  findEpisodeForVideo,
  insertAsset,
  listCaptionsOf,
  type NewAsset,
  softDeleteAsset,
} from '../sql.ts';

/** The series of a file, and the episode, if any. */
export interface Owner {
  readonly series_id: string | null;
  readonly episode_id: string | null;
}

/** Undefined without an id. */
async function named<Row>(
  db: Db,
  field: string,
  id: string | undefined,
  find: (db: Db, id: string) => Promise<Row | undefined>,
) {
  if (id === undefined) return undefined;
  if (!isId(id.toLowerCase())) return refuse(notFound, { field });
  return (await find(db, id.toLowerCase())) ?? refuse(notFound, { field });
}

export async function findOwner(db: Db, given: { seriesId?: string; episodeId?: string }): Promise<Owner> {
  const episode = await named(db, 'episodeId', given.episodeId, findEpisode);
  const series = await named(db, 'seriesId', given.seriesId, findSeries);
  if (episode && series && episode.seriesId !== series.id) {
    return refuseField('seriesId', 'is not the series of the episode');
  }
  return { series_id: episode?.seriesId ?? series?.id ?? null, episode_id: episode?.id ?? null };
}

async function addAsset(
  ctx: Ctx<Admin>,
  action: `media.${string}`,
  asset: Omit<NewAsset, 'id'>,
  note?: string,
): Promise<ListedAsset> {
  const id = newId();
  await insertAsset(ctx.tx, { id, ...asset }, ctx.now);
  if (asset.playback_id) await deletePendingFile(ctx.tx, asset.playback_id);
  const { kind, status, series_id, episode_id, size_bytes, lang = null } = asset;
  const after = { kind, status, seriesId: series_id, episodeId: episode_id, lang, sizeBytes: size_bytes };
  await audit.record(ctx, { action, target: { type: 'media_asset', id }, reason: note ?? null, after });
  return (await findAsset(ctx.tx, id)) ?? refuse(notFound);
}

export interface Upload {
  readonly owner: Owner;
  readonly providerId: string;
  readonly uploadRef: string;
  readonly sizeBytes: number;
  readonly fileName: string;
}

/** Refuses if the episode could not use the video. */
export async function mustTakeVideo(db: Db, { episode_id }: Owner): Promise<void> {
  const episode = episode_id === null ? undefined : await findEpisodeForVideo(db, episode_id);
  if (!episode || takesUpload(episode)) return;
  refuse(fieldLocked, { fields: ['mediaAssetId'], currentState: episode.status });
}

/** Records an upload. The episode is locked, so that it can still use the video. */
export async function addVideo(ctx: Ctx<Admin>, { owner, providerId, uploadRef, sizeBytes, fileName }: Upload) {
  if (owner.episode_id !== null) await lockEpisode(ctx.tx, owner.episode_id);
  await mustTakeVideo(ctx.tx, owner);
  return addAsset(ctx, 'media.upload', {
    ...owner,
    kind: 'video',
    provider: 'video_provider',
    status: 'uploading',
    provider_id: providerId,
    upload_ref: uploadRef,
    size_bytes: sizeBytes,
    source_file_name: fileName,
  });
}

export interface StoredFile {
  readonly owner: Owner;
  readonly stored: string;
  readonly sizeBytes: number;
  readonly fileName: string;
}

const storedAs = ({ owner, stored, sizeBytes, fileName }: StoredFile) => ({
  ...owner,
  provider: 'storage' as const,
  status: 'ready' as const,
  playback_id: stored,
  size_bytes: sizeBytes,
  source_file_name: fileName,
});

export interface Image extends StoredFile {
  readonly kind: 'poster' | 'hero' | 'thumb';
  readonly width: number;
  readonly height: number;
}

export function addImage(ctx: Ctx<Admin>, image: Image): Promise<ListedAsset> {
  const { kind, width, height } = image;
  return addAsset(ctx, 'media.image', { ...storedAs(image), kind, width, height });
}

export interface Caption extends StoredFile {
  readonly episodeId: string;
  readonly lang: 'en' | 'ar' | 'id';
  readonly note: string | undefined;
}

/** Archived content is read-only. */
export function captionsMayChange(status: State): void {
  if (keepsCaptions(status)) refuse(fieldLocked, { fields: ['captions'], currentState: status });
}

export async function mustTakeCaptions(db: Db, { episode_id }: Owner): Promise<void> {
  const episode = episode_id === null ? undefined : await findEpisode(db, episode_id);
  if (episode) captionsMayChange(episode.status);
}

/** Replaces captions of the same language; concurrent changes are serialized. */
export async function addCaption(ctx: Ctx<Admin>, caption: Caption): Promise<ListedAsset> {
  const { episodeId, lang, note } = caption;
  const episode = (await lockEpisode(ctx.tx, episodeId)) ?? refuse(notFound, { field: 'episodeId' });
  captionsMayChange(episode.status);
  const old = (await listCaptionsOf(ctx.tx, [episodeId])).find((one) => one.lang === lang);
  if (old) {
    await softDeleteAsset(ctx.tx, old.id, ctx.now);
    await enqueueMessage(ctx.tx, topics.removeFile, { name: old.playbackId }, ctx.now);
    const target = { type: 'media_asset', id: old.id };
    await audit.record(ctx, { action: 'media.delete', target, before: { kind: old.kind, lang }, reason: 'replaced' });
  }
  return addAsset(ctx, 'media.caption', { ...storedAs(caption), kind: 'caption', lang }, note?.trim() || undefined);
}
