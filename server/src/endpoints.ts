import { effectLists } from './api.ts';
import type { Config, EndpointConfig } from './config.ts';
import { demoPaymentRoutes } from './demo/payment.routes.ts';
import { demoRoutes } from './demo/routes.ts';
import { adminRoutes } from './features/admins/admin.routes.ts';
import * as admins from './features/admins/public.ts';
import { type Keys, secondFactorClear } from './features/admins/public.ts';
import { roleRoutes } from './features/admins/role.routes.ts';
import { sessionRoutes } from './features/admins/session.routes.ts';
import { alertRoutes } from './features/alerts/admin.routes.ts';
import { analyticsRoutes } from './features/analytics/admin.routes.ts';
import { analyticsExportRoutes } from './features/analytics/export.routes.ts';
import { rollupRoutes } from './features/analytics/rollup.routes.ts';
import { whatIfRoutes } from './features/analytics/what-if.routes.ts';
import { approvalRoutes } from './features/approvals/admin.routes.ts';
import { auditProofRoutes, auditRoutes } from './features/audit/admin.routes.ts';
import { catalogRoutes } from './features/catalog/admin.routes.ts';
import { catalogMobileRoutes } from './features/catalog/mobile.routes.ts';
import { moderationRoutes, strikeRoutes } from './features/comments/admin.routes.ts';
import { commentRoutes } from './features/comments/mobile.routes.ts';
import { curationRoutes } from './features/curation/admin.routes.ts';
import { undoCuration } from './features/curation/public.ts';
import { economyRoutes } from './features/economy/admin.routes.ts';
import { eventRoutes } from './features/events/mobile.routes.ts';
import { exchangeRoutes } from './features/exchange/admin.routes.ts';
import { feedPreviewRoutes } from './features/feed/admin.routes.ts';
import { feedRoutes } from './features/feed/mobile.routes.ts';
import { flagRoutes } from './features/flags/admin.routes.ts';
import { publicFlagRoutes } from './features/flags/mobile.routes.ts';
import { undoFlags } from './features/flags/public.ts';
import { launchRoutes } from './features/launches/admin.routes.ts';
import { ledgerRoutes } from './features/ledger/admin.routes.ts';
import { walletRoutes } from './features/ledger/mobile.routes.ts';
import { ledgerProofRoutes } from './features/ledger/proof.routes.ts';
import { assetRoutes, episodeMediaRoutes } from './features/media/admin.routes.ts';
import type { MediaGateways } from './features/media/public.ts';
import { uploadRoutes } from './features/media/upload.routes.ts';
import { mediaWebhookRoutes } from './features/media/webhook.routes.ts';
import { paymentRailRoutes, userPurchaseRoutes } from './features/payments/admin.routes.ts';
import { purchaseRoutes } from './features/payments/mobile.routes.ts';
import { lastPaymentColumns, neutralRails, type PaymentInbox, type PaymentRails } from './features/payments/public.ts';
import { paymentWebhookRoutes } from './features/payments/webhook.routes.ts';
import { watchHistoryRoutes } from './features/playback/admin.routes.ts';
import { playbackRoutes } from './features/playback/mobile.routes.ts';
import { pricingRoutes } from './features/pricing/admin.routes.ts';
import { undoOverrides } from './features/pricing/public.ts';
import { privacyRoutes } from './features/privacy/admin.routes.ts';
import { ownDataRoutes } from './features/privacy/mobile.routes.ts';
import { promoRoutes } from './features/promos/admin.routes.ts';
import { redeemRoutes } from './features/promos/mobile.routes.ts';
import { promoBudget } from './features/promos/public.ts';
import { publishingRoutes } from './features/publishing/admin.routes.ts';
import { type PublishingPorts, removalOf } from './features/publishing/public.ts';
import { scheduleRoutes } from './features/publishing/schedule.routes.ts';
import { pushRoutes } from './features/push/admin.routes.ts';
import { pushMobileRoutes } from './features/push/mobile.routes.ts';
import { erasePushes, type PushService } from './features/push/public.ts';
import { reconciliationRoutes } from './features/reconciliation/admin.routes.ts';
import { purchaseCredit } from './features/reconciliation/public.ts';
import { refundRoutes } from './features/refunds/admin.routes.ts';
import { refundKindOf } from './features/refunds/public.ts';
import { rotationRoutes } from './features/rotation/admin.routes.ts';
import { undoFreeDays } from './features/rotation/public.ts';
import { segmentRoutes } from './features/segments/admin.routes.ts';
import { packageRoutes } from './features/store/admin.routes.ts';
import { storeRoutes } from './features/store/mobile.routes.ts';
import { undoPackageStatus } from './features/store/public.ts';
import { subscriptionProductRoutes, subscriptionRoutes } from './features/subscriptions/admin.routes.ts';
import { supportActionRoutes } from './features/support/action.routes.ts';
import { supportRoutes } from './features/support/admin.routes.ts';
import { subscriptionComp, walletGrant } from './features/support/public.ts';
import { systemRoutes } from './features/system/admin.routes.ts';
import { type ClientErrorLog, clientErrorRoutes } from './features/system/client-errors.routes.ts';
import { paymentRoutes } from './features/transactions/admin.routes.ts';
import { userUnlockRoutes } from './features/unlocks/admin.routes.ts';
import { unlockRoutes } from './features/unlocks/mobile.routes.ts';
import { userRoutes } from './features/users/mobile.routes.ts';
import { identifyUser, type LastSeen } from './features/users/public.ts';
import { viewRoutes } from './features/views/admin.routes.ts';
import { webhookInboxRoutes } from './features/webhooks/admin.routes.ts';
import type { FaultLog } from './features/webhooks/public.ts';
import { createIdTokens } from './gateways/identity/id-tokens.ts';
import { jobsOf } from './jobs.ts';
import type { Bus } from './kit/bus.ts';
import type { Database } from './kit/db/database.ts';
import { createEncryption } from './kit/encryption.ts';
import type { Endpoint } from './kit/http/endpoint.ts';
import type { JobRunner } from './kit/jobs/runner.ts';
import { createTokens } from './kit/tokens.ts';
import {
  anonymizer,
  auditPorts,
  contentPortsOf,
  freeDays,
  playbackPortsOf,
  playbackUrlsOf,
  pricesOf,
  providerMessagesOf,
  purchasePorts,
  segmentPorts,
  userPagePorts,
  watching,
  webhookSourcesOf,
} from './ports.ts';

