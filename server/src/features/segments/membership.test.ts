import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { type Random, seededRandom } from '../../../test/harness/random.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import type { SegmentRule } from './rules.ts';
import { listMembers } from './sql.ts';

/** Rules at random: who is counted is who belongs, and both are who a plain reading of the rule says. */

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const analyst = await makeAdminActor(world, 'analyst');
const random = seededRandom(20_261_116);
const rounds = 4 * Number(process.env.MODEL_RUNS ?? 8);

interface Person {
  id: string;
  country: string | null;
  language: string | null;
  isGuest: boolean;
  spend: number;
  registered: Date;
  seenDaysAgo: number | null;
  platforms: (string | null)[];
  subscription: 'runs' | 'canceled' | 'over' | 'expired' | null;
  isDeleted: boolean;
}

const days = [
  '2026-01-01T00:00:00.000Z',
  '2026-02-01T00:00:00.000Z',
  '2026-02-01T12:00:00.000Z',
  '2026-03-01T00:00:00.000Z',
];
const chance = (one: number): boolean => random.below(one) === 0;
const some = <T>(from: readonly T[]): T[] => from.filter(() => chance(2));

function anyone(): Omit<Person, 'id'> {
  return {
    country: random.pick(['EG', 'ID', 'SA', null]),
    language: random.pick(['ar', 'ar-EG', 'id', 'en-GB', null]),
    isGuest: chance(3),
    spend: random.pick([0, 0, 99, 500, 5000]),
    registered: new Date(random.pick(days)),
    seenDaysAgo: random.pick([null, 0, 3, 10, 100]),
    platforms: some(['ios', 'Android', null]),
    subscription: random.pick(['runs', 'canceled', 'over', 'expired', null, null, null]),
    isDeleted: chance(8),
  };
}

async function settle(person: Omit<Person, 'id'>, productId: string): Promise<Person> {
  const { isGuest, country, registered, isDeleted } = person;
  const { id } = await makeViewer(world, { isGuest, countryCode: country, createdAt: registered.toISOString() });
  const { db } = world.database;
  await sql`update users set language = ${person.language} where id = ${id}`.execute(db);
  await sql`update user_listing set total_spend_cents = ${person.spend} where user_id = ${id}`.execute(db);
  await sql`update user_last_seen set last_seen_at = clock() - ${person.seenDaysAgo} * interval '1 day' - interval '1 minute'
    where user_id = ${id}`.execute(db);
  for (const platform of person.platforms) {
    await sql`insert into user_devices (user_id, id, device_id, platform)
      values (${id}, ${newId()}, ${newId()}, ${platform})`.execute(db);
  }
  const { subscription } = person;
  if (subscription) {
    const status = { runs: 'active', canceled: 'canceled', over: 'active', expired: 'expired' }[subscription];
    const end = subscription === 'over' ? '2026-02-02' : '2099-01-01';
    await sql`insert into subscriptions (user_id, id, platform, product_id, status, auto_renew, current_period_start,
        current_period_end, price_cents, currency)
      values (${id}, ${newId()}, 'ios_store', ${productId}, ${status}, true, '2026-01-01', ${end}, 99, 'USD')`.execute(
      db,
    );
  }
  if (isDeleted) {
    await sql`update users set status = 'deleted', email = null, password_hash = null where id = ${id}`.execute(db);
  }
  return { id, ...person };
}

/** Each condition is there with a chance of its own. */
function anyRule({ below, pick }: Random): SegmentRule {
  const maybe = <T>(rule: T): T | Record<never, never> => (below(4) === 0 ? rule : {});
  const [from, to] = [below(days.length - 1), days.length - 1];
  return {
    ...maybe({ countries: pick([['EG'], ['ID', 'SA']]) }),
    ...maybe({ languages: pick([['ar'], ['id', 'en']]) }),
    ...maybe({ guest: below(2) === 0 }),
    ...maybe({ minSpendCents: pick([0, 99, 100]) }),
    ...maybe({ maxSpendCents: pick([100, 500, 4999]) }),
    ...maybe({ registeredAfter: days[from] ?? '' }),
    ...maybe({ registeredBefore: days[to] ?? '' }),
    ...maybe({ seenWithinDays: pick([1, 7, 30]) }),
    ...maybe({ platforms: pick([['ios'], ['android', 'web']]) }),
    ...maybe({ subscribed: below(2) === 0 }),
  };
}

type Meaning = (person: Person, rule: SegmentRule) => boolean;

/** The rule in plain words, without a database. */
const meanings: readonly Meaning[] = [
  ({ isDeleted }) => !isDeleted,
  ({ country }, { countries }) => countries?.includes(country ?? '') ?? true,
  ({ language }, { languages }) => languages?.includes(language?.split('-')[0] ?? '') ?? true,
  ({ isGuest }, { guest = isGuest }) => isGuest === guest,
  ({ spend }, { minSpendCents = spend }) => spend >= minSpendCents,
  ({ spend }, { maxSpendCents = spend }) => spend <= maxSpendCents,
  ({ registered }, { registeredAfter }) => !registeredAfter || registered >= new Date(registeredAfter),
  ({ registered }, { registeredBefore }) => !registeredBefore || registered < new Date(registeredBefore),
  ({ seenDaysAgo }, { seenWithinDays: days }) => days === undefined || (seenDaysAgo !== null && seenDaysAgo < days),
  ({ platforms: own }, { platforms }) =>
    !platforms || own.some((name) => platforms.includes(name?.toLowerCase() ?? '')),
  ({ subscription: kind }, { subscribed }) =>
    subscribed === undefined || (kind === 'runs' || kind === 'canceled') === subscribed,
];

const belongs: Meaning = (person, rule) => meanings.every((holds) => holds(person, rule));

it('the count equals the members, for random rules', async () => {
  const product = { productId: 'vip', name: 'VIP', periodDays: 30, priceCents: 99, currency: 'USD' };
  expect((await finance.post('/admin/subscription-products', product)).status).toBe(201);
  const people: Person[] = [];
  while (people.length < 60) people.push(await settle(anyone(), product.productId));
  const ids = people.map(({ id }) => id);
  const counts = new Set<number>();
  for (let round = 0; round < rounds; round++) {
    const rule = anyRule(random);
    const expected = people.filter((person) => belongs(person, rule)).map(({ id }) => id);
    const label = JSON.stringify(rule);
    const { count } = (await analyst.post<{ count: number }>('/admin/segments/preview', { rule })).body;
    expect(count, label).toBe(expected.length);
    const members = await listMembers(world.database.db, ids, rule);
    expect(
      ids.filter((id) => members.has(id)),
      label,
    ).toEqual(expected);
    counts.add(count);
  }
  // Otherwise it would have tried rules that are about nobody.
  expect(counts.size).toBeGreaterThan(10);
});
