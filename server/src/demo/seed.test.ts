import type pg from 'pg';
import { expect, it } from 'vitest';
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

it('The demo has series and episodes in every state, and is created once', async () => {
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

it('The demo’s coin movements have the time of their causes, and the clock is restored', async () => {
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

it('The demo’s spending totals and refunds match its purchases', async () => {
  const spent = 'coalesce((select sum(net_usd_cents) from transactions t where t.user_id = l.user_id), 0)';
  expect(await count('user_listing l', `total_spend_cents <> ${spent}`)).toBe(0);
  expect(await count('user_listing', 'total_spend_cents > 1000')).toBeGreaterThan(3);
  expect(await refundViolations(world)).toEqual([]);
  const paid = await count('subscription_events', 'is_paid');
  expect(await count('transactions', `kind = 'subscription'`)).toBe(paid);
});

it('The demo has every state that its screens show', async () => {
  await seedAlerts(world.database);
  const states: readonly (readonly [table: string, column: string, values: readonly string[]])[] = [
    ['transactions', 'status', ['completed', 'refunded', 'pending']],
    ['refunds', 'status', ['executed', 'pending', 'rejected']],
    ['publish_schedules', 'status', ['failed', 'pending']],
    ['coin_packages', 'status', ['active', 'paused']],
    ['subscriptions', 'status', subscriptionStatuses],
    ['comments', 'status', ['visible', 'hidden', 'deleted']],
    ['push_campaigns', 'status', ['draft', 'scheduled', 'sent', 'cancelled']],
    ['alerts', 'status', ['open', 'acknowledged', 'resolved']],
  ];
  const circumstances: readonly (readonly [table: string, where: string, rows: number])[] = [
    ['transactions', "environment = 'sandbox' and amount_usd_cents = 0 and status = 'completed'", 2],
    ['transactions', 'disputed_at is not null and dispute_closed_at is null', 1],
    ['refunds', "money = 'returned' and money_reason is null", 1],
    ['refunds', "money = 'failed' and money_reason = 'expired_or_canceled_card'", 1],
    ['refunds', "money = 'pending'", 0],
    ['subscription_events', "type = 'grace' and access_until > clock()", 1],
    ['webhook_rejections', "last_at > clock() - interval '1 day'", 1],
  ];
  for (const [table, where, rows] of circumstances) expect(await count(table, where), where).toBe(rows);
  for (const [table, column, values] of states) {
    for (const value of values) {
      expect(await count(table, `${column} = '${value}'`), `${table} ${value}`).toBeGreaterThan(0);
    }
  }
});

it('The demo is sealed in blocks', async () => {
  // Other tests write to the same server, and while they do the sealing may have to wait.
  const sealedChains = async () => {
    await sealAll(world.database.jobs);
    const chains = 'select distinct chain from sealed_blocks order by 1';
    return (await world.database.pool.query<{ chain: string }>(chains)).rows;
  };
  await expect.poll(sealedChains, { timeout: 30_000 }).toEqual([{ chain: 'audit' }, { chain: 'ledger' }]);
});
