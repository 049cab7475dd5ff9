import { notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { send } from '../../../kit/outbox.ts';
import { moveTo } from '../../../kit/workflow.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { linkMedia, lockEpisode, unlinkAsset } from '../../catalog/public.ts';
import type { Verdict } from '../../system/public.ts';
import { advance, assetMoves, type Report, topics } from '../rules.ts';
import { type AssetRow, advanceAsset, findByProviderId, lockAsset, retryAsset, softDeleteAsset } from '../sql.ts';

const target = (id: string) => ({ type: 'media_asset', id });

/** Takes in what the provider says of a video, called by it or asked by us. */
export async function applyReport(ctx: Ctx<audit.Actor>, providerId: string, report: Report): Promise<Verdict> {
  const known = await findByProviderId(ctx.tx, providerId);
  if (!known) return { outcome: 'unmatched', detail: 'no asset has this providerId' };
  // Episode before asset, as everywhere: a ready video is linked.
  if (known.episodeId !== null) await lockEpisode(ctx.tx, known.episodeId);
  const asset = await lockAsset(ctx.tx, known.id);
  if (!asset) return { outcome: 'ignored', detail: 'the asset is deleted' };
  const change = advance(asset, report);
  if (!change) return { outcome: 'ignored', detail: `the asset is ${asset.status} already` };
  await advanceAsset(ctx.tx, asset.id, change, ctx.now);
  const { status, error } = change;
  const states = { before: { status: asset.status }, after: { status, ...(error !== null && { error }) } };
  await audit.record(ctx, { action: `media.${status}`, target: target(asset.id), ...states });
  if (status === 'ready' && asset.episodeId !== null) await linkMedia(ctx, asset.episodeId, asset.id);
  return { outcome: 'applied', detail: `${asset.status} to ${status}` };
}

/** Asks the provider to try a failed video again. */
export async function retry(ctx: Ctx<Admin>, id: string): Promise<AssetRow> {
  const asset = (await lockAsset(ctx.tx, id)) ?? refuse(notFound);
  const status = moveTo(assetMoves, 'retry', asset.status);
  await retryAsset(ctx.tx, id, status, ctx.now);
  await send(ctx.tx, topics.retryVideo, { providerId: asset.providerId }, ctx.now);
  const attempts = asset.attempts + 1;
  const states = { before: { status: asset.status, error: asset.error }, after: { status, attempts } };
  await audit.record(ctx, { action: 'media.retry', target: target(id), ...states });
  return (await lockAsset(ctx.tx, id)) ?? refuse(notFound);
}

/** Deletes softly, and takes the file from everything that shows it; its bytes are removed once that is certain. */
export async function remove(ctx: Ctx<Admin>, id: string): Promise<void> {
  await unlinkAsset(ctx, id);
  const asset = (await lockAsset(ctx.tx, id)) ?? refuse(notFound);
  // From here on nobody can choose it; someone may have before.
  await unlinkAsset(ctx, id);
  await softDeleteAsset(ctx.tx, id, ctx.now);
  if (asset.kind === 'video') await send(ctx.tx, topics.removeVideo, { providerId: asset.providerId }, ctx.now);
  else await send(ctx.tx, topics.removeFile, { name: asset.playbackId }, ctx.now);
  const { kind, status, episodeId, lang } = asset;
  await audit.record(ctx, { action: 'media.delete', target: target(id), before: { kind, status, episodeId, lang } });
}
