import { lockActiveAdmin } from './features/admins/public.ts';
import type { AuditPorts } from './features/audit/public.ts';
import type { CatalogPorts, Rotation } from './features/catalog/public.ts';
import { commentsSource, eraseAuthor, strikesJson, strikesSource } from './features/comments/public.ts';
import { everyAsset, type MediaGateways, mediaForCatalog, mediaSource } from './features/media/public.ts';
import {
  type PaymentRails,
  type ProviderMessages,
  type PurchasePorts,
  paymentSources,
  paymentsSource,
  purchasesSource,
} from './features/payments/public.ts';
import {
  countStarts,
  freeToday,
  type PlaybackPorts,
  subscribed,
  unlocked,
  watchingSource,
} from './features/playback/public.ts';
import { type FreeDays, findFree, listPrices, type PricingSettings } from './features/pricing/public.ts';
import { createAnonymizer } from './features/privacy/public.ts';
import {
  listSegmentUses as listPromos,
  lockMultiplier,
  redemptionsSource,
  useMultiplier,
} from './features/promos/public.ts';
import type { PublishingPorts } from './features/publishing/public.ts';
import { devicesCount, erasePushes, listSegmentUses as listCampaigns, pushesSource } from './features/push/public.ts';
import {
  confirmByProvider,
  recordProviderRefund,
  refundsSource,
  reverseProviderRefunds,
  settleMoney,
} from './features/refunds/public.ts';
import { findFreeToday, isFreeOn, type Watching } from './features/rotation/public.ts';
import type { SegmentPorts } from './features/segments/public.ts';
import { type DetailPorts, supportSources, type TimelineSource } from './features/support/public.ts';
import { countUnlockers, unlocksCount, unlocksSource } from './features/unlocks/public.ts';
import type { WebhookSource } from './features/webhooks/public.ts';
import { createEncryption } from './kit/encryption.ts';

/**
 * Implementations of ports: interfaces of features that later features implement (dependency inversion).
 */

export const auditPorts: AuditPorts = { files: everyAsset, lockActiveAdmin };

export const purchasePorts: PurchasePorts = {
  lockMultiplier,
  useMultiplier,
  confirmRefunds: confirmByProvider,
  reverseRefunds: reverseProviderRefunds,
  settleMoney,
  recordRefund: recordProviderRefund,
};

/** The sources of events in the inbox. */
export const webhookSourcesOf = (rails: PaymentRails): readonly WebhookSource[] => [
  mediaSource,
  paymentsSource(purchasePorts, rails),
];

/** What it takes to store the messages of payment providers, whose originals are encrypted with a key of these secrets. */
export const providerMessagesOf = (rails: PaymentRails, secrets: readonly string[]): ProviderMessages => ({
  rails,
  ...paymentSources(purchasePorts, rails),
  originals: createEncryption(secrets, 'webhook originals'),
});

const rotation: Rotation = { findFreeToday };

export const freeDays: FreeDays = { isFreeOn };

export const watching: Watching = { countStarts };

export const contentPortsOf = (
  gateways: Pick<MediaGateways, 'video' | 'files'>,
): Omit<CatalogPorts, 'prices'> & PublishingPorts => ({
  files: mediaForCatalog(gateways),
  rotation,
  unlocks: { countUnlockers },
});

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
  stream: (playbackId: string, viewerId: string) => video.streamLink(playbackId, viewerId),
  file: (name: string, expiresAt: Date) => files.linkOf(name, expiresAt),
});

export const segmentPorts: SegmentPorts = {
  listUses: async (db, ids) => [...(await listPromos(db, ids)), ...(await listCampaigns(db, ids))],
};

/** Erases what features know of a user. */
export const anonymizer = createAnonymizer([eraseAuthor, erasePushes]);

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
