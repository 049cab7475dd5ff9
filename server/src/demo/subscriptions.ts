import { systemCtx } from '../features/audit/public.ts';
import { applyPeriod } from '../features/payments/actions/period.ts';
import { expire } from '../features/subscriptions/jobs.ts';
import type { ProviderEventType } from '../features/subscriptions/public.ts';
import { findByEmail } from '../features/users/sql.ts';
import type { Tx } from '../kit/db/database.ts';
import { dayMs } from '../kit/time.ts';
import { purchasePorts } from '../ports.ts';
import { before } from './admin-context.ts';
import type { PastEvent } from './history.ts';

const products = {
  vip_weekly: { days: 7, priceCents: 499 },
  vip_monthly: { days: 30, priceCents: 1499 },
} as const;

interface Sample {
  readonly email: string;
  readonly rail: string;
  readonly productId: keyof typeof products;
  /** What its provider told, and how many days ago the period began that it told of. */
  readonly told: readonly (readonly [type: ProviderEventType, daysAgo: number, periodBeganDaysAgo: number])[];
  readonly trialDays?: number;
}

/** A subscription in each of its states, with providers of its market. */
const samples: readonly Sample[] = [
  {
    email: 'budi.santoso@viewers.example',
    rail: 'android_store',
    productId: 'vip_monthly',
    told: [
      ['started', 75, 75],
      ['renewed', 45, 45],
      ['renewed', 15, 15],
    ],
  },
  {
    email: 'dewi.anggraini@viewers.example',
    rail: 'localwallet_gopay',
    productId: 'vip_weekly',
    told: [
      ['started', 20, 20],
      ['renewed', 13, 13],
      ['recovered', 4, 4],
    ],
  },
  {
    email: 'maya.kusuma@viewers.example',
    rail: 'ios_store',
    productId: 'vip_monthly',
    told: [
      ['started', 52, 52],
      ['renewed', 22, 22],
      ['canceled', 3, 22],
    ],
  },
  {
    email: 'rizky.ramadhan@viewers.example',
    rail: 'android_store',
    productId: 'vip_weekly',
    trialDays: 7,
    told: [['started', 3, 3]],
  },
  {
    email: 'eko.prasetyo@viewers.example',
    rail: 'localwallet_dana',
    productId: 'vip_weekly',
    told: [['started', 9, 9]],
  },
  {
    email: 'agus.setiawan@viewers.example',
    rail: 'card_web',
    productId: 'vip_monthly',
    told: [
      ['started', 64, 64],
      ['canceled', 50, 64],
      ['expired', 34, 64],
    ],
  },
  {
    email: 'salma.fouad@viewers.example',
    rail: 'ios_store',
    productId: 'vip_monthly',
    told: [
      ['started', 41, 41],
      ['renewed', 11, 11],
    ],
  },
  {
    email: 'noura.alotaibi@viewers.example',
    rail: 'ios_store',
    productId: 'vip_weekly',
    told: [
      ['started', 19, 19],
      ['renewed', 12, 12],
      ['renewed', 5, 5],
    ],
  },
];

/** What providers would have told the service of subscriptions, at the moments when they would have. */
export async function pastOfSubscriptions(tx: Tx, now: Date): Promise<PastEvent[]> {
  const known = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('provider_subscription_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (known) return [];
  const events: PastEvent[] = [];
  for (const [index, sample] of samples.entries()) {
    const user = await findByEmail(tx, sample.email);
    if (user)
      events.push(...eventsOf(tx, now, sample, { userId: user.id, subscriptionId: `demo-subscription-${index + 1}` }));
  }
  return [...events, { at: now, run: () => expire(tx, now, samples.length) }];
}

interface Subscribed {
  readonly userId: string;
  readonly subscriptionId: string;
}

function eventsOf(tx: Tx, now: Date, sample: Sample, { userId, subscriptionId }: Subscribed): PastEvent[] {
  const { rail, productId, told, trialDays } = sample;
  const { days, priceCents } = products[productId];
  const ago = (count: number) => before(now, count * dayMs);
  return told.map(([type, daysAgo, began]) => {
    const occurredAt = ago(daysAgo);
    const isPaid = type === 'started' || type === 'renewed' || type === 'recovered';
    const data = {
      userId,
      subscriptionId,
      productId,
      priceCents,
      currency: 'USD',
      autoRenew: type !== 'canceled',
      periodStart: ago(began).toISOString(),
      periodEnd: ago(began - (trialDays ?? days)).toISOString(),
      ...(trialDays !== undefined && { trialEnd: ago(began - trialDays).toISOString() }),
      ...(isPaid && trialDays === undefined && { transactionId: `${subscriptionId}-${began}` }),
    };
    return {
      at: occurredAt,
      run: () => applyPeriod(systemCtx(tx, occurredAt), purchasePorts, rail, { type, occurredAt, data }),
    };
  });
}
