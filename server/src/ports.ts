import { lockActiveAdmin } from './features/admins/public.ts';
import type { AuditPorts } from './features/audit/public.ts';
import type { CatalogPorts, Rotation } from './features/catalog/public.ts';
import { commentsSource, strikesJson, strikesSource } from './features/comments/public.ts';
import { everyAsset, type MediaGateways, mediaForCatalog, mediaSource } from './features/media/public.ts';
import { type PurchasePorts, paymentsSource, purchasesSource } from './features/payments/public.ts';
import {
  countStarts,
  freeToday,
  type PlaybackPorts,
  subscribed,
  unlocked,
  watchingSource,
} from './features/playback/public.ts';
import { type FreeDays, findFree, listPrices, type PricingSettings } from './features/pricing/public.ts';
import {
  listSegmentUses as listPromos,
  lockMultiplier,
  redemptionsSource,
  useMultiplier,
} from './features/promos/public.ts';
import type { PublishingPorts } from './features/publishing/public.ts';
import { devicesCount, listSegmentUses as listCampaigns, pushesSource } from './features/push/public.ts';
import { confirmByProvider, recordProviderRefund, refundsSource } from './features/refunds/public.ts';
import { findFreeToday, isFreeOn, type Watching } from './features/rotation/public.ts';
import type { SegmentPorts } from './features/segments/public.ts';
import { type DetailPorts, supportSources, type TimelineSource } from './features/support/public.ts';
import { countUnlockers, unlocksCount, unlocksSource } from './features/unlocks/public.ts';
import type { WebhookSource } from './features/webhooks/public.ts';

/**
 * What features ask of others that come after them and that they do not know. A port is a type without a default, so
 * that a feature cannot be mounted while one of its ports is open.
 */

/** The files that audit entries are about, and what who undoes something may do. */
export const auditPorts: AuditPorts = { files: everyAsset, lockActiveAdmin };

/** What a completed purchase and a provider's refund set off. */
export const purchasePorts: PurchasePorts = {
  lockMultiplier,
  useMultiplier,
  confirmRefunds: confirmByProvider,
  recordRefund: recordProviderRefund,
};

export const payments: WebhookSource = paymentsSource(purchasePorts);

/** Whose events the inbox takes. */
export const webhookSources: readonly WebhookSource[] = [mediaSource, payments];

const rotation: Rotation = { findFreeToday };

/** What the explanation of a price asks of the rotation. */
export const freeDays: FreeDays = { isFreeOn };

/** What the rotation fills days by. */
export const watching: Watching = { countStarts };

export const contentPortsOf = (
  gateways: Pick<MediaGateways, 'video' | 'files'>,
): Omit<CatalogPorts, 'prices'> & PublishingPorts => ({
  files: mediaForCatalog(gateways),
  rotation,
  unlocks: { countUnlockers },
});

/** What viewers are told of prices in lists. */
export const pricesOf = (settings: PricingSettings): CatalogPorts['prices'] => ({
  findFree: (...asked) => findFree(settings, ...asked),
});

export const playbackPortsOf = (settings: PricingSettings): PlaybackPorts => ({
  entitlements: [unlocked, freeToday(rotation), subscribed],
  async listPrices(db, viewings, now) {
    const asked = viewings.map(({ episode, viewer }) => ({ episode, market: viewer.countryCode }));
    return (await listPrices(db, settings, asked, now)).map(({ coinsRequired }) => coinsRequired);
  },
});

export const playbackUrlsOf = ({ video, files }: Pick<MediaGateways, 'video' | 'files'>) => ({
  stream: (playbackId: string) => video.streamUrl(playbackId),
  file: (name: string) => files.urlOf(name),
});

/** What is for the users of a segment. */
export const segmentPorts: SegmentPorts = {
  listUses: async (db, ids) => [...(await listPromos(db, ids)), ...(await listCampaigns(db, ids))],
};

/** What the page of a user shows, brought by the features that know it. */
export const userPagePorts: DetailPorts & { sources: readonly TimelineSource[] } = {
  unlocksCount,
  pushDevices: devicesCount,
  strikes: strikesJson,
  sources: [
    ...supportSources,
    ...[watchingSource, unlocksSource, purchasesSource, refundsSource, redemptionsSource],
    ...[commentsSource, strikesSource, pushesSource],
  ],
};
