import type { Db } from '../../../kit/db/database.ts';
import { notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { enqueueMessage } from '../../../kit/outbox.ts';
import { moveTo } from '../../../kit/workflow.ts';
import { type Admin, hasPermission, permissionCheck } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import {
  type AssetLink,
  keepsVideo,
  linkMedia,
  lockEpisode,
  lockShownBy,
  showsToViewers,
  unlinkAsset,
} from '../../catalog/public.ts';
import type { EventResult, Subject } from '../../system/public.ts';
import { assetInUse } from '../errors.ts';
import {
  advance,
  assetMoves,
  type EpisodeForVideo,
  linksAutomatically,
  type ProviderReport,
  topics,
} from '../rules.ts';
import {
  advanceAsset,
  findAsset,
  findByProviderId,
  findEpisodeForVideo,
  type ListedAsset,
  listVideos,
  lockAsset,
  retryAsset,
  softDeleteAsset,
} from '../sql.ts';
import { captionsMayChange } from './uploads.ts';

function providerIdOf(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null || !('providerId' in payload)) return '';
  return typeof payload.providerId === 'string' ? payload.providerId : '';
}

const namesOf = ({ sourceFileName, belongsTo }: ListedAsset): Pick<Subject, 'label' | 'episodeNumber'> =>
  belongsTo?.episodeNumber
    ? { label: belongsTo.seriesTitle, episodeNumber: belongsTo.episodeNumber }
    : { label: sourceFileName };

/** The videos that events of the provider are about. */
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

/** Takes in what the provider says of a video, called by it or asked by us. */
export async function applyReport(
  ctx: audit.AuditCtx,
  providerId: string,
  report: ProviderReport,
): Promise<EventResult> {
  const known = await findByProviderId(ctx.tx, providerId);
  if (!known) return { outcome: 'unmatched', detail: 'no asset has this providerId' };
  // Episode before asset, as everywhere: a ready video is linked.
  const episode = known.episodeId === null ? undefined : await lockEpisode(ctx.tx, known.episodeId);
  const asset = await lockAsset(ctx.tx, known.id);
  if (!asset) return { outcome: 'ignored', detail: 'the asset is deleted' };
  const change = advance(asset, report);
  if (!change) return { outcome: 'ignored', detail: `the asset is ${asset.status} already` };
  await advanceAsset(ctx.tx, asset.id, change, ctx.now);
  const { status, error } = change;
  const states = { before: { status: asset.status }, after: { status, ...(error !== null && { error }) } };
  await audit.record(ctx, { action: `media.${status}`, target: target(asset.id), ...states });
  const detail = `${asset.status} to ${status}`;
  if (status !== 'ready' || asset.episodeId === null) return { outcome: 'applied', detail };
  const now = await findEpisodeForVideo(ctx.tx, asset.episodeId);
  if (!episode || !now) return { outcome: 'applied', detail: `${detail}; not linked: the episode is gone` };
  if (!linksAutomatically(now)) return { outcome: 'applied', detail: `${detail}; not linked: ${whyNot(now)}` };
  await linkMedia(ctx, episode, asset.id);
  return { outcome: 'applied', detail };
}

const whyNot = ({ status }: EpisodeForVideo): string =>
  `the episode has a video and is ${status.replace('_', ' ')}; choose this one by hand to replace it`;

/** Asks the provider to try a failed video again. */
export async function retry(ctx: Ctx<Admin>, id: string): Promise<ListedAsset> {
  const asset = (await lockAsset(ctx.tx, id)) ?? refuse(notFound);
  const status = moveTo(assetMoves, 'retry', asset.status, permissionCheck(ctx.caller));
  await retryAsset(ctx.tx, id, status, ctx.now);
  await enqueueMessage(ctx.tx, topics.retryVideo, { providerId: asset.providerId }, ctx.now);
  const attempts = asset.attempts + 1;
  const states = { before: { status: asset.status, error: asset.error }, after: { status, attempts } };
  await audit.record(ctx, { action: 'media.retry', target: target(id), ...states });
  return (await lockAsset(ctx.tx, id)) ?? refuse(notFound);
}

/** What is archived keeps its images too, which is said as of every locked field. */
const isKept = ({ field, status, isRemoved }: AssetLink): boolean =>
  !isRemoved && (field === 'mediaAssetId' ? keepsVideo(status) : showsToViewers(status));

/** What shows it is locked, so that none of it goes on its way to viewers meanwhile. */
async function mustNotBeKept(ctx: Ctx<Admin>, assetId: string): Promise<void> {
  const kept = (await lockShownBy(ctx.tx, assetId)).filter(isKept);
  const idsOf = (wanted: AssetLink['type']) => [
    ...new Set(kept.filter(({ type }) => type === wanted).map(({ id }) => id)),
  ];
  if (kept.length > 0) refuse(assetInUse, { episodeIds: idsOf('episode'), seriesIds: idsOf('series') });
}

async function mustLoseCaptions(ctx: Ctx<Admin>, episodeId: string, note: string | undefined): Promise<void> {
  const episode = await lockEpisode(ctx.tx, episodeId);
  if (episode) captionsMayChange(episode.status, note);
}

/** Deletes softly, and takes the file from everything that shows it; its bytes are removed once that is certain. */
export async function remove(ctx: Ctx<Admin>, id: string, note?: string): Promise<void> {
  const found = (await findAsset(ctx.tx, id)) ?? refuse(notFound);
  if (found.kind === 'caption' && found.episodeId !== null) await mustLoseCaptions(ctx, found.episodeId, note);
  await mustNotBeKept(ctx, id);
  await unlinkAsset(ctx, id);
  const asset = (await lockAsset(ctx.tx, id)) ?? refuse(notFound);
  // From here on nobody can choose it; someone may have before.
  await mustNotBeKept(ctx, id);
  await unlinkAsset(ctx, id);
  await softDeleteAsset(ctx.tx, id, ctx.now);
  if (asset.kind === 'video')
    await enqueueMessage(ctx.tx, topics.removeVideo, { providerId: asset.providerId }, ctx.now);
  else await enqueueMessage(ctx.tx, topics.removeFile, { name: asset.playbackId }, ctx.now);
  const { kind, status, episodeId, lang } = asset;
  const before = { kind, status, episodeId, lang };
  await audit.record(ctx, { action: 'media.delete', target: target(id), before, reason: note?.trim() || null });
}
