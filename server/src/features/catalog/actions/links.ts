import { fieldLocked, refuse } from '../../../kit/errors.ts';
import * as audit from '../../audit/public.ts';
import {
  type EpisodeRow,
  listShownBy,
  lockEpisode,
  setEpisodeMedia,
  unlinkEpisode,
  unlinkSeries,
} from '../episodes.sql.ts';
import { lockSeries } from '../series.sql.ts';

/** Links a video to its episode, which whoever calls has locked. */
export async function linkMedia(ctx: audit.ActCtx, episode: EpisodeRow, assetId: string): Promise<void> {
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

/** Takes a file that is being removed from everything that shows it; what is archived keeps what it has. */
export async function unlinkAsset(ctx: audit.ActCtx, assetId: string): Promise<void> {
  for (const { type, id, field } of await listShownBy(ctx.tx, assetId)) {
    const found = type === 'series' ? await lockSeries(ctx.tx, id) : await lockEpisode(ctx.tx, id);
    if (found?.status === 'archived') refuse(fieldLocked, { fields: [field], currentState: found.status });
    const unlink = type === 'series' ? unlinkSeries : unlinkEpisode;
    await unlink(ctx.tx, id, assetId, ctx.now);
    if (!found) continue;
    const fields = { before: { [field]: assetId }, after: { [field]: null } };
    await audit.record(ctx, { action: `${type}.unlink_media`, target: { type, id }, ...fields });
  }
}
