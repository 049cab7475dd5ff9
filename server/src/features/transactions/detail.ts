import type { Db } from '../../kit/db/database.ts';
import type { Admin } from '../access/public.ts';
import type { CatalogFiles } from '../catalog/public.ts';
import { listSides } from '../ledger/public.ts';
import { findPromoCoins, type ListedTransactionRow, listQuestions } from '../payments/public.ts';
import { listRefundsOf, refundableCents, showRefund, sumPending } from '../refunds/public.ts';
import { listPaidUnlocksSince, showUnlocks } from '../unlocks/public.ts';
import { showDetail } from '../webhooks/public.ts';
import { labelFor, showListed } from './schema.ts';
import { listPaymentEvents, type PaymentEventRow } from './sql.ts';

const maxUnlocks = 200;
const maxEvents = 50;

export async function readDetail(
  db: Db,
  files: CatalogFiles,
  row: ListedTransactionRow,
  viewer: Pick<Admin, 'id' | 'permissions'>,
) {
  const webhooks = await listPaymentEvents(db, row, maxEvents);
  const effective = effectiveOf(webhooks);
  const refunds = await listRefundsOf(db, row.id);
  const pendingCents = (await sumPending(db, [row.id]))(row.id);
  const payment = { ...row, pendingCents };
  const promo = await findPromoCoins(db, row);
  // Movements of subscriptions, and those of multipliers in older releases, do not refer to the purchase.
  const eventIds = [row.eventId, ...promo.eventIds, ...refunds.map(({ ledgerEventId }) => ledgerEventId)];
  return {
    ...showListed(payment, viewer),
    refundableCents: refundableCents(row, pendingCents),
    promoCoins: promo.coins,
    webhookPayload: effective?.payload ?? null,
    questions: await listQuestions(db, row),
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

/** The message that completed the payment, else the last one. */
function effectiveOf(webhooks: readonly PaymentEventRow[]): PaymentEventRow | undefined {
  const applied = webhooks.filter(({ outcome }) => outcome === 'applied');
  const completed = applied.find(({ payload }) => paidTypes.some((type) => type === payload?.type));
  return completed ?? applied.at(-1) ?? webhooks.at(-1);
}

async function listUnlocksOf(db: Db, files: CatalogFiles, row: ListedTransactionRow) {
  const { userId, completedAt, coinsGranted, bonusCoins } = row;
  if (completedAt === null || coinsGranted + bonusCoins === 0) return [];
  return showUnlocks(db, files, await listPaidUnlocksSince(db, userId, completedAt, maxUnlocks));
}
