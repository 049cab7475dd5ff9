import { purgeFailures, purgeSessions } from './features/access/jobs.ts';
import { evaluateAlerts } from './features/alerts/jobs.ts';
import { purgeUserDays, rollUpDays } from './features/analytics/jobs.ts';
import { expireApprovals } from './features/approvals/jobs.ts';
import { checkHistory, numberOldEntries, sealHistory } from './features/audit/jobs.ts';
import { eraseTexts } from './features/audit/public.ts';
import { addUpSeriesActivity } from './features/curation/jobs.ts';
import { recountEconomy, sumEconomy } from './features/economy/jobs.ts';
import { rotateEventPartitions } from './features/events/jobs.ts';
import { eraseEvents } from './features/events/public.ts';
import { proveLedger } from './features/ledger/jobs.ts';
import { emptyTrash, mediaDeliveries, sweepFiles, sweepUploads, syncStuck } from './features/media/jobs.ts';
import type { MediaGateways } from './features/media/public.ts';
import { paymentDeliveries, readVoidedPurchases } from './features/payments/jobs.ts';
import { neutralRails, type PaymentRails, type ProviderMessages } from './features/payments/public.ts';
import { eraseWatching } from './features/playback/public.ts';
import { deleteDueAccounts, eraseAnonymized } from './features/privacy/jobs.ts';
import { publishDue, refreshSeriesReadiness } from './features/publishing/jobs.ts';
import { purgePushes, pushDeliveries, pushSteps } from './features/push/jobs.ts';
import type { PushService } from './features/push/public.ts';
import { purgeReconciliationRows } from './features/reconciliation/jobs.ts';
import { purchaseCredit } from './features/reconciliation/public.ts';
import { moneyDelivery } from './features/refunds/jobs.ts';
import { refundKindOf } from './features/refunds/public.ts';
import { expireElapsedSubscriptions } from './features/subscriptions/jobs.ts';
import { purgeKeys, purgeMessages, purgeRuns } from './features/system/jobs.ts';
import { liftElapsedSuspensions, purgeAccessChanges, purgeTokens } from './features/users/jobs.ts';
import { purgeWebhooks, retryWebhooks } from './features/webhooks/jobs.ts';
import type { Connections } from './kit/db/database.ts';
import type { Job, JobStep } from './kit/jobs/job.ts';
import type { Delivery } from './kit/outbox.ts';
import { anonymizer, contentPortsOf, providerMessagesOf, purchasePorts, webhookSourcesOf } from './ports.ts';

/** Deletion of old data. */
const purges: readonly JobStep[] = [
  purgeSessions,
  purgeFailures,
  purgeTokens,
  purgeKeys,
  purgeRuns,
  purgeMessages,
  purgeReconciliationRows,
  purgeAccessChanges,
  purgeWebhooks,
];

/** No rail has a provider here, so nothing is encrypted with this secret. */
const neutralMessages = providerMessagesOf(neutralRails, ['unused']);

/** The five jobs, with the steps of the features. */
export const jobsOf = (
  media: Pick<MediaGateways, 'video' | 'files' | 'owner' | 'disk' | 'storage'>,
  push: PushService,
  messages: ProviderMessages = neutralMessages,
): readonly Job[] => [
  {
    name: 'publish_scheduler',
    everyMinutes: 1,
    description: 'Publishes due schedules and refreshes the readiness of changed series',
    steps: [publishDue(contentPortsOf(media)), refreshSeriesReadiness],
  },
  {
    name: 'media_sync',
    everyMinutes: 1,
    description:
      'Retries failed webhook events, asks the video provider about stuck uploads, and seals the ledger and the audit log',
    steps: [retryWebhooks(webhookSourcesOf(messages.rails)), syncStuck(media), sealHistory],
  },
  {
    name: 'push_dispatch',
    everyMinutes: 1,
    description: 'Starts due push campaigns and sends their messages',
    steps: pushSteps(push, contentPortsOf(media).files),
  },
  {
    name: 'rollups',
    everyMinutes: 60,
    description: 'Builds the rollup tables for the dashboards',
    steps: [recountEconomy, sumEconomy, rollUpDays],
  },
  {
    name: 'housekeeping',
    everyMinutes: 5,
    description: 'Expires what is overdue, deletes old data and raises alerts',
    steps: [
      liftElapsedSuspensions,
      expireElapsedSubscriptions,
      deleteDueAccounts(anonymizer),
      eraseAnonymized([eraseEvents, eraseWatching, eraseTexts]),
      expireApprovals([refundKindOf(messages.rails), purchaseCredit(purchasePorts)]),
      readVoidedPurchases(messages),
      proveLedger,
      sumEconomy,
      numberOldEntries,
      sealHistory,
      checkHistory,
      ...purges,
      sweepUploads(media),
      sweepFiles(media),
      emptyTrash(media),
      evaluateAlerts(media.disk),
      addUpSeriesActivity,
      purgePushes,
      rotateEventPartitions,
      purgeUserDays,
    ],
  },
];

/** The deliveries of the outbox. */
export const deliveriesOf = (
  media: Pick<MediaGateways, 'video' | 'files'>,
  push: PushService,
  database: Connections,
  rails: PaymentRails = neutralRails,
): readonly Delivery[] => [
  ...mediaDeliveries(media),
  ...pushDeliveries(database, { push, files: contentPortsOf(media).files }),
  ...paymentDeliveries(database, rails),
  moneyDelivery(database, rails),
];
