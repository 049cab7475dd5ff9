import type { Metric } from 'prom-client';
import type { Space } from '../../gateways/files/disk.ts';
import type { Db } from '../../kit/db/database.ts';
import { parserOf } from '../../kit/http/validate.ts';
import { gaugeOf } from '../../kit/metrics.ts';
import type { Asset, CatalogFiles } from '../catalog/public.ts';
import { maskText, webhookSource } from '../webhooks/public.ts';
import { applyReport, subjectsOf } from './actions/assets.ts';
import { hasFreeSpace, ownershipOf } from './folder.ts';
import { type MediaGateways, urlsOf } from './gateways.ts';
import { isIncomplete } from './rules.ts';
import { type AssetRow, MediaEvent, type MediaUrls, playbackIdOf, urlOf } from './schema.ts';
import { listByIds, listCaptionsOf, lockAssetsForShare } from './sql.ts';

export { claimFolder } from './folder.ts';
export type { MediaGateways } from './gateways.ts';
export { everyAsset } from './sql.ts';

/** For the readiness endpoint. */
export async function mediaReadiness(db: Db, media: MediaGateways): Promise<Record<string, unknown>> {
  const space = await media.disk.look().catch(() => null);
  const isReachable = await media.storage.isReachable();
  const folder = isReachable ? await ownershipOf(db, media).catch(() => 'unknown') : 'unknown';
  const takesUploads = isReachable && (!media.storage.isLocal || (await hasFreeSpace(media.disk)));
  return { storage: isReachable ? 'reachable' : 'unreachable', folder, ...space, takesUploads };
}

export function mediaMetrics({ disk }: Pick<MediaGateways, 'disk'>): Metric[] {
  const look = (figureOf: (space: Space) => number) => async () => [{ value: figureOf(await disk.look()) }];
  const [free, reserve] = [look(({ freeBytes }) => freeBytes), look(({ reserveBytes }) => reserveBytes)];
  return [
    gaugeOf({ name: 'storage_free_bytes', help: 'Free bytes on the disk of media files', read: free }),
    gaugeOf({ name: 'storage_reserve_bytes', help: 'Bytes that uploads leave free on that disk', read: reserve }),
  ];
}

const parseEvent = parserOf(MediaEvent);

/** Webhooks of the video provider. In any order of delivery, an asset only moves forward. */
export const mediaSource = webhookSource({
  name: 'media',
  event: MediaEvent,
  parse(payload) {
    const parsed = parseEvent(payload);
    if ('faults' in parsed) return parsed;
    const missing = { path: 'playbackId', message: 'is required once the video is ready' };
    if (isIncomplete(parsed.value)) return { faults: [missing] };
    const { error, ...rest } = parsed.value;
    // The text of the provider may contain personal data.
    return { event: { ...rest, ...(error !== undefined && { error: maskText(error) }) } };
  },
  apply: (ctx, event) => applyReport(ctx, event.providerId, event),
  subjectsOf: (db, events, permissions) =>
    subjectsOf(
      db,
      events.map(({ payload }) => payload),
      permissions,
    ),
});

function shown(row: AssetRow, urls: MediaUrls): Asset {
  const { id, kind, status, lang, durationS, width, height } = row;
  return { id, kind, status, lang, playbackId: playbackIdOf(row), durationS, width, height, url: urlOf(row, urls) };
}

export function mediaForCatalog(gateways: Pick<MediaGateways, 'video' | 'files'>): CatalogFiles {
  const urls = urlsOf(gateways);
  const byId = (rows: readonly AssetRow[]) => new Map(rows.map((row) => [row.id, shown(row, urls)]));
  return {
    findAssets: async (db, ids) => byId(await listByIds(db, ids)),
    async findThumbs(db, ids) {
      const { files } = gateways;
      const rows = await listByIds(db, ids);
      return new Map(
        rows.flatMap(({ id, playbackId: name }) => (name === null ? [] : [[id, files.urlOf(name)] as const])),
      );
    },
    lockAssets: async (tx, ids) => byId(await lockAssetsForShare(tx, ids)),
    async listCaptions(db: Db, episodeIds) {
      const byEpisode = new Map<string, Asset[]>();
      for (const row of await listCaptionsOf(db, episodeIds)) {
        const key = row.episodeId ?? '';
        byEpisode.set(key, [...(byEpisode.get(key) ?? []), shown(row, urls)]);
      }
      return byEpisode;
    },
  };
}
