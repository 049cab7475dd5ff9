import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makePackage } from '../../../test/harness/payments.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { countLockWaiters } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { asDay, daysLater } from '../../kit/period.ts';
import { dayMs } from '../../kit/time.ts';
import { purgeUserDays, rollUpDays } from './jobs.ts';
import { insertCompletedPayment, insertExecutedRefund } from './payments.fixture.ts';
import { rollUpDay } from './rollup.sql.ts';
import { mondayOf } from './rules.ts';

/** Rollups that are stopped, raced or looked at from the edges of time; and figures that are large or nothing. */

const world = await openWorld();
const analyst = await makeAdminActor(world, 'analyst');
const { pool } = world.database;
const seriesId = await makeSeries(world, 'published');
const episodeId = await makeEpisode(world, 'published', seriesId, 1);

const today = asDay(new Date());
const ago = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();
const figures = async (path: string) => (await analyst.get(`/admin/analytics/${path}`)).body;
const rollUp = async () => (await analyst.post<{ days: string[] }>('/admin/analytics/rollup')).body;
const ofNobody = await rollUp();
const viewer = await makeViewer(world, { createdAt: ago(20) });
const tell = (name: string, at: string) =>
  viewer.post('/v1/events', { events: [{ id: newId(), name, at, episodeId }] });
const countOf = async (name: string, day: string): Promise<number | undefined> => {
  const { body } = await analyst.get<{ steps: { name: string; count: number }[] }>(
    `/admin/analytics/funnel?dateFrom=${day}&dateTo=${day}`,
  );
  return body.steps.find((step) => step.name === name)?.count;
};
const io = {
  database: world.database.jobs,
  signal: new AbortController().signal,
  progress: () => undefined,
  log: { error: () => {}, warn: () => {} },
};

