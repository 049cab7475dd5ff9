import { createPromo, type NewPromo } from '../features/promos/actions/edit.ts';
import { redeemMany } from '../features/promos/actions/redeem.ts';
import { createSegment } from '../features/segments/actions.ts';
import type { SegmentRule } from '../features/segments/rules.ts';
import type { User } from '../features/users/public.ts';
import type { Tx } from '../kit/db/database.ts';
import { newId } from '../kit/id.ts';
import { dayMs } from '../kit/time.ts';
import { before, contextFor, findCaller } from './admin-context.ts';
import type { PastEvent } from './history.ts';

const sampleSegments: Readonly<Record<'buyers' | 'guests' | 'arabic', { name: string; rule: SegmentRule }>> = {
  buyers: { name: 'Buyers in Indonesia', rule: { countries: ['ID'], minSpendCents: 99 } },
  guests: { name: 'Guests of this week', rule: { guest: true, seenWithinDays: 7 } },
  arabic: { name: 'Arabic speakers without a subscription', rule: { languages: ['ar'], subscribed: false } },
};

interface SamplePromo extends Omit<NewPromo, 'window' | 'segmentId'> {
  /** How many days ago it was made. */
  readonly made: number;
  /** In days from now. */
  readonly from: number;
  readonly to: number;
  readonly segment?: keyof typeof sampleSegments;
  /** How many days ago it was redeemed, by how many. */
  readonly redeemed?: Readonly<Record<number, number>>;
}

/** What the campaign of autumn gave to whoever came; the audience redeems it. */
export const campaignCode = 'STORYWEEK';

const samplePromos: readonly SamplePromo[] = [
  {
    code: campaignCode,
    type: 'coin_grant',
    config: { amount: 40 },
    budgetCoins: 60_000,
    made: 40,
    from: -38,
    to: -31,
  },
  {
    code: 'EID30',
    type: 'coin_grant',
    config: { amount: 30 },
    budgetCoins: 3000,
    made: 95,
    from: -90,
    to: -60,
    redeemed: { 88: 4, 80: 6, 72: 3, 61: 5 },
  },
  {
    code: 'WELCOME60',
    type: 'coin_grant',
    config: { amount: 60 },
    budgetCoins: 6000,
    made: 42,
    from: -40,
    to: 60,
    redeemed: { 30: 3, 21: 2, 12: 4, 6: 3, 5: 2, 3: 4, 1: 2, 0: 1 },
  },
  {
    code: 'FLASH100',
    type: 'coin_grant',
    config: { amount: 100, max_uses_per_user: 2 },
    budgetCoins: 1000,
    made: 6,
    from: -4,
    to: 10,
    redeemed: { 3: 4, 2: 2, 1: 2, 0: 1 },
  },
  // So many at once that its budget will not last, which opens an alert.
  {
    code: 'WEEKEND50',
    type: 'coin_grant',
    config: { amount: 50 },
    budgetCoins: 2500,
    made: 2,
    from: -1,
    to: 6,
    redeemed: { 0: 25 },
  },
  {
    code: 'HALFMORE',
    type: 'bonus_multiplier',
    config: { multiplier: 1.5, max_bonus_coins: 200 },
    budgetCoins: 20_000,
    made: 9,
    from: -7,
    to: 21,
    segment: 'buyers',
    redeemed: { 5: 12, 2: 12 },
  },
  {
    code: 'VIPWEEK',
    type: 'trial_ext',
    config: { days: 7 },
    budgetCoins: 0,
    made: 14,
    from: -14,
    to: 45,
    redeemed: { 1: 50 },
  },
  {
    code: 'RAMADAN2X',
    type: 'bonus_multiplier',
    config: { multiplier: 2, max_bonus_coins: 500 },
    budgetCoins: 100_000,
    made: 3,
    from: 20,
    to: 50,
    segment: 'arabic',
  },
];

/** Makes segments and promos before, in and after their time, and tells who has redeemed them. */
export async function pastOfPromos(tx: Tx, now: Date): Promise<PastEvent[]> {
  const known = await tx.selectFrom('promos').select('id').limit(1).executeTakeFirst();
  const finance = await findCaller(tx, 'kwame@demo.example');
  if (known || !finance) return [];
  const at = (days: number) => before(now, days * dayMs);
  const segments = new Map<string, string>();
  for (const [name, segment] of Object.entries(sampleSegments)) {
    segments.set(name, (await createSegment(contextFor(tx, finance, at(100)), segment)).id);
  }
  const users = await listUsers(tx);
  const events: PastEvent[] = [];
  for (const { made, from, to, segment, redeemed = {}, ...promo } of samplePromos) {
    const window = { start: midnight(at(-from)), end: midnight(at(-to)) };
    const segmentId = segments.get(segment ?? '') ?? null;
    await createPromo(contextFor(tx, finance, at(made)), { ...promo, window, segmentId });
    events.push(...redemptions(tx, promo.code, users, Object.entries(redeemed), at));
  }
  return events;
}

const midnight = (moment: Date): string => new Date(Math.floor(moment.getTime() / dayMs) * dayMs).toISOString();

/** Those who came first redeem first. Whom a promo is not for redeems nothing, so one for few is offered to more. */
function redemptions(
  tx: Tx,
  code: string,
  users: readonly User[],
  days: readonly (readonly [days: string, users: number])[],
  at: (days: number) => Date,
): PastEvent[] {
  const left = [...users];
  return days
    .toSorted(([a], [b]) => Number(b) - Number(a))
    .map(([day, wanted]) => ({ now: at(Number(day)), group: left.splice(0, wanted) }))
    .filter(({ group }) => group.length > 0)
    .map(({ now, group }) => {
      const requests = group.map((caller) => ({ caller, body: { code } }));
      return { at: now, run: () => redeemMany({ tx, now, wait: true }, requests) };
    });
}

/** As they would be when they come in. */
async function listUsers(tx: Tx): Promise<User[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'country_code', 'language', 'is_guest', 'token_version'])
    .where('status', '=', 'active')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    countryCode: row.country_code,
    language: row.language,
    isGuest: row.is_guest,
    token: { id: newId(), expiresAt: new Date(0), version: row.token_version },
  }));
}
