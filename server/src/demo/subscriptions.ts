import { systemCtx } from '../features/audit/public.ts';
import { applyPeriod } from '../features/payments/actions/period.ts';
import { expire } from '../features/subscriptions/jobs.ts';
import type { ProviderEventType } from '../features/subscriptions/public.ts';
import { findByEmail } from '../features/users/sql.ts';
import { purchasePorts } from '../ports.ts';
import type { Seeding } from './admin-context.ts';
import type { PastEvent } from './history.ts';

const products = {
  vip_weekly: { days: 7, priceCents: 499 },
  vip_monthly: { days: 30, priceCents: 1499 },
} as const;

const graceDays = 7;

type Report = readonly [type: ProviderEventType, daysAgo: number, periodStartDaysAgo?: number];

interface Sample {
  readonly email: string;
  readonly rail: string;
  readonly productId: keyof typeof products;
  /** What the provider reported. The period starts at that time by default. */
  readonly reports: readonly Report[];
  readonly trialDays?: number;
}

const weekly = (email: string, rail: string, ...reports: Report[]): Sample => ({
  email: `${email}@viewers.example`,
  rail,
  productId: 'vip_weekly',
  reports,
});
const monthly = (email: string, rail: string, ...reports: Report[]): Sample => ({
  ...weekly(email, rail, ...reports),
  productId: 'vip_monthly',
});

/** A subscription in each state, with rails of its market. */
const samples: readonly Sample[] = [
  monthly('budi.santoso', 'android_store', ['started', 75], ['renewed', 45], ['renewed', 15]),
  weekly('dewi.anggraini', 'localwallet_gopay', ['started', 20], ['renewed', 13], ['recovered', 4]),
  monthly('maya.kusuma', 'ios_store', ['started', 52], ['renewed', 22], ['canceled', 3, 22]),
  { ...weekly('rizky.ramadhan', 'android_store', ['started', 3]), trialDays: 7 },
  weekly('eko.prasetyo', 'localwallet_dana', ['started', 9]),
  monthly('agus.setiawan', 'card_web', ['started', 64], ['canceled', 50, 64], ['expired', 34, 64]),
  monthly('salma.fouad', 'ios_store', ['started', 41], ['renewed', 11]),
  // In its grace period: the renewal was not paid, and access is kept for a week.
  weekly('nur.aisyah', 'android_store', ['started', 17], ['renewed', 10], ['grace', 3, 10]),
  weekly('noura.alotaibi', 'ios_store', ['started', 19], ['renewed', 12], ['renewed', 5]),
];

/** What providers reported of subscriptions, at the time of the reports. */
export async function subscriptionEvents(seeding: Seeding): Promise<PastEvent[]> {
  const { tx, now } = seeding;
  const known = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('provider_subscription_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (known) return [];
  const events: PastEvent[] = [{ at: now, run: () => expire(tx, now, samples.length) }];
  for (const [index, sample] of samples.entries()) {
    const user = await findByEmail(tx, sample.email);
    if (user) events.push(...eventsOf(seeding, sample, user.id, `demo-subscription-${index + 1}`));
  }
  return events;
}

function eventsOf({ tx, ago }: Seeding, sample: Sample, userId: string, subscriptionId: string): PastEvent[] {
  const { rail, productId, reports, trialDays } = sample;
  const { days, priceCents } = products[productId];
  return reports.map(([type, daysAgo, start = daysAgo]) => {
    const occurredAt = ago(daysAgo);
    const isPaid = type === 'started' || type === 'renewed' || type === 'recovered';
    const accessUntil = ago(daysAgo - graceDays).toISOString();
    const data = {
      userId,
      subscriptionId,
      productId,
      priceCents,
      currency: 'USD',
      autoRenew: type !== 'canceled',
      periodStart: ago(start).toISOString(),
      periodEnd: ago(start - (trialDays ?? days)).toISOString(),
      ...(type === 'grace' && { accessUntil }),
      ...(trialDays !== undefined && { trialEnd: ago(start - trialDays).toISOString() }),
      ...(isPaid && trialDays === undefined && { transactionId: `${subscriptionId}-${start}` }),
    };
    return {
      at: occurredAt,
      run: () => applyPeriod(systemCtx(tx, occurredAt), purchasePorts, rail, { type, occurredAt, data }),
    };
  });
}
