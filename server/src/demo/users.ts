import { sql } from 'kysely';
import { type Admin, userPasswords } from '../features/access/public.ts';
import * as approvals from '../features/approvals/public.ts';
import type { Movement } from '../features/ledger/public.ts';
import { postMany } from '../features/ledger/public.ts';
import { createProduct } from '../features/subscriptions/actions.ts';
import { adjust } from '../features/support/actions/adjust.ts';
import { addNote, compSubscription } from '../features/support/actions/comps-and-notes.ts';
import { ban, suspend } from '../features/support/actions/status.ts';
import { walletGrant } from '../features/support/public.ts';
import { insertUnlocks } from '../features/unlocks/public.ts';
import { putDevice } from '../features/users/devices.sql.ts';
import { findByEmail, insertUser } from '../features/users/sql.ts';
import type { Database, Tx } from '../kit/db/database.ts';
import { newId } from '../kit/id.ts';
import { dayMs, hourMs } from '../kit/time.ts';
import { before, contextFor, findCaller } from './admin-context.ts';
import { seedPurchases } from './purchases.ts';
import { type SampleUser, type SupportCase, sampleUsers } from './sample-users.ts';

interface SeededUser extends SampleUser {
  readonly id: string;
  readonly index: number;
}

interface SeedContext {
  readonly tx: Tx;
  readonly now: Date;
  readonly support: Admin;
  readonly finance: Admin;
}

/** Makes users with coins, notes and troubles, in one transaction: all of them or none. */
export async function seedUsers(database: Database, password: string): Promise<void> {
  // The first stands for all: who is there was made together with the rest.
  if (await findByEmail(database.db, sampleUsers[0]?.email ?? '')) return;
  const passwordHash = await userPasswords.hash(password, 'demo');
  await database.transaction(async (tx, now) => {
    const [support, finance] = [await findCaller(tx, 'putri@demo.example'), await findCaller(tx, 'kwame@demo.example')];
    if (!support || !finance) return;
    const context: SeedContext = { tx, now, support, finance };
    const users = sampleUsers.map((user, index) => ({ ...user, id: newId(), index }));
    for (const user of users) await seedUser(context, user, passwordHash);
    await markSeen(context, users);
    await makeProducts(context);
    await seedPurchases(context, users);
    await moveCoins(context, users);
    for (const user of users) await seedSupportCases(context, user);
  });
}

const models = [
  ['android', '15', 'Samsung Galaxy A15'],
  ['ios', '18.5', 'iPhone 13'],
  ['android', '14', 'Xiaomi Redmi Note 13'],
  ['android', '15', 'Oppo Reno 12'],
  ['ios', '18.6', 'iPhone 16 Pro'],
] as const;

async function seedUser({ tx, now }: SeedContext, user: SeededUser, passwordHash: string): Promise<void> {
  const { id, name, email, phone, country, language, index, daysAgo, seenHoursAgo } = user;
  const createdAt = before(now, daysAgo * dayMs - index * 61_000);
  const isGuest = name === null;
  const account = {
    id,
    is_guest: isGuest,
    auth_provider: isGuest ? ('guest' as const) : ('password' as const),
    email,
    phone_e164: phone,
    display_name: name,
    password_hash: isGuest ? null : passwordHash,
    country_code: country,
    language,
  };
  await insertUser(tx, account, createdAt);
  const [platform, osVersion, model] = models[index % models.length] ?? models[0];
  const device = { deviceId: `demo-device-${index + 1}`, platform, appVersion: '3.4.1', osVersion, model };
  const seen = before(now, (seenHoursAgo ?? daysAgo * 24) * hourMs);
  const address = `203.0.113.${index + 1}`;
  for (const moment of [createdAt, seen]) await putDevice(tx, id, device, { ip: address, now: moment });
  if (index % 7 === 0) {
    const tablet = { deviceId: `demo-tablet-${index + 1}`, platform: 'ios', appVersion: '3.3.0', model: 'iPad Air' };
    await putDevice(tx, id, tablet, { ip: `203.0.113.${index + 101}`, now: createdAt });
  }
}

/** When they were last there. */
async function markSeen({ tx, now }: SeedContext, users: readonly SeededUser[]): Promise<void> {
  const rows = users.map(({ id, seenHoursAgo }) => ({
    id,
    seen: seenHoursAgo === null ? null : before(now, seenHoursAgo * hourMs).toISOString(),
  }));
  await sql`
    update user_last_seen s set last_seen_at = r.seen
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, seen timestamptz)
    where s.user_id = r.id`.execute(tx);
}

async function makeProducts({ tx, now, finance }: SeedContext): Promise<void> {
  const ctx = contextFor(tx, finance, before(now, 200 * dayMs));
  const shared = { currency: 'USD', unlocksAll: true };
  const weekly = { productId: 'vip_weekly', name: 'VIP, weekly', periodDays: 7, priceCents: 499, bonusCoins: 50 };
  const monthly = { productId: 'vip_monthly', name: 'VIP, monthly', periodDays: 30, priceCents: 1499, bonusCoins: 250 };
  for (const product of [weekly, monthly]) await createProduct(ctx, { ...product, ...shared });
}

type Posting = Movement extends infer M
  ? M extends Movement
    ? Omit<M, 'userId' | 'refId' | 'key'> & { readonly refId?: string }
    : never
  : never;

type Round = (user: SeededUser) => Posting | undefined;

