import type { Db } from '../../kit/db/database.ts';
import type { Admin } from '../access/public.ts';
import type { CatalogFiles } from '../catalog/public.ts';
import { listSides } from '../ledger/public.ts';
import { findPromoCoins, type ListedTransactionRow } from '../payments/public.ts';
import { leftToRefund, listRefundsOf, showRefund, sumPending } from '../refunds/public.ts';
import { listPaidUnlocksSince, showUnlocks } from '../unlocks/public.ts';
import { showDetail } from '../webhooks/public.ts';
import { mostEvents, mostUnlocks } from './rules.ts';
import { labelFor, showListed } from './schema.ts';
import { listPaymentEvents, type PaymentEventRow } from './sql.ts';

type Viewer = Pick<Admin, 'id' | 'permissions'>;

/** A payment with all that belongs to it. */
export async function readDetail(db: Db, files: CatalogFiles, row: ListedTransactionRow, viewer: Viewer) {
  const webhooks = await listPaymentEvents(db, row, mostEvents);
  const counted = countedOf(webhooks);
  const refunds = await listRefundsOf(db, row.id);
  const pendingCents = (await sumPending(db, [row.id]))(row.id);
  const payment = { ...row, pendingCents };
  const promo = await findPromoCoins(db, row);
  // The coins of a subscription payment, and those of multipliers before they had the purchase's event, name other causes.
  const eventIds = [row.eventId, ...promo.eventIds, ...refunds.map(({ ledgerEventId }) => ledgerEventId)];
  return {
    ...showListed(payment, viewer),
    refundableCents: leftToRefund(row, pendingCents),
    promoCoins: promo.coins,
    webhookPayload: counted?.payload ?? null,
    webhooks: webhooks.map((event) => ({ ...event, ...showDetail(event.detail) })),
    ledgerEntries: await listSides(db, {
      userId: row.userId,
      refType: 'purchase',
      refId: row.id,
      since: row.createdAt,
      eventIds: eventIds.flatMap((id) => id ?? []),
    }),
    refundHistory: refunds.map((refund) => ({ ...showRefund(refund, viewer), userName: labelFor(refund, viewer) })),
    relatedUnlocks: await listUnlocksOf(db, files, row),
  };
}

const paidTypes = ['purchase.completed', 'subscription.started', 'subscription.renewed', 'subscription.recovered'];

/** The message that the payment was completed by, or the last one where none did. */
function countedOf(webhooks: readonly PaymentEventRow[]): PaymentEventRow | undefined {
  const applied = webhooks.filter(({ outcome }) => outcome === 'applied');
  const completed = applied.find(({ payload }) => paidTypes.some((type) => type === payload?.type));
  return completed ?? applied.at(-1) ?? webhooks.at(-1);
}

async function listUnlocksOf(db: Db, files: CatalogFiles, row: ListedTransactionRow) {
  const { userId, completedAt, coinsGranted, bonusCoins } = row;
  if (completedAt === null || coinsGranted + bonusCoins === 0) return [];
  return showUnlocks(db, files, await listPaidUnlocksSince(db, userId, completedAt, mostUnlocks));
}
