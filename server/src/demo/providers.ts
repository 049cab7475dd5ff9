import { sql } from 'kysely';
import { systemCtx } from '../features/audit/public.ts';
import { complete } from '../features/payments/actions/pay.ts';
import { dispute } from '../features/payments/actions/refund.ts';
import { createRails, sourceOfRail } from '../features/payments/public.ts';
import { create } from '../features/refunds/actions.ts';
import { settleMoney } from '../features/refunds/public.ts';
import { findByEmail } from '../features/users/sql.ts';
import { addRejections } from '../features/webhooks/sql.ts';
import { hourMs } from '../kit/time.ts';
import { refuseSignature } from '../kit/webhooks.ts';
import { purchasePorts } from '../ports.ts';
import { before, type Seeding } from './admin-context.ts';
import type { PastEvent } from './history.ts';

/** What only real payment providers report: purchases in their sandbox, disputes, and money that refunds returned. */

const cardRail = 'card_web';

/** The provider that takes card payments in the demo. Its reports are replayed below, so it is sent nothing. */
const rails = createRails(
  new Map([
    [
      cardRail,
      {
        name: 'demo',
        verify: async () => refuseSignature('demo'),
        translate: () => [],
        returnMoney: async () => ({ outcome: 'ordered' }),
      },
    ],
  ]),
  'credit',
);

interface SampleCharge {
  readonly email: string;
  readonly daysAgo: number;
  readonly rail: 'card_web' | 'ios_store';
  readonly isSandbox?: true;
  readonly followedBy?:
    | { readonly disputedFor: string }
    | { readonly refundedFor: string; readonly money: 'returned' | { readonly failedFor: string } };
}

const samples: readonly SampleCharge[] = [
  { email: 'salma.fouad', daysAgo: 10, rail: 'ios_store', isSandbox: true },
  { email: 'chloe.bennett', daysAgo: 3, rail: 'ios_store', isSandbox: true },
  { email: 'grace.nguyen', daysAgo: 4, rail: cardRail, followedBy: { disputedFor: 'fraudulent' } },
  {
    email: 'layla.haddad',
    daysAgo: 12,
    rail: cardRail,
    followedBy: { refundedFor: 'Paid twice on the web', money: 'returned' },
  },
  {
    email: 'nur.aisyah',
    daysAgo: 7,
    rail: cardRail,
    followedBy: { refundedFor: 'Meant to buy a smaller package', money: { failedFor: 'expired_or_canceled_card' } },
  },
];

/** Messages of a wallet that signed them with a secret that was replaced. */
const rejections = [{ source: sourceOfRail('localwallet_*'), reason: 'wrong_signature', count: 3 }];

/** What providers reported, at the time of the reports. */
export async function providerEvents(seeding: Seeding): Promise<PastEvent[]> {
  const { tx, now } = seeding;
  const known = await tx.selectFrom('transactions').select('id').where('platform', '=', cardRail).executeTakeFirst();
  if (known) return [];
  const rejectedAt = before(now, 3 * hourMs);
  const events: PastEvent[] = [{ at: rejectedAt, run: () => addRejections(tx, rejections, rejectedAt) }];
  for (const [index, sample] of samples.entries()) {
    const user = await findByEmail(tx, `${sample.email}@viewers.example`);
    if (user) events.push(...chargeEvents(seeding, sample, user.id, `demo-charge-${index + 1}`));
  }
  return events;
}

function chargeEvents(seeding: Seeding, sample: SampleCharge, userId: string, transactionId: string): PastEvent[] {
  const { tx, ago } = seeding;
  const { rail, daysAgo, isSandbox, followedBy } = sample;
  const at = ago(daysAgo);
  const data = {
    userId,
    productId: 'coins_500',
    transactionId,
    amountCents: 499,
    currency: 'USD',
    ...(isSandbox && { environment: 'sandbox' as const }),
  };
  const pay = async () => {
    const { outcome } = await complete(systemCtx(tx, at), purchasePorts, { rail, data, paidAt: at });
    if (outcome !== 'applied') throw new Error(`the demo’s charge was ${outcome}`);
  };
  const charge = { at, run: pay };
  if (!followedBy) return [charge];
  const later = before(at, -30 * hourMs);
  if ('disputedFor' in followedBy) {
    const reported = { rail, occurredAt: later, data: { ...data, reason: followedBy.disputedFor }, webhookId: null };
    return [charge, { at: later, run: () => dispute(systemCtx(tx, later), reported) }];
  }
  return [charge, ...refundEvents(seeding, followedBy, transactionId, later)];
}

/** A refund of all of a charge by finance, and what the provider reports of its money a day later. */
function refundEvents(
  { tx, as }: Seeding,
  { refundedFor: reason, money }: { readonly refundedFor: string; readonly money: 'returned' | { failedFor: string } },
  transactionId: string,
  at: Date,
): PastEvent[] {
  const reportedAt = before(at, -24 * hourMs);
  let refundId = '';
  const refund = async () => {
    const query = sql<{ id: string }>`select id from transactions where transaction_id = ${transactionId}`;
    const purchaseId = (await query.execute(tx)).rows[0]?.id ?? '';
    const asked = { purchaseId, amountCents: 499, reason, reverseUnlocks: false };
    ({ id: refundId } = await create(as('finance', at), asked, { refunderDailyLimitCents: undefined, rails }));
  };
  const report = () =>
    settleMoney(systemCtx(tx, reportedAt), cardRail, {
      type: money === 'returned' ? 'refund.returned' : 'refund.failed',
      refundId,
      occurredAt: reportedAt.toISOString(),
      ...(money !== 'returned' && { code: money.failedFor }),
    });
  return [
    { at, run: refund },
    { at: reportedAt, run: report },
  ];
}
