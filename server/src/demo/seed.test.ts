import type pg from 'pg';
import { expect, it } from 'vitest';
import { makeAdminActor } from '../../test/harness/actor.ts';
import { refundViolations } from '../../test/harness/refunds.ts';
import { ledgerViolations } from '../../test/harness/viewer.ts';
import { openWorld } from '../../test/harness/world.ts';
import { allowPastTimes, sealAll } from '../features/audit/public.ts';
import { states } from '../features/catalog/rules.ts';
import { subscriptionStatuses } from '../features/subscriptions/rules.ts';
import { connect, withClient } from '../gateways/postgres/connection.ts';
import { contentPortsOf } from '../ports.ts';
import { seedAlerts } from './alerts.ts';
import { withPastClock } from './history.ts';
import { seedDemo, seedViewers } from './seed.ts';

const world = await openWorld();
const withOwner = <T>(work: (owner: pg.Client) => Promise<T>): Promise<T> =>
  withClient(connect(world.server.url('owner', world.databaseName)), work);
const password = 'a quiet harbour at dawn';
const seed = () =>
  withOwner(async (owner) => {
    await seedDemo(world.database, password, contentPortsOf(world.media));
    await withPastClock(owner, () => seedViewers(world.database, password));
  });
await withOwner((owner) => allowPastTimes(owner, true));
const count = async (table: string, where: string): Promise<number> =>
  (await world.database.pool.query(`select from ${table} where ${where}`)).rowCount ?? 0;

it('The demo has series and episodes in every state, and is made once', async () => {
  const made = () =>
    Promise.all(
      ['series', 'price_overrides', 'free_series_entries', 'subscription_events', 'comments'].map((table) =>
        count(table, 'true'),
      ),
    );
  await seed();
  const seeded = await made();
  await seed();
  expect(await made()).toEqual(seeded);
  expect(seeded[0]).toBeGreaterThanOrEqual(12);
  for (const state of states) {
    expect(await count('series', `status = '${state}'`), `series ${state}`).toBeGreaterThan(0);
    expect(await count('episodes', `status = '${state}'`), `episodes ${state}`).toBeGreaterThan(0);
  }
  expect(await count('series', `not title_i18n ?& array['en', 'ar', 'id']`)).toBe(0);
  expect(await count('audit_log', 'created_at > clock()')).toBe(0);
  expect(await count('audit_log', `created_at < clock() - interval '7 days'`)).toBeGreaterThan(0);
});

it('The demo has a schedule that failed for good, and others that wait', async () => {
  const root = await makeAdminActor(world, 'superadmin');
  await root.post('/admin/cron/publish_scheduler/run');
  expect(await count('publish_schedules', `status = 'failed' and retry_count = 5`)).toBe(1);
  expect(await count('publish_schedules', `last_error not in ('internal_error')`)).toBe(0);
  expect(await count('publish_schedules', `status = 'pending' and run_at > clock()`)).toBeGreaterThan(3);
  expect(await count('publish_schedules', `status = 'executed'`)).toBe(0);
});

it('The demo has months of unlocks, each at the price of its episode then', async () => {
  const unlocks = `from ledger.events v left join episodes e on e.id::text = v.ref_id where v.reason = 'unlock'`;
  const { rows } = await world.database.pool.query<{ all: number }>(`
    select count(*)::integer as all, bool_and(v.ref_type = 'episode' and e.status = 'published') as fits,
      min(v.paid_change + v.bonus_change)::integer as dearest ${unlocks}`);
  expect(rows).toEqual([{ all: expect.any(Number), fits: true, dearest: expect.any(Number) }]);
  expect(rows[0]?.all).toBeGreaterThan(100);
  const reversed = await count('reversed_unlocks', 'true');
  expect(await count('unlocks', 'event_id in (select id from ledger.events)')).toBe((rows[0]?.all ?? 0) - reversed);
  const apart = `exists (select from ledger.events v where v.id = unlocks.event_id and v.created_at > unlocks.created_at + interval '1 minute')`;
  expect(await count('unlocks', apart)).toBe(0);
  expect(await count('unlocks', `price_source = 'default' and coins <> 10`)).toBe(0);
  expect(await count('unlocks', `created_at < clock() - interval '60 days'`)).toBeGreaterThan(20);
  expect(await count('unlocks', 'created_at > clock()')).toBe(0);
});

