import { expect, it } from 'vitest';
import { adminWith } from '../../test/harness/actor.ts';
import { openWorld } from '../../test/harness/world.ts';
import { allowPastTimes } from '../features/audit/public.ts';
import { states } from '../features/catalog/rules.ts';
import { subscriptionStatuses } from '../features/subscriptions/rules.ts';
import { connect, withClient } from '../gateways/postgres/connection.ts';
import { contentPortsOf } from '../ports.ts';
import { seedDemo } from './seed.ts';

const world = await openWorld();
await withClient(connect(world.server.url('owner', world.databaseName)), (owner) => allowPastTimes(owner, true));
const count = async (table: string, where: string): Promise<number> =>
  (await world.database.pool.query(`select from ${table} where ${where}`)).rowCount ?? 0;

it('The demo has series and episodes in every state, and is made once', async () => {
  await seedDemo(world.database, 'a quiet harbour at dawn', contentPortsOf(world.media));
  const seeded = await count('series', 'true');
  await seedDemo(world.database, 'a quiet harbour at dawn', contentPortsOf(world.media));
  expect(await count('series', 'true')).toBe(seeded);
  expect(seeded).toBeGreaterThanOrEqual(12);
  for (const state of states) {
    expect(await count('series', `status = '${state}'`), `series ${state}`).toBeGreaterThan(0);
    expect(await count('episodes', `status = '${state}'`), `episodes ${state}`).toBeGreaterThan(0);
  }
  expect(await count('series', `not title_i18n ?& array['en', 'ar', 'id']`)).toBe(0);
  expect(await count('audit_log', 'created_at > clock()')).toBe(0);
  expect(await count('audit_log', `created_at < clock() - interval '7 days'`)).toBeGreaterThan(0);
});

it('The demo has a schedule that failed for good, and others that wait', async () => {
  const root = await adminWith(world, 'superadmin');
  await root.post('/admin/cron/publish_scheduler/run');
  expect(await count('publish_schedules', `status = 'failed' and retry_count = 5`)).toBe(1);
  expect(await count('publish_schedules', `last_error not in ('internal_error')`)).toBe(0);
  expect(await count('publish_schedules', `status = 'pending' and run_at > clock()`)).toBeGreaterThan(3);
  expect(await count('publish_schedules', `status = 'executed'`)).toBe(0);
});

it('The demo has unlocks of episodes for a few dozen coins each', async () => {
  const unlocks = `from ledger.events v left join episodes e on e.id::text = v.ref_id where v.reason = 'unlock'`;
  const { rows } = await world.database.pool.query<{ all: number }>(`
    select count(*)::integer as all, bool_and(v.ref_type = 'episode' and e.status = 'published') as fits,
      min(v.paid_change + v.bonus_change)::integer as dearest ${unlocks}`);
  expect(rows).toEqual([{ all: expect.any(Number), fits: true, dearest: -30 }]);
  expect(rows[0]?.all).toBeGreaterThan(20);
  expect(await count('unlocks', 'event_id in (select id from ledger.events)')).toBe(rows[0]?.all);
  const apart = `exists (select from ledger.events v where v.id = unlocks.event_id and v.created_at > unlocks.created_at + interval '1 minute')`;
  expect(await count('unlocks', apart)).toBe(0);
  expect(await count('unlocks', 'created_at > clock()')).toBe(0);
});

it('The demo has months of purchases in every state, and the spending that lists show is theirs', async () => {
  for (const where of [
    `status = 'completed'`,
    `status = 'refunded'`,
    `status = 'pending' and failure_reason is null`,
  ]) {
    expect(await count('transactions', where), where).toBeGreaterThan(0);
  }
  expect(await count('transactions', `status = 'completed' and refunded_cents > 0`)).toBeGreaterThan(0);
  expect(await count('transactions', 'failure_reason is not null')).toBeGreaterThan(0);
  expect(await count('transactions', 'expected_usd_cents is not null')).toBe(1);
  expect(await count('transactions', `created_at < clock() - interval '60 days'`)).toBeGreaterThan(10);
  expect(await count('transactions', 'created_at > clock()')).toBe(0);
  expect(await count('transactions', 'underpaid_cents > 0')).toBe(0);
  const spent = 'coalesce((select sum(net_usd_cents) from transactions t where t.user_id = l.user_id), 0)';
  expect(await count('user_listing l', `total_spend_cents <> ${spent}`)).toBe(0);
  expect(await count('user_listing', 'total_spend_cents > 1000')).toBeGreaterThan(3);
});

