import { sql } from 'kysely';
import { type Admin, userPasswords } from '../features/access/public.ts';
import * as approvals from '../features/approvals/public.ts';
import * as audit from '../features/audit/public.ts';
import { startDeletion } from '../features/privacy/actions.ts';
import { erasePushes } from '../features/push/public.ts';
import { createProduct } from '../features/subscriptions/actions.ts';
import { adjust } from '../features/support/actions/adjust.ts';
import { compSubscription } from '../features/support/actions/comp.ts';
import { addNote } from '../features/support/actions/notes.ts';
import { ban, suspend } from '../features/support/actions/status.ts';
import { walletGrant } from '../features/support/public.ts';
import { findByEmail, insertUser, lockUser, putDevices } from '../features/users/sql.ts';
import type { Ctx } from '../kit/http/endpoint.ts';
import { newId } from '../kit/id.ts';
import { dayMs, hourMs } from '../kit/time.ts';
import { before, type Seeding } from './admin-context.ts';
import type { DemoRole } from './admins.ts';
import type { PastEvent } from './history.ts';
import { type Buyer, purchaseEvents } from './purchases.ts';
import { type SupportCase, sampleUsers } from './sample-users.ts';
import { unlockEvents } from './unlocks.ts';

/** Creates the sample users, and returns what they bought and unlocked and what support did for them. */
export async function userEvents(seeding: Seeding, password: string): Promise<PastEvent[]> {
  const { tx, now } = seeding;
  // All were created in one transaction.
  if (await findByEmail(tx, sampleUsers[0]?.email ?? '')) return [];
  const passwordHash = await userPasswords.hash(password, 'demo');
  const users = sampleUsers.map((user, index) => ({ ...user, id: newId(), index }));
  for (const user of users) await seedUser(seeding, user, passwordHash);
  await createProducts(seeding);
  return [
    ...purchaseEvents(tx, now, users),
    ...(await unlockEvents(tx, now, users)),
    ...users.flatMap((user) => user.supportCases.map((name) => supportEvents(seeding, user)[name])),
  ];
}

const models = [
  ['android', '15', 'Samsung Galaxy A15'],
  ['ios', '18.5', 'iPhone 13'],
  ['android', '14', 'Xiaomi Redmi Note 13'],
  ['android', '15', 'Oppo Reno 12'],
  ['ios', '18.6', 'iPhone 16 Pro'],
] as const;

async function seedUser({ tx, now }: Seeding, user: Buyer, passwordHash: string): Promise<void> {
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
  const seenAt = seenHoursAgo === null ? null : before(now, seenHoursAgo * hourMs);
  await sql`update user_last_seen set last_seen_at = ${seenAt} where user_id = ${id}`.execute(tx);
  const [platform, osVersion, model] = models[index % models.length] ?? models[0];
  const phoneDevice = { deviceId: `demo-device-${index + 1}`, platform, appVersion: '3.4.1', osVersion, model };
  for (const at of [createdAt, seenAt ?? before(now, daysAgo * dayMs)]) {
    await putDevices(tx, [{ ...phoneDevice, userId: id, ip: `203.0.113.${index + 1}` }], at);
  }
  if (index % 7 === 0) {
    const tablet = { deviceId: `demo-tablet-${index + 1}`, platform: 'ios', appVersion: '3.3.0', model: 'iPad Air' };
    await putDevices(tx, [{ ...tablet, userId: id, ip: `203.0.113.${index + 101}` }], createdAt);
  }
}

async function createProducts({ ago, as }: Seeding): Promise<void> {
  const shared = { currency: 'USD', unlocksAll: true };
  const weekly = { productId: 'vip_weekly', name: 'VIP, weekly', periodDays: 7, priceCents: 499, bonusCoins: 50 };
  const monthly = { productId: 'vip_monthly', name: 'VIP, monthly', periodDays: 30, priceCents: 1499, bonusCoins: 250 };
  for (const product of [weekly, monthly]) await createProduct(as('finance', ago(200)), { ...product, ...shared });
}

const notes = [
  'Called about a purchase that did not arrive; the receipt checks out. Watching for a second one.',
  'Prefers to be written to in Arabic. Very patient, thank her when the captions are fixed.',
  'Says a cousin used the phone. Asked for proof of the payment method before we lift anything.',
  'Third report about the same episode not opening on this device. Passed on to the media team.',
];

/** What support can have done for a user, with the actions that admins use. */
function supportEvents({ ago, as }: Seeding, { id, index }: Buyer): Readonly<Record<SupportCase, PastEvent>> {
  const act = (role: DemoRole, days: number, run: (ctx: Ctx<Admin>) => Promise<unknown>): PastEvent => {
    const at = ago(days);
    return { at, run: () => run(as(role, at)) };
  };
  const hour = 1 / 24;
  const unlimited = { granterDailyLimit: undefined, compDaysWithoutApproval: undefined };
  const apology = { amount: 120, direction: 'grant', reason: 'apology_late_episode' } as const;
  const recoup = { amount: 600, direction: 'deduct', reason: 'fraud_recoup' } as const;
  const large = { amount: 5000, direction: 'grant', reason: 'refund_lost_purchase', note: 'Receipts are attached' };
  const asked = { targetId: id, reason: 'amount_exceeds_threshold', payload: large };
  const comp = { days: 14, productId: 'vip_monthly', reason: 'Apology for the outage of the weekend' };
  const inFiveDays = ago(-5).toISOString();
  return {
    suspended: act('support', 2, (ctx) => suspend(ctx, id, 'Chargeback dispute being looked at', inFiveDays)),
    suspended_for_good: act('support', 9, (ctx) => suspend(ctx, id, 'Shares the account with strangers', null)),
    banned: act('support', 20, (ctx) => ban(ctx, id, 'Resold coins bought with stolen cards')),
    comp: act('support', 4, (ctx) => compSubscription(ctx, id, comp, unlimited)),
    apology: act('support', 2 * hour, (ctx) => adjust(ctx, id, apology, unlimited)),
    recouped: act('finance', hour, (ctx) => adjust(ctx, id, recoup, unlimited)),
    asked_for_more: act('support', 3 * hour, (ctx) => approvals.request(ctx, walletGrant, asked)),
    leaving: act('support', 3, (ctx) => leave(ctx, id)),
    noted: act('support', (index + 2) * hour, (ctx) => addNote(ctx, id, notes[index % notes.length] ?? '')),
  };
}

/** A user who deletes their account. */
async function leave({ tx, now }: Ctx<Admin>, userId: string): Promise<void> {
  const user = await lockUser(tx, userId);
  if (user) await startDeletion(audit.systemCtx(tx, now), user, erasePushes);
}
