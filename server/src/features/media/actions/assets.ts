import type { Db } from '../../../kit/db/database.ts';
import { invalidTransition, notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isRecord } from '../../../kit/json.ts';
import { enqueueMessage } from '../../../kit/outbox.ts';
import { moveTo } from '../../../kit/workflow.ts';
import { type Admin, hasPermission, permissionCheck } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import {
  type AssetLink,
  linkMedia,
  lockAssetLinks,
  lockEpisode,
  mustBeReplaceable,
  showsToViewers,
  unlinkAsset,
} from '../../catalog/public.ts';
import type { EventResult, Subject } from '../../webhooks/public.ts';
import { assetInUse } from '../errors.ts';
import { advance, assetMoves, canRetry, linksAutomatically, type ProviderReport, topics } from '../rules.ts';
import type { ListedAsset } from '../schema.ts';
import {
  advanceAsset,
  findAsset,
  findByProviderId,
  findEpisodeForVideo,
  listVideos,
  lockAsset,
  retryAsset,
  softDeleteAsset,
} from '../sql.ts';
import { captionsMayChange } from './uploads.ts';

const providerIdOf = (payload: unknown): string =>
  isRecord(payload) && typeof payload.providerId === 'string' ? payload.providerId : '';

const namesOf = ({ sourceFileName, belongsTo }: ListedAsset): Pick<Subject, 'label' | 'episodeNumber'> =>
  belongsTo?.episodeNumber
    ? { label: belongsTo.seriesTitle, episodeNumber: belongsTo.episodeNumber }
    : { label: sourceFileName };

export async function subjectsOf(
  db: Db,
  payloads: readonly unknown[],
  permissions: readonly string[],
): Promise<(Subject | null)[]> {
  if (!hasPermission(permissions, 'catalog:read')) return payloads.map(() => null);
  const providerIds = payloads.map(providerIdOf);
  const videos = await listVideos(db, [...new Set(providerIds.filter(Boolean))]);
  return providerIds.map((providerId) => {
    const video = videos.find((one) => one.providerId === providerId);
    return video ? { type: 'media_asset', id: video.id, ...namesOf(video) } : null;
  });
}

const target = (id: string) => ({ type: 'media_asset', id });

/** Applies a report of the provider, from a webhook or a query. */
export async function applyReport(
  ctx: audit.AuditCtx,
  providerId: string,
  report: ProviderReport,
): Promise<EventResult> {
  const known = await findByProviderId(ctx.tx, providerId);
  if (!known) return { outcome: 'unmatched', detail: 'unknown_asset' };
  // The lock order is episode, asset; a ready video is linked to its episode.
  const episode = known.episodeId === null ? undefined : await lockEpisode(ctx.tx, known.episodeId);
  const asset = await lockAsset(ctx.tx, known.id);
  if (!asset) return { outcome: 'ignored', detail: 'asset_deleted' };
  const change = advance(asset, report);
  if (!change) return { outcome: 'ignored', detail: 'asset_unchanged' };
  await advanceAsset(ctx.tx, asset.id, change, ctx.now);
  const { status, error } = change;
  const states = { before: { status: asset.status }, after: { status, ...(error !== null && { error }) } };
  await audit.record(ctx, { action: `media.${status}`, target: target(asset.id), ...states });
  const advanced: EventResult = { outcome: 'applied', detail: 'asset_advanced' };
  if (status !== 'ready' || asset.episodeId === null) return advanced;
  const now = await findEpisodeForVideo(ctx.tx, asset.episodeId);
  if (!episode || !now) return { outcome: 'applied', detail: 'asset_without_episode' };
  if (!linksAutomatically(now)) return { outcome: 'applied', detail: 'asset_not_linked' };
  await linkMedia(ctx, episode, asset.id);
  return advanced;
}

/** Retries a failed video, unless its upload expired. */
export async function retry(ctx: Ctx<Admin>, id: string): Promise<ListedAsset> {
  const asset = (await lockAsset(ctx.tx, id)) ?? refuse(notFound);
  if (!canRetry(asset)) refuse(invalidTransition, { currentState: asset.status, allowed: [] });
  const status = moveTo(assetMoves, 'retry', asset.status, permissionCheck(ctx.caller));
  await retryAsset(ctx.tx, id, status, ctx.now);
  await enqueueMessage(ctx.tx, topics.retryVideo, { providerId: asset.providerId }, ctx.now);
  const attempts = asset.attempts + 1;
  const states = { before: { status: asset.status, error: asset.error }, after: { status, attempts } };
  await audit.record(ctx, { action: 'media.retry', target: target(id), ...states });
  return (await lockAsset(ctx.tx, id)) ?? refuse(notFound);
}

/** `unlinkAsset` refuses to change archived content. */
const isKept = ({ status, isRemoved }: AssetLink): boolean => !isRemoved && showsToViewers(status);

/**
 * Refuses to delete visible files, and locks what uses them. Deleting the video of an episode in review has the same
 * conditions as replacing it.
 */
async function mustBeDeletable(ctx: Ctx<Admin>, assetId: string, note: string | undefined): Promise<void> {
  const links = await lockAssetLinks(ctx.tx, assetId);
  const kept = links.filter(isKept);
  const idsOf = (wanted: AssetLink['type']) => [
    ...new Set(kept.filter(({ type }) => type === wanted).map(({ id }) => id)),
  ];
  if (kept.length > 0) refuse(assetInUse, { episodeIds: idsOf('episode'), seriesIds: idsOf('series') });
  const reviewed = links.find(
    ({ field, status, isRemoved }) => !isRemoved && field === 'mediaAssetId' && status === 'in_review',
  );
  if (reviewed) mustBeReplaceable(ctx.caller, reviewed.status, { mediaAssetId: null }, note);
}

async function mustLoseCaptions(ctx: Ctx<Admin>, episodeId: string): Promise<void> {
  const episode = await lockEpisode(ctx.tx, episodeId);
  if (episode) captionsMayChange(episode.status);
}

/** Soft-deletes and unlinks the asset; the file is removed after the commit. */
export async function remove(ctx: Ctx<Admin>, id: string, note?: string): Promise<void> {
  const found = (await findAsset(ctx.tx, id)) ?? refuse(notFound);
  if (found.kind === 'caption' && found.episodeId !== null) await mustLoseCaptions(ctx, found.episodeId);
  await mustBeDeletable(ctx, id, note);
  await unlinkAsset(ctx, id);
  const asset = (await lockAsset(ctx.tx, id)) ?? refuse(notFound);
  // It may have been linked before the asset was locked.
  await mustBeDeletable(ctx, id, note);
  await unlinkAsset(ctx, id);
  await softDeleteAsset(ctx.tx, id, ctx.now);
  if (asset.kind === 'video')
    await enqueueMessage(ctx.tx, topics.removeVideo, { providerId: asset.providerId }, ctx.now);
  else await enqueueMessage(ctx.tx, topics.removeFile, { name: asset.playbackId }, ctx.now);
  const { kind, status, episodeId, lang } = asset;
  const before = { kind, status, episodeId, lang };
  await audit.record(ctx, { action: 'media.delete', target: target(id), before, reason: note?.trim() || null });
}
