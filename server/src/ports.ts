import type { AuditPorts } from './features/audit/public.ts';
import { type CatalogFiles, type CatalogPorts, listEpisodeNames, type Rotation } from './features/catalog/public.ts';
import type { LedgerPorts } from './features/ledger/public.ts';
import { everyAsset, type MediaGateways, mediaForCatalog, mediaSource } from './features/media/public.ts';
import {
  countStarts,
  freeToday,
  type PlaybackPorts,
  subscribed,
  unlocked,
  watchingSource,
} from './features/playback/public.ts';
import { type PricingSettings, priceOf } from './features/pricing/public.ts';
import type { PublishingPorts } from './features/publishing/public.ts';
import { findFreeToday, type Watching } from './features/rotation/public.ts';
import { type DetailPorts, supportSources, type TimelineSource } from './features/support/public.ts';
import type { WebhookSource } from './features/system/public.ts';
import { countUnlockers, unlocksCount, unlocksSource } from './features/unlocks/public.ts';
import { isId } from './kit/http/schema.ts';

/**
 * What features ask of others that come after them and that they do not know. A port is a type without a default, so
 * that a feature cannot be mounted while one of its ports is open.
 */

/** The files that audit entries are about. */
export const auditPorts: AuditPorts = { files: everyAsset };

/** Whose events the inbox takes. */
export const webhookSources: readonly WebhookSource[] = [mediaSource];

const rotation: Rotation = { findFreeToday };

/** What the rotation fills days by. */
export const watching: Watching = { countStarts };

export const contentPortsOf = (gateways: Pick<MediaGateways, 'video' | 'files'>): CatalogPorts & PublishingPorts => ({
  files: mediaForCatalog(gateways),
  rotation,
  unlocks: { countUnlockers },
});

/** What coins moved for, as it is called. */
export const ledgerPortsOf = (files: CatalogFiles): LedgerPorts => ({
  async nameReferences(db, references) {
    const ids = references.filter(({ type, id }) => type === 'episode' && isId(id)).map(({ id }) => id);
    if (ids.length === 0) return new Map();
    const rows = await listEpisodeNames(db, ids);
    const pictures = await files.findAssets(
      db,
      rows.flatMap(({ assetId }) => assetId ?? []),
    );
    return new Map(
      rows.map(({ id, label, assetId }) => [id, { label, pictureUrl: pictures.get(assetId ?? '')?.url ?? null }]),
    );
  },
});

export const playbackPortsOf = (settings: PricingSettings): PlaybackPorts => ({
  entitlements: [unlocked, freeToday(rotation), subscribed],
  priceOf: async (db, episode, { countryCode }, now) =>
    (await priceOf(db, settings, episode, countryCode, now)).coinsRequired,
});

export const playbackUrlsOf = ({ video, files }: Pick<MediaGateways, 'video' | 'files'>) => ({
  stream: (playbackId: string) => video.streamUrl(playbackId),
  file: (name: string) => files.urlOf(name),
});

/**
 * What the page of a user shows, brought by the features that know it. No strike can exist before the feature that makes
 * them, so that answer is true; it goes when that comes.
 */
export const userPagePortsOf = (files: CatalogFiles): DetailPorts & { sources: readonly TimelineSource[] } => ({
  unlocksCount,
  strikes: () => `'[]'::json`,
  sources: [...supportSources, watchingSource, unlocksSource(files)],
});