/** All endpoints, by feature. */

/** Actions that require approval. */
const approvalKindsOf = (ports: PublishingPorts, rails: PaymentRails) => [
  ...[
    admins.roleDelete,
    secondFactorClear,
    walletGrant,
    purchaseCredit(purchasePorts),
    refundKindOf(rails),
    anonymizer.kind,
  ],
  ...[promoBudget, subscriptionComp],
  ...[removalOf('series', ports), removalOf('episode', ports)],
];

/** The changes that can be undone. */
const undoKinds = [undoCuration, undoFreeDays, undoFlags, undoOverrides, undoPackageStatus];

export function keysOf({ secrets, tls }: Pick<Config, 'secrets' | 'tls'>): Keys {
  return {
    tokens: createTokens(secrets.adminJwt, 'admin'),
    encryption: createEncryption(secrets.adminJwt, 'second factor'),
    secureCookie: tls,
  };
}

function paymentInboxOf({ config, logger }: EndpointOptions, rails: PaymentRails): PaymentInbox {
  const { secrets, payments } = config;
  return {
    ...providerMessagesOf(rails, secrets.adminJwt),
    secrets: { ofOthers: secrets.paymentsWebhook, byRail: payments.webhookSecrets },
    log: logger,
  };
}

const demoOnlyRoutes = ({ secrets, tls }: Pick<Config, 'secrets' | 'tls'>, inbox: PaymentInbox): Endpoint[] => [
  ...demoRoutes(secrets.demoPassword, !tls),
  ...demoPaymentRoutes(inbox),
];

