import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { refundViolations } from '../../../test/harness/refunds.ts';
import { ledgerViolations } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { allowPastTimes } from '../../features/audit/public.ts';
import { areSumsRight } from '../../features/economy/sql.ts';
import { connect, withClient } from '../../gateways/postgres/connection.ts';
import { contentPortsOf } from '../../ports.ts';
import { seedActivity } from '../complete.ts';
import { withPastClock } from '../history.ts';
import { seedDemo, seedViewers } from '../seed.ts';
import { seedAudience } from './seed.ts';

const world = await openWorld();
const { pool } = world.database;
const size = { users: 500, days: 32, quietHours: 0 };
const withOwner = <T>(work: (owner: pg.Client) => Promise<T>): Promise<T> =>
  withClient(connect(world.server.url('owner', world.databaseName)), work);
const { signal } = new AbortController();
const seed = () => seedAudience(world.database, size, signal);
const count = async (table: string, where = 'true'): Promise<number> =>
  (await pool.query<{ n: number }>(`select count(*)::integer as n from ${table} where ${where}`)).rows[0]?.n ?? 0;

interface Overview {
  dau: number;
  wau: number;
  mau: number;
  asOf: string | null;
  retentionCohorts: { cohortSize: number; d1: number | null; d7: number | null }[];
  byDay: { day: string; activeUsers: number; installs: number }[];
}

beforeAll(async () => {
  await withOwner(async (owner) => {
    await allowPastTimes(owner, true);
    const password = 'a quiet harbour at dawn';
    await seedDemo(world.database, password, contentPortsOf(world.media));
    await withPastClock(owner, async () => {
      await seedViewers(world.database, password);
      const before = await count('users');
      await owner.query('alter table watches add constraint nobody_watches check (false) not valid');
      await expect(seed()).rejects.toThrow('nobody_watches');
      expect([await count('users'), await count('viewer_events')]).toEqual([before, 0]);
      await owner.query('alter table watches drop constraint nobody_watches');
      await seed();
    });
    await seedActivity({ owner, database: world.database, signal, log: { error: () => {}, warn: () => {} } });
  });
}, 180_000);

describe('the audience of the demo', () => {
  it('is created once, also after an interruption', async () => {
    const made = await Promise.all(['users', 'watches', 'ledger.events', 'transactions'].map((table) => count(table)));
    expect(await count('users', `email like '%@viewers.example' or is_guest`)).toBeGreaterThanOrEqual(size.users);
    await seed();
    expect(
      await Promise.all(['users', 'watches', 'ledger.events', 'transactions'].map((table) => count(table))),
    ).toEqual(made);
  });

  it('comes from three markets in their languages, grows, and watches in the evenings', async () => {
    const { rows } = await pool.query<{ country: string; language: string; evening: number }>(`
      select u.country_code as country, u.language, (count(*) filter (where extract(hour from w.started_at at time zone
        case u.country_code when 'ID' then 'Asia/Jakarta' when 'EG' then 'Africa/Cairo' else 'America/New_York' end)
        between 17 and 23))::float / count(*) as evening
      from watches w join users u on u.id = w.user_id join user_devices d on d.user_id = u.id
      where d.device_id like 'audience-%' group by 1, 2 order by 1`);
    expect(rows.map(({ country, language }) => `${country} ${language}`)).toEqual(['EG ar', 'ID id', 'US en']);
    for (const { evening } of rows) expect(evening).toBeGreaterThan(0.4);
    const half = `clock() - interval '${size.days / 2} days'`;
    const came = (where: string) => count('user_devices', `device_id like 'audience-%' and first_seen ${where}`);
    expect(await came(`>= ${half}`)).toBeGreaterThan(await came(`< ${half}`));
  });

  it('has a consistent ledger, and lists and aggregates that match', async () => {
    expect(await ledgerViolations(world)).toEqual([]);
    expect(await refundViolations(world)).toEqual([]);
    expect(await areSumsRight(world.database.db)).toBe(true);
    expect(await count('ledger.breaks')).toBe(0);
    const spent = 'coalesce((select sum(net_usd_cents) from transactions t where t.user_id = l.user_id), 0)';
    expect(await count('user_listing l', `total_spend_cents <> ${spent}`)).toBe(0);
    expect(await count('unlocks u join ledger.events v on v.id = u.event_id', 'v.created_at <> u.created_at')).toBe(0);
    const later = `exists (select from ledger.events o where o.user_id = v.user_id and o.no > v.no
      and o.created_at < v.created_at)`;
    expect(await count('ledger.events v', later)).toBe(0);
    const unrecorded = `status = 'completed' and not exists (select from audit_log a
      where a.target_type = 'purchase' and a.target_id = t.id::text and a.action = 'purchase.complete')`;
    expect(await count('transactions t', `kind = 'coin_pack' and ${unrecorded}`)).toBe(0);
  });

  it('leaves nothing unproven, so that no alert is raised', async () => {
    const support = await makeAdminActor(world, 'support');
    const { body } = await support.get<{ books: object }>('/admin/ledger/proof');
    expect(body.books).toMatchObject({ holds: true, eventsBehind: 0, concern: null });
    expect(await count('alerts', `kind = 'ledger_unproven'`)).toBe(0);
  });

  it('does nothing in the future, before its sign-up, or with unpublished content', async () => {
    for (const [table, column] of [
      ...[['ledger.events', 'created_at'] as const, ['watches', 'ended_at'] as const],
      ...[['viewer_events', 'at'] as const, ['users', 'created_at'] as const, ['comments', 'created_at'] as const],
    ]) {
      expect([table, await count(table, `${column} > clock()`)]).toEqual([table, 0]);
    }
    const tooSoon = 'select from users u where u.id = w.user_id and u.created_at > w.started_at';
    expect(await count('watches w', `exists (${tooSoon})`)).toBe(0);
    const unpublished = `exists (select from episodes e where e.id = w.episode_id and e.published_at > w.started_at)
      and exists (select from user_devices d where d.user_id = w.user_id and d.device_id like 'audience-%')`;
    expect(await count('watches w', unpublished)).toBe(0);
  });

  it('gives dashboards falling retention, a funnel, and enough data for what-if', async () => {
    const analyst = await makeAdminActor(world, 'analyst');
    const { body: overview } = await analyst.get<Overview>('/admin/analytics/overview');
    expect(overview.asOf).not.toBeNull();
    expect(overview.mau).toBeGreaterThan(overview.wau);
    expect(overview.wau).toBeGreaterThan(overview.dau);
    expect(overview.byDay.filter(({ activeUsers }) => activeUsers > 0).length).toBeGreaterThan(25);
    // Earlier weeks have only a few sample users.
    const cohorts = overview.retentionCohorts.filter(({ d7, cohortSize }) => d7 !== null && cohortSize > 30);
    expect(cohorts.length).toBeGreaterThan(1);
    for (const { d1, d7 } of cohorts) expect(d1 ?? 0).toBeGreaterThan(d7 ?? 1);
    const { steps } = (await analyst.get<{ steps: { count: number }[] }>('/admin/analytics/funnel')).body;
    const counts = steps.map((step) => step.count);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    expect(counts.at(-1)).toBeGreaterThan(10);
    const best = await analyst.get<{ items: { seriesId: string }[] }>(
      '/admin/analytics/content?sort=unlocks&order=desc',
    );
    const asked = `/admin/analytics/content/series/${best.body.items[0]?.seriesId}/what-if?coins=12`;
    expect((await analyst.get<{ outcome: string }>(asked)).body.outcome).toBe('predicted');
  });
});
