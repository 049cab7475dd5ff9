import { createPromo, type NewPromo } from '../features/promos/actions.ts';
import { redeemMany } from '../features/promos/redeem.actions.ts';
import { createSegment } from '../features/segments/actions.ts';
import type { SegmentRule } from '../features/segments/rules.ts';
import type { User } from '../features/users/public.ts';
import type { Tx } from '../kit/db/database.ts';
import { dayMs } from '../kit/time.ts';
import { hasRows, listUsers, type Seeding } from './admin-context.ts';
import type { PastEvent } from './history.ts';

const sampleSegments: Readonly<Record<'buyers' | 'guests' | 'arabic', { name: string; rule: SegmentRule }>> = {
  buyers: { name: 'Buyers in Indonesia', rule: { countries: ['ID'], minSpendCents: 99 } },
  guests: { name: 'Guests of this week', rule: { guest: true, seenWithinDays: 7 } },
  arabic: { name: 'Arabic speakers without a subscription', rule: { languages: ['ar'], subscribed: false } },
};

interface SamplePromo extends Omit<NewPromo, 'window' | 'segmentId'> {
  /** Created so many days ago. */
  readonly made: number;
  /** The start and end of the promo in days from now. */
  readonly days: readonly [from: number, to: number];
  readonly segment?: keyof typeof sampleSegments;
  /** Numbers of redemptions by days ago. */
  readonly redeemed?: Readonly<Record<number, number>>;
}

/** The code of the campaign that the audience redeems. */
export const campaignCode = 'STORYWEEK';

const grant = (amount: number, budgetCoins: number) =>
  ({ type: 'coin_grant', config: { amount }, budgetCoins }) as const;
const bonus = (multiplier: number, most: number, budgetCoins: number) =>
  ({ type: 'bonus_multiplier', config: { multiplier, max_bonus_coins: most }, budgetCoins }) as const;

// biome-ignore format: one or two lines for each promo are easier to read
const samplePromos: readonly SamplePromo[] = [
  { code: campaignCode, ...grant(40, 60_000), made: 40, days: [-38, -31] },
  { code: 'EID30', ...grant(30, 3000), made: 95, days: [-90, -60], redeemed: { 88: 4, 80: 6, 72: 3, 61: 5 } },
  { code: 'WELCOME60', ...grant(60, 6000), made: 42, days: [-40, 60],
    redeemed: { 30: 3, 21: 2, 12: 4, 6: 3, 5: 2, 3: 4, 1: 2, 0: 1 } },
  { code: 'FLASH100', type: 'coin_grant', config: { amount: 100, max_uses_per_user: 2 }, budgetCoins: 1000, made: 6, days: [-4, 10],
    redeemed: { 3: 4, 2: 2, 1: 2, 0: 1 } },
  // An alert is raised for it, because its budget will not last.
  { code: 'WEEKEND50', ...grant(50, 2500), made: 2, days: [-1, 6], redeemed: { 0: 25 } },
  { code: 'HALFMORE', ...bonus(1.5, 200, 20_000), made: 9, days: [-7, 21], segment: 'buyers', redeemed: { 5: 12, 2: 12 } },
  { code: 'VIPWEEK', type: 'trial_ext', config: { days: 7 }, budgetCoins: 0, made: 14, days: [-14, 45], redeemed: { 1: 50 } },
  { code: 'RAMADAN2X', ...bonus(2, 500, 100_000), made: 3, days: [20, 50], segment: 'arabic' },
];

/** Creates segments and promos, and returns the redemptions. */
export async function promoEvents({ tx, ago, as }: Seeding): Promise<PastEvent[]> {
  if (await hasRows(tx, 'promos')) return [];
  const segments = new Map<string, string>();
  for (const [name, segment] of Object.entries(sampleSegments)) {
    segments.set(name, (await createSegment(as('finance', ago(100)), segment)).id);
  }
  const users = (await listUsers(tx)).filter(({ status }) => status === 'active');
  const events: PastEvent[] = [];
  for (const { made, days, segment, redeemed = {}, ...promo } of samplePromos) {
    const [start, end] = days.map((day) => new Date(Math.floor(ago(-day).getTime() / dayMs) * dayMs).toISOString());
    const window = { start: start ?? '', end: end ?? '' };
    const segmentId = segments.get(segment ?? '') ?? null;
    await createPromo(as('finance', ago(made)), { ...promo, window, segmentId });
    events.push(...redemptions(tx, promo.code, users, redeemed, ago));
  }
  return events;
}

/** Users redeem in the order of their sign-up. More try than succeed if the promo has a segment. */
function redemptions(
  tx: Tx,
  code: string,
  users: readonly User[],
  countByDay: Readonly<Record<number, number>>,
  ago: Seeding['ago'],
): PastEvent[] {
  const left = [...users];
  return Object.entries(countByDay)
    .toSorted(([a], [b]) => Number(b) - Number(a))
    .map(([day, count]) => ({ now: ago(Number(day)), group: left.splice(0, count) }))
    .filter(({ group }) => group.length > 0)
    .map(({ now, group }) => {
      const requests = group.map((caller) => ({ caller, body: { code } }));
      return { at: now, run: () => redeemMany({ tx, now, wait: true }, requests) };
    });
}