it('The demo’s coins bear the time of what moved them, and the clock is the database’s own again', async () => {
  const paid = 'from ledger.events v join transactions t on t.event_id = v.id';
  const { rows } = await world.database.pool.query(`
    select bool_and(v.created_at = t.completed_at) as together, count(*) > 50 as many ${paid} where v.reason = 'iap'`);
  expect(rows).toEqual([{ together: true, many: true }]);
  expect(await count('unlocks u join ledger.events v on v.id = u.event_id', 'v.created_at <> u.created_at')).toBe(0);
  // Each user's movements are numbered in the order of their times.
  const apart =
    'select from ledger.events o where o.user_id = v.user_id and o.no > v.no and o.created_at < v.created_at';
  expect(await count('ledger.events v', `exists (${apart})`)).toBe(0);
  // What moved within a minute would wait to be proven.
  expect(await count('ledger.events', `created_at > clock() - interval '1 minute'`)).toBe(0);
  expect(await count('refunds r join ledger.events v on v.id = r.event_id', 'v.created_at <> r.executed_at')).toBe(0);
  expect(await ledgerViolations(world)).toEqual([]);
  const { rows: clocks } = await world.database.pool.query(
    `select pg_get_functiondef('clock()'::regprocedure) ~ 'cliffhanger.now' as lent`,
  );
  expect(clocks).toEqual([{ lent: false }]);
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
  expect(await count('refunds', 'requested_by is null and underpaid_cents > 0')).toBe(0);
  const spent = 'coalesce((select sum(net_usd_cents) from transactions t where t.user_id = l.user_id), 0)';
  expect(await count('user_listing l', `total_spend_cents <> ${spent}`)).toBe(0);
  expect(await count('user_listing', 'total_spend_cents > 1000')).toBeGreaterThan(3);
});

it('The demo has refunds over weeks: made at once, decided, waiting, and some by providers', async () => {
  const there = (where: string) => count('refunds', where);
  expect(await there(`status = 'executed' and approval_id is null and requested_by is not null`)).toBe(3);
  expect(await there(`status = 'executed' and decided_by <> requested_by`)).toBe(1);
  expect(await there(`status = 'pending'`)).toBe(3);
  expect(await there(`status = 'rejected'`)).toBe(2);
  expect(await there('requested_by is null')).toBeGreaterThan(0);
  expect(
    await there('amount_cents < (select amount_cents from transactions t where t.id = purchase_id)'),
  ).toBeGreaterThan(2);
  expect(await there(`created_at < clock() - interval '30 days'`)).toBeGreaterThan(1);
  expect(
    await there(
      'created_at > clock() or created_at < (select t.completed_at from transactions t where t.id = purchase_id)',
    ),
  ).toBe(0);
  expect(await count('approvals', `kind = 'refund' and status = 'pending' and expires_at > clock()`)).toBe(3);
  expect(await refundViolations(world)).toEqual([]);
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
  const finance = await makeAdminActor(world, 'finance');
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
    'STORYWEEK ended false',
    ...[expect.stringMatching(/^VIPWEEK running/), 'WEEKEND50 running true', 'WELCOME60 running true'],
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
});

it('The demo is sealed in blocks from the start', async () => {
  // Other tests write to the same server, and while they do the sealing may have to wait.
  const sealedChains = async () => {
    await sealAll(world.database.jobs);
    const chains = 'select distinct chain from sealed_blocks order by 1';
    return (await world.database.pool.query<{ chain: string }>(chains)).rows;
  };
  await expect.poll(sealedChains, { timeout: 30_000 }).toEqual([{ chain: 'audit' }, { chain: 'ledger' }]);
});

it('The demo has alerts that are open, acknowledged and over', async () => {
  await seedAlerts(world.database);
  const finance = await makeAdminActor(world, 'finance');
  const { body } = await finance.get<{ items: { kind: string; status: string }[] }>('/admin/alerts');
  expect(body.items.map(({ kind, status }) => [kind, status])).toEqual([
    ['promo_burn', 'open'],
    ['mint_spike', 'resolved'],
    ['refund_rate', 'resolved'],
  ]);
  expect(await count('alerts', `kind = 'schedule_lag' and status = 'acknowledged'`)).toBe(1);
  expect(await count('alerts', 'true')).toBe(4);
});

it('The demo has conversations in three languages, with reports that wait and a user whose comments are hidden', async () => {
  const there = (where: string) => count('comments', where);
  expect(await there('open_reports > 0')).toBeGreaterThan(4);
  expect(await there(`status = 'visible' and open_reports = 0`)).toBeGreaterThan(8);
  expect([await there(`status = 'hidden'`), await there(`status = 'deleted'`)]).toEqual([5, 1]);
  expect(await there(`created_at < clock() - interval '14 days'`)).toBeGreaterThan(5);
  expect(await there('created_at > clock()')).toBe(0);
  expect(await there('created_at < (select u.created_at from users u where u.id = user_id)')).toBe(0);
  expect(await count('users', 'commenting_suspended')).toBe(1);
  expect(
    await count('comment_reports', 'created_at < (select c.created_at from comments c where c.id = comment_id)'),
  ).toBe(0);
});

it('The demo has push campaigns in every state but under way, with what became of their messages, and flags', async () => {
  for (const status of ['draft', 'scheduled', 'sent', 'cancelled']) {
    expect(await count('push_campaigns', `status = '${status}'`), status).toBeGreaterThan(0);
  }
  expect(await count('push_messages', `outcome = 'delivered'`)).toBeGreaterThan(20);
  const wrong = `c.messages <> (select count(*) from push_messages m where m.campaign_id = c.campaign_id
    and (m.outcome = c.outcome or c.outcome = 'queued'))`;
  expect(await count('push_counts c', wrong)).toBe(0);
  expect(await count('flags', `key = 'public_new_player' and percentage = 25`)).toBe(1);
});