/** A round of movements: the ledger takes one for each user at a time. */
const promoGrant: Round = ({ index }) =>
  index % 3 === 0
    ? { reason: 'promo_grant', refType: 'promo', bonus: { amount: 60, counter: 'source_promo' } }
    : undefined;

const unlockPrices = [20, 25, 30] as const;
const unlocksForPack = unlockPrices.length;
const unlockPrice = (round: number): number => unlockPrices[round % unlockPrices.length] ?? unlockPrices[0];

/** An episode that each user unlocks, as long as the coins of their packs reach. */
const unlockOf =
  (refId: string, round: number): Round =>
  ({ packs }) =>
    round < packs * unlocksForPack
      ? { reason: 'unlock', refType: 'episode', refId, spend: unlockPrice(round), counter: 'sink_unlock' }
      : undefined;

async function listForSale(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from episodes e join series s on s.id = e.series_id
    where e.status = 'published' and s.status = 'published' and e.episode_number > s.free_episodes
    order by s.created_at, s.id, e.episode_number limit 12`.execute(tx);
  return rows.map(({ id }) => id);
}

interface Moved {
  readonly user: SeededUser;
  readonly eventId: string | null;
}

/** One movement for each user of the round. */
async function move(tx: Tx, users: readonly SeededUser[], round: Round): Promise<Moved[]> {
  const movements = users.flatMap((user): { user: SeededUser; movement: Movement }[] => {
    const moved = round(user);
    const id = newId();
    return moved
      ? [{ user, movement: { ...moved, userId: user.id, refId: moved.refId ?? id, key: `demo:${id}` } }]
      : [];
  });
  const onlyMovements = movements.map(({ movement }) => movement);
  const posted = await postMany(tx, onlyMovements, { wait: true });
  const odd = posted.find(({ outcome }) => outcome !== 'posted' && outcome !== 'nothing');
  if (odd) throw new Error(`the demo’s coins did not move: ${odd.outcome}`);
  return movements.map(({ user }, n) => ({ user, eventId: posted[n]?.eventId ?? null }));
}

/** The ledger dates a movement when it is made, so the unlocks that it pays for are of today too. */
async function moveCoins({ tx, now }: SeedContext, users: readonly SeededUser[]): Promise<void> {
  await move(tx, users, promoGrant);
  const episodes = await listForSale(tx);
  for (const [n, episodeId] of episodes.entries()) {
    const moved = await move(tx, users, unlockOf(episodeId, n));
    await insertUnlocks(
      tx,
      moved.map(({ user, eventId }) => ({
        id: newId(),
        userId: user.id,
        episodeId,
        coins: unlockPrice(n),
        priceSource: 'default',
        eventId,
        createdAt: now,
      })),
    );
  }
}

type SeedCase = (context: SeedContext, user: SeededUser) => Promise<unknown>;

/** Each through the very action that an admin would have used, at the moment when they would have. */
const unlimited = { granterDailyLimit: undefined };

const seedCase: Readonly<Record<SupportCase, SeedCase>> = {
  suspended: ({ tx, now, support }, { id }) =>
    suspend(contextFor(tx, support, before(now, 2 * dayMs)), id, 'Chargeback dispute being looked at', inDays(now, 5)),
  suspended_for_good: ({ tx, now, support }, { id }) =>
    suspend(contextFor(tx, support, before(now, 9 * dayMs)), id, 'Shares the account with strangers', null),
  banned: ({ tx, now, support }, { id }) =>
    ban(contextFor(tx, support, before(now, 20 * dayMs)), id, 'Resold coins bought with stolen cards'),
  comp: ({ tx, now, support }, { id }) => {
    const comp = { days: 14, productId: 'vip_monthly', reason: 'Apology for the outage of the weekend' };
    return compSubscription(contextFor(tx, support, before(now, 4 * dayMs)), id, comp);
  },
  apology: ({ tx, now, support }, { id }) =>
    adjust(
      contextFor(tx, support, now),
      id,
      { amount: 120, direction: 'grant', reason: 'apology_late_episode' },
      unlimited,
    ),
  recouped: ({ tx, now, finance }, { id }) =>
    adjust(contextFor(tx, finance, now), id, { amount: 600, direction: 'deduct', reason: 'fraud_recoup' }, unlimited),
  asked_for_more: ({ tx, now, support }, { id: targetId }) => {
    const payload = { amount: 5000, direction: 'grant', reason: 'refund_lost_purchase', note: 'Receipts are attached' };
    const asked = { targetId, reason: 'amount_exceeds_threshold', payload };
    return approvals.request(contextFor(tx, support, before(now, 3 * hourMs)), walletGrant, asked);
  },
  noted: ({ tx, now, support }, { id, index }) =>
    addNote(contextFor(tx, support, before(now, (index + 2) * hourMs)), id, notes[index % notes.length] ?? ''),
};

const inDays = (now: Date, days: number): string => before(now, -days * dayMs).toISOString();

const notes = [
  'Called about a purchase that did not arrive; the receipt checks out. Watching for a second one.',
  'Prefers to be written to in Arabic. Very patient, thank her when the captions are fixed.',
  'Says a cousin used the phone. Asked for proof of the payment method before we lift anything.',
  'Third report about the same episode not opening on this device. Passed on to the media team.',
];

async function seedSupportCases(context: SeedContext, user: SeededUser): Promise<void> {
  for (const name of user.supportCases) await seedCase[name](context, user);
}
