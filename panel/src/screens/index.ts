import { adminScreens } from './admins/manifest.ts';
import { alertScreens } from './alerts/manifest.ts';
import { analyticsScreens } from './analytics/manifest.ts';
import { approvalScreens } from './approvals/manifest.ts';
import { auditScreens } from './audit/manifest.ts';
import { blockScreens } from './blocks/manifest.ts';
import { catalogScreens } from './catalog/manifest.ts';
import { commentScreens } from './comments/manifest.ts';
import { curationScreens } from './curation/manifest.ts';
import { economyScreens } from './economy/manifest.ts';
import { exchangeScreens } from './exchange/manifest.ts';
import { feedScreens } from './feed/manifest.ts';
import { flagScreens } from './flags/manifest.ts';
import { jobScreens } from './jobs/manifest.ts';
import { launchScreens } from './launches/manifest.ts';
import { mediaScreens } from './media/manifest.ts';
import { packageScreens } from './packages/manifest.ts';
import { paymentScreens } from './payments/manifest.ts';
import { pricingScreens } from './pricing/manifest.ts';
import { promoScreens } from './promos/manifest.ts';
import { publishingScreens } from './publishing/manifest.ts';
import { pushScreens } from './push/manifest.ts';
import { reconciliationScreens } from './reconciliation/manifest.ts';
import { refundScreens } from './refunds/manifest.ts';
import { roleScreens } from './roles/manifest.ts';
import { rotationScreens } from './rotation/manifest.ts';
import { segmentScreens } from './segments/manifest.ts';
import { sessionScreens } from './sessions/manifest.ts';
import { subscriptionScreens } from './subscriptions/manifest.ts';
import { transactionScreens } from './transactions/manifest.ts';
import { userScreens } from './users/manifest.ts';
import { webhookScreens } from './webhooks/manifest.ts';

export { openRoutes } from './sessions/manifest.ts';

/** Every screen of the panel: a line for each folder, whose manifest says the rest. */
export const screens = [
  ...adminScreens,
  ...alertScreens,
  ...analyticsScreens,
  ...approvalScreens,
  ...auditScreens,
  ...blockScreens,
  ...catalogScreens,
  ...curationScreens,
  ...commentScreens,
  ...economyScreens,
  ...exchangeScreens,
  ...flagScreens,
  ...feedScreens,
  ...jobScreens,
  ...launchScreens,
  ...mediaScreens,
  ...packageScreens,
  ...paymentScreens,
  ...pricingScreens,
  ...promoScreens,
  ...publishingScreens,
  ...pushScreens,
  ...reconciliationScreens,
  ...refundScreens,
  ...roleScreens,
  ...rotationScreens,
  ...segmentScreens,
  ...sessionScreens,
  ...subscriptionScreens,
  ...transactionScreens,
  ...userScreens,
  ...webhookScreens,
] as const;
