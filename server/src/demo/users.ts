import { sql } from 'kysely';
import { type Admin, userPasswords } from '../features/access/public.ts';
import * as approvals from '../features/approvals/public.ts';
import { createProduct } from '../features/subscriptions/actions.ts';
import { adjust } from '../features/support/actions/adjust.ts';
import { compSubscription } from '../features/support/actions/comp.ts';
import { addNote } from '../features/support/actions/notes.ts';
import { ban, suspend } from '../features/support/actions/status.ts';
import { walletGrant } from '../features/support/public.ts';
import { putDevices } from '../features/users/devices.sql.ts';
import { findByEmail, insertUser } from '../features/users/sql.ts';
import type { Tx } from '../kit/db/database.ts';
import { newId } from '../kit/id.ts';
import { dayMs, hourMs } from '../kit/time.ts';
import { before, contextFor, findCaller } from './admin-context.ts';
import type { PastEvent } from './history.ts';
import { pastPurchases } from './purchases.ts';
import { type SampleUser, type SupportCase, sampleUsers } from './sample-users.ts';
import { pastUnlocks } from './unlocks.ts';

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

/** Makes users with notes and troubles, and tells what they have bought, unlocked and asked support for. */
export async function pastOfUsers(tx: Tx, now: Date, password: string): Promise<PastEvent[]> {
  // The first stands for all: who is there was made together with the rest.
  if (await findByEmail(tx, sampleUsers[0]?.email ?? '')) return [];
  const [support, finance] = [await findCaller(tx, 'putri@demo.example'), await findCaller(tx, 'kwame@demo.example')];
  if (!support || !finance) return [];
  const passwordHash = await userPasswords.hash(password, 'demo');
  const context: SeedContext = { tx, now, support, finance };
  const users = sampleUsers.map((user, index) => ({ ...user, id: newId(), index }));
  for (const user of users) await seedUser(context, user, passwordHash);
  await markSeen(context, users);
  await makeProducts(context);
  return [
    ...pastPurchases(tx, now, users),
    ...(await pastUnlocks(tx, now, users)),
    ...users.flatMap((user) => supportEvents(context, user)),
  ];
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
  for (const moment of [createdAt, seen]) await putDevices(tx, [{ ...device, userId: id, ip: address }], moment);
  if (index % 7 === 0) {
    const tablet = { deviceId: `demo-tablet-${index + 1}`, platform: 'ios', appVersion: '3.3.0', model: 'iPad Air' };
    await putDevices(tx, [{ ...tablet, userId: id, ip: `203.0.113.${index + 101}` }], createdAt);
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

interface SeedCase {
  /** How long ago it was. */
  readonly agoMs: (user: SeededUser) => number;
  readonly run: (context: SeedContext, user: SeededUser, at: Date) => Promise<unknown>;
}

/** Each through the very action that an admin would have used, at the moment when they would have. */
const unlimited = { granterDailyLimit: undefined };

const seedCase: Readonly<Record<SupportCase, SeedCase>> = {
  suspended: {
    agoMs: () => 2 * dayMs,
    run: ({ tx, now, support }, { id }, at) =>
      suspend(contextFor(tx, support, at), id, 'Chargeback dispute being looked at', inDays(now, 5)),
  },
  suspended_for_good: {
    agoMs: () => 9 * dayMs,
    run: ({ tx, support }, { id }, at) =>
      suspend(contextFor(tx, support, at), id, 'Shares the account with strangers', null),
  },
  banned: {
    agoMs: () => 20 * dayMs,
    run: ({ tx, support }, { id }, at) => ban(contextFor(tx, support, at), id, 'Resold coins bought with stolen cards'),
  },
  comp: {
    agoMs: () => 4 * dayMs,
    run: ({ tx, support }, { id }, at) => {
      const comp = { days: 14, productId: 'vip_monthly', reason: 'Apology for the outage of the weekend' };
      return compSubscription(contextFor(tx, support, at), id, comp, { compDaysWithoutApproval: undefined });
    },
  },
  apology: {
    agoMs: () => 2 * hourMs,
    run: ({ tx, support }, { id }, at) => {
      const grant = { amount: 120, direction: 'grant', reason: 'apology_late_episode' } as const;
      return adjust(contextFor(tx, support, at), id, grant, unlimited);
    },
  },
  recouped: {
    agoMs: () => hourMs,
    run: ({ tx, finance }, { id }, at) => {
      const deduct = { amount: 600, direction: 'deduct', reason: 'fraud_recoup' } as const;
      return adjust(contextFor(tx, finance, at), id, deduct, unlimited);
    },
  },
  asked_for_more: {
    agoMs: () => 3 * hourMs,
    run: ({ tx, support }, { id: targetId }, at) => {
      const reason = 'refund_lost_purchase';
      const payload = { amount: 5000, direction: 'grant', reason, note: 'Receipts are attached' };
      const asked = { targetId, reason: 'amount_exceeds_threshold', payload };
      return approvals.request(contextFor(tx, support, at), walletGrant, asked);
    },
  },
  noted: {
    agoMs: ({ index }) => (index + 2) * hourMs,
    run: ({ tx, support }, { id, index }, at) =>
      addNote(contextFor(tx, support, at), id, notes[index % notes.length] ?? ''),
  },
};

const inDays = (now: Date, days: number): string => before(now, -days * dayMs).toISOString();

const notes = [
  'Called about a purchase that did not arrive; the receipt checks out. Watching for a second one.',
  'Prefers to be written to in Arabic. Very patient, thank her when the captions are fixed.',
  'Says a cousin used the phone. Asked for proof of the payment method before we lift anything.',
  'Third report about the same episode not opening on this device. Passed on to the media team.',
];

const supportEvents = (context: SeedContext, user: SeededUser): PastEvent[] =>
  user.supportCases.map((name) => {
    const { agoMs, run } = seedCase[name];
    const at = before(context.now, agoMs(user));
    return { at, run: () => run(context, user, at) };
  });