export interface EndpointOptions {
  config: EndpointConfig;
  database: Database;
  runner: JobRunner;
  media: MediaGateways;
  push: PushService;
  rails?: PaymentRails | undefined;
  logger: ClientErrorLog & FaultLog;
  /** Without a bus nothing is cached. */
  bus?: Bus | undefined;
}

/** The tokens of users, and how they are verified. */
export function usersOf({ config, database }: Pick<EndpointOptions, 'config' | 'database'>, lastSeen?: LastSeen) {
  const tokens = createTokens(config.secrets.userJwt, 'user');
  return { tokens, identify: identifyUser(database, tokens, lastSeen?.note) };
}

export function endpointsOf(options: EndpointOptions): Endpoint[] {
  const { config, database, runner, media, push, rails = neutralRails, logger, bus } = options;
  const inbox = paymentInboxOf(options, rails);
  const keys = keysOf(config);
  const users = usersOf({ config, database });
  const ports = contentPortsOf(media);
  const decisions = { ports: admins, log: logger, approverCooldownHours: config.approverCooldownHours };
  return [
    ...sessionRoutes(keys),
    ...adminRoutes,
    ...roleRoutes,
    ...viewRoutes,
    ...auditRoutes(auditPorts, undoKinds),
    ...approvalRoutes(approvalKindsOf(ports, rails), effectLists, decisions),
    ...systemRoutes(jobsOf(media, push, inbox), runner),
    ...webhookInboxRoutes({ ...inbox, sources: webhookSourcesOf(rails) }),
    ...clientErrorRoutes(logger),
    ...flagRoutes,
    ...publicFlagRoutes,
    ...userRoutes(users.tokens, users.identify, createIdTokens(config.userIdentityProviders)),
    ...walletRoutes,
    ...ledgerRoutes,
    ...auditProofRoutes,
    ...ledgerProofRoutes,
    ...catalogRoutes(ports.files),
    ...catalogMobileRoutes({ ...ports, prices: pricesOf(config) }),
    ...publishingRoutes(ports),
    ...scheduleRoutes,
    ...pricingRoutes(ports.files, config, freeDays),
    ...rotationRoutes(ports.files, watching),
    ...curationRoutes(ports.files),
    ...feedRoutes(ports.files, bus),
    ...feedPreviewRoutes(ports.files),
    ...launchRoutes(config),
    ...purchaseRoutes(inbox),
    ...paymentWebhookRoutes(inbox),
    ...userPurchaseRoutes,
    ...paymentRailRoutes(inbox),
    ...paymentRoutes(ports.files),
    ...unlockRoutes(config),
    ...userUnlockRoutes(ports.files),
    ...uploadRoutes(media),
    ...assetRoutes(media),
    ...mediaWebhookRoutes(media, logger),
    ...episodeMediaRoutes(ports.files),
    ...playbackRoutes(playbackPortsOf(config), playbackUrlsOf(media)),
    ...watchHistoryRoutes,
    ...commentRoutes,
    ...moderationRoutes(ports.files),
    ...strikeRoutes,
    ...eventRoutes(),
    ...exchangeRoutes,
    ...subscriptionRoutes(lastPaymentColumns),
    ...subscriptionProductRoutes,
    ...packageRoutes,
    ...storeRoutes,
    ...segmentRoutes(segmentPorts),
    ...redeemRoutes,
    ...promoRoutes(config),
    ...pushRoutes(push, ports.files),
    ...pushMobileRoutes(push),
    ...refundRoutes(decisions, { ...config, rails }),
    ...supportRoutes(userPagePorts),
    ...supportActionRoutes(config),
    ...privacyRoutes(anonymizer),
    ...ownDataRoutes(erasePushes),
    ...economyRoutes,
    ...analyticsRoutes(ports.files),
    ...whatIfRoutes,
    ...analyticsExportRoutes,
    ...rollupRoutes(runner),
    ...reconciliationRoutes(purchasePorts, config, media.disk),
    ...alertRoutes,
    ...(config.demo ? demoOnlyRoutes(config, inbox) : []),
  ];
}