describe('a rollup', () => {
  it('begins with today where nobody has come yet', () => {
    expect(ofNobody.days).toEqual([today]);
  });

  it('leaves changes during a rollup to the next one', async () => {
    await rollUp();
    const day = daysLater(today, -6);
    const counting = await world.database.transaction(async (tx) => {
      // It has counted the steps of users when it comes to this table.
      await sql`lock table retention_days in exclusive mode`.execute(tx);
      const rolling = world.database.jobs.transaction((its, now) => rollUpDay(its, day, now));
      await expect.poll(() => countLockWaiters(world)).toBeGreaterThan(0);
      expect((await tell('preview_view', ago(6))).body).toMatchObject({ accepted: 1 });
      return { rolling };
    });
    await counting.rolling;
    expect(await countOf('preview_view', day)).toBe(0);
    expect((await rollUp()).days).toContain(day);
    expect(await countOf('preview_view', day)).toBe(1);
  });

  it('that is killed leaves the figures as they were, and the day to the next one', async () => {
    const day = daysLater(today, -5);
    await tell('paywall_hit', ago(5));
    const before = await figures('overview');
    const killed = world.database.jobs.transaction(async (tx, now) => {
      await rollUpDay(tx, day, now);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await figures('overview')).toEqual(before);
    expect((await rollUp()).days).toContain(day);
    expect(await countOf('paywall_hit', day)).toBe(1);
  });

  it('counts by UTC days, to the last millisecond', async () => {
    const day = daysLater(today, -4);
    await tell('ep1_start', `${day}T00:00:00.000Z`);
    await tell('ep1_start', `${day}T23:59:59.999Z`);
    await tell('ep1_start', `${daysLater(day, 1)}T06:59:59.999+07:00`);
    await tell('ep1_start', `${daysLater(day, 1)}T02:00:00.000+03:00`);
    await rollUp();
    expect(await countOf('ep1_start', day)).toBe(1);
    expect(await countOf('ep1_start', daysLater(day, -1))).toBe(0);
    expect(await countOf('ep1_start', daysLater(day, 1))).toBe(0);
  });

  it('deletes marks of days that are too old to be rolled up', async () => {
    const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
    await owner.connect();
    await owner.query(
      'insert into rollup_outdated (day) values ($1), ($2)',
      [-500, -3].map((n) => daysLater(today, n)),
    );
    await owner.end();
    expect((await rollUp()).days).toContain(daysLater(today, -3));
    expect((await pool.query('select day from rollup_outdated')).rows).toEqual([]);
  });
});

describe('what single users did', () => {
  it('is deleted after 800 days, and the counts of their days stay', async () => {
    const [kept, old] = [daysLater(today, -800), daysLater(today, -801)];
    for (const day of [kept, old]) {
      await pool.query('insert into user_days (user_id, day, market, steps) values ($1, $2, $3, 1)', [
        ...[viewer.id, day, 'EG'],
      ]);
      await pool.query(
        `insert into payer_days (day, rail, country, kind, user_id) values ($1, 'ios_store', 'EG', 'coin_pack', $2)`,
        [day, viewer.id],
      );
      await pool.query(`insert into reach_days (step, market, day, gap, users) values (1, '*', $1, 366, 1)`, [day]);
    }
    expect(await purgeUserDays.run(io)).toBe(2);
    for (const table of ['user_days', 'payer_days']) {
      const { rows } = await pool.query(`select day from ${table} where day <= $1 order by day`, [kept]);
      expect({ table, rows }).toEqual({ table, rows: [{ day: kept }] });
    }
    expect(await figures(`overview?dateFrom=${old}&dateTo=${old}`)).toMatchObject({ dau: 1, mau: 1 });
  });

  it.each([
    [`funnel?installCohort=${mondayOf(today)}&dateFrom=${daysLater(today, -801)}&dateTo=${daysLater(today, -500)}`],
    [`revenue?countries=EG,ID&dateFrom=${daysLater(today, -801)}&dateTo=${daysLater(today, -500)}`],
    [`revenue?rails=ios_store&dateFrom=${daysLater(today, -801)}&dateTo=${daysLater(today, -500)}`],
    [`revenue?kind=coin_pack&dateFrom=${daysLater(today, -801)}&dateTo=${daysLater(today, -500)}`],
  ])('is refused once the users are deleted: %s', async (path) => {
    const { status, body } = await analyst.get(`/admin/analytics/${path}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ details: [{ path: 'dateFrom', message: expect.stringContaining('800') }] });
    const later = path.replace(daysLater(today, -801), daysLater(today, -800));
    expect((await analyst.get(`/admin/analytics/${later}`)).status).toBe(200);
  });
});

describe('the figures', () => {
  const nobody = { dau: 0, mau: 0, arpu30d: 0, arppu30d: 0 };
  const nothing = { refundRate: 0, arpu: 0, arppu: 0, byRail: [] };
  it.each([
    ['overview?dateFrom=0001-01-01&dateTo=0001-01-02', nobody],
    ['overview?dateTo=0001-01-01', nobody],
    ['revenue?dateTo=0001-01-15', nothing],
    ['content?dateFrom=0001-01-01&dateTo=0001-12-31', { period: { start: '0001-01-01', end: '0001-12-31' } }],
    ['funnel?dateFrom=9999-12-01&dateTo=9999-12-31', { period: { start: '9999-12-01', end: '9999-12-31' } }],
    ['overview?dateFrom=9999-12-01&dateTo=9999-12-31', nobody],
  ])('are nothing where nothing was: %s', async (path, expected) => {
    const { status, body } = await analyst.get(`/admin/analytics/${path}`);
    expect(status).toBe(200);
    expect(body).toMatchObject(expected);
  });

  it.each(['', '?dateFrom=9999-12-01&dateTo=9999-12-31', '?dateTo=0001-01-01'])(
    'have the cohorts of the last 12 install weeks whatever the period, without what is to come: %s',
    async (query) => {
      const { retentionCohorts } = await figures(`overview${query}`);
      expect(retentionCohorts).toHaveLength(12);
      const week = mondayOf(asDay(new Date()));
      const weeks = expect.arrayContaining([
        expect.objectContaining({ installWeek: week, d1: null, d7: null, d30: null }),
        expect.objectContaining({ installWeek: daysLater(week, -77), d30: expect.any(Number) }),
      ]);
      expect(retentionCohorts).toEqual(weeks);
    },
  );

  it('stay exact where they are large, and go below nothing where more was given back', async () => {
    const sold = await makePackage(world);
    const payment = { user: viewer.id, rail: 'card_web', country: 'US', kind: 'coin_pack', package: sold.id };
    await world.clock.stopAt(ago(10));
    const id = await insertCompletedPayment(world, { ...payment, cents: 500 });
    await world.clock.shift('0');
    await insertExecutedRefund(world, id, 500);
    await rollUp();
    const ofToday = `revenue?dateFrom=${today}&dateTo=${today}`;
    expect(await figures(ofToday)).toMatchObject({
      grossCents: 0,
      netCents: -500,
      refundsCents: 500,
      refundRate: 0,
      arppu: 0,
      payingUsers: 0,
      byCountry: [{ country: 'US', gross: 0, net: -500 }],
    });
    for (let n = 0; n < 3; n++) await insertCompletedPayment(world, { ...payment, cents: 3_000_000_000_001 });
    await rollUp();
    const net = 3 * 3_000_000_000_001 - 500;
    expect(await figures(ofToday)).toMatchObject({ grossCents: net + 500, netCents: net, arppu: net });
  });
});

describe('starts', () => {
  it('count a viewer once a day for each episode, also when many are put in at once', async () => {
    const [other, batch] = [await makeViewer(world), await makeEpisode(world, 'published', seriesId, 2)];
    const put = (rows: readonly [string, string][]) =>
      pool.query(
        `insert into watches (user_id, id, episode_id, started_at, seconds_watched, completed)
         select u, gen_random_uuid(), $3, s, 1, false from unnest($1::uuid[], $2::timestamptz[]) t (u, s)`,
        [rows.map(([user]) => user), rows.map(([, at]) => at), batch],
      );
    const at = (days: number, time: string) => `${daysLater(today, -days)}T${time}Z`;
    const counted = async () =>
      (
        await pool.query<{ hour: Date; market: string; starts: number }>(
          `select hour, market, sum(starts)::integer as starts from series_activity_added
           where series_id = $1 and starts > 0 and hour >= $2 group by 1, 2 order by 1`,
          [seriesId, at(9, '00:00:00')],
        )
      ).rows;
    await put([
      ...([
        [viewer.id, at(9, '10:30:00')],
        [viewer.id, at(9, '09:15:00')],
      ] satisfies [string, string][]),
      ...([
        [other.id, at(9, '09:45:00')],
        [viewer.id, at(8, '00:00:00')],
      ] satisfies [string, string][]),
    ]);
    const first = [
      { hour: new Date(at(9, '09:00:00')), market: 'EG', starts: 2 },
      { hour: new Date(at(8, '00:00:00')), market: 'EG', starts: 1 },
    ];
    expect(await counted()).toEqual(first);
    await put([
      [viewer.id, at(9, '11:00:00')],
      [other.id, at(8, '23:59:59')],
    ]);
    expect(await counted()).toEqual([...first, { hour: new Date(at(8, '23:00:00')), market: 'EG', starts: 1 }]);
  });
});

it('a run that is stopped before it begins does nothing', async () => {
  const stopped = new AbortController();
  stopped.abort();
  expect(await rollUpDays.run({ ...io, signal: stopped.signal })).toBe(0);
});