it('The demo has prices that are over, running and planned, and free days before and after today', async () => {
  const there = (where: string) => count('price_overrides', where);
  expect(await there('active_to <= clock()')).toBeGreaterThan(0);
  expect(
    await there('active and active_from <= clock() and (active_to is null or active_to > clock())'),
  ).toBeGreaterThan(3);
  expect(await there('active_from > clock()')).toBeGreaterThan(0);
  expect(await there('not active')).toBe(1);
  const days = await count('free_series_entries', 'true');
  expect([days, await count('free_series_entries', `market_code = 'ID'`)]).toEqual([5, 1]);
  const before = await there('true');
  await seedDemo(world.database, 'a quiet harbour at dawn', contentPortsOf(world.media));
  expect([await there('true'), await count('free_series_entries', 'true')]).toEqual([before, days]);
});

it('The demo sells six coin packages by the rails of its markets, one of them paused', async () => {
  const there = (where: string) => count('coin_packages', where);
  expect([await there('true'), await there(`status = 'paused'`)]).toEqual([6, 1]);
  expect(await there(`rails && array['ios_store', 'localwallet_*', 'vas_*', 'mobilemoney_vodafone']`)).toBe(6);
  expect(await count('audit_log', `target_type = 'coin_package' and created_at > clock() - interval '80 days'`)).toBe(
    0,
  );
});

it('The demo has segments, and promos in every state, with their redemptions', async () => {
  const finance = await adminWith(world, 'finance');
  interface Promo {
    code: string;
    status: string;
    redemptions: number;
    spent_coins: number;
    budgetCoins: number;
    projectedExhaustionAt: string | null;
  }
  const { items } = (await finance.get<{ items: Promo[] }>('/admin/promos')).body;
  const told = items.map(({ code, status, redemptions }) => `${code} ${status} ${redemptions > 0}`);
  expect(told.sort()).toEqual([
    ...['EID30 ended true', 'FLASH100 running true', 'HALFMORE running true', 'RAMADAN2X upcoming false'],
    ...[expect.stringMatching(/^VIPWEEK running/), 'WELCOME60 running true'],
  ]);
  const flash = items.find(({ code }) => code === 'FLASH100');
  expect([flash?.spent_coins, flash?.budgetCoins]).toEqual([900, 1000]);
  expect(flash?.projectedExhaustionAt).not.toBeNull();
  expect(await count('segments', 'true')).toBe(3);
  expect(await count('promo_redemptions', 'used_at is null')).toBeGreaterThan(0);
  expect(await count('promo_redemptions', 'created_at > clock()')).toBe(0);
});

it('The demo has subscriptions in every state, sold and given, with what was paid for them', async () => {
  for (const status of subscriptionStatuses) {
    expect(await count('subscriptions', `status = '${status}' and platform <> 'comp'`), status).toBeGreaterThan(0);
  }
  expect(await count('subscriptions', `platform = 'comp'`)).toBeGreaterThan(0);
  const events = await count('subscription_events', 'is_paid');
  expect(await count('transactions', `kind = 'subscription'`)).toBe(events);
  await seedDemo(world.database, 'a quiet harbour at dawn', contentPortsOf(world.media));
  expect(await count('subscription_events', 'is_paid')).toBe(events);
});

it('The demo has alerts that are open, acknowledged and over', async () => {
  const finance = await adminWith(world, 'finance');
  const { body } = await finance.get<{ items: { kind: string; status: string }[] }>('/admin/alerts');
  expect(body.items.map(({ kind, status }) => [kind, status])).toEqual([
    ['promo_burn', 'open'],
    ['mint_spike', 'resolved'],
    ['refund_rate', 'resolved'],
  ]);
  expect(await count('alerts', `kind = 'schedule_lag' and status = 'acknowledged'`)).toBe(1);
  expect(await count('alerts', 'true')).toBe(4);
});
