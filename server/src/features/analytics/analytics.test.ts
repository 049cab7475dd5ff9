import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makePackage } from '../../../test/harness/payments.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { asDay, daysLater } from '../../kit/period.ts';
import { dayMs } from '../../kit/time.ts';
import { rollUpDays } from './jobs.ts';
import { insertCompletedPayment } from './payments.fixture.ts';
import { rollUpDay } from './rollup.sql.ts';

const world = await openWorld();
const [analyst, support] = [await makeAdminActor(world, 'analyst'), await makeAdminActor(world, 'support')];
const { pool } = world.database;
const seriesId = await makeSeries(world, 'published', { title: '=cmd', genreSlug: 'thriller', freeEpisodes: 1 });
const other = await makeSeries(world, 'published', { title: 'Other' });
const episodes = await Promise.all([1, 2].map((n) => makeEpisode(world, 'published', seriesId, n)));
const [first = '', second = ''] = episodes;

const today = asDay(new Date());
const at = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString();
const figures = async (path: string) => (await analyst.get(`/admin/analytics/${path}`)).body;
const rollUp = async () => (await analyst.post<{ days: string[] }>('/admin/analytics/rollup')).body;

const viewer = await makeViewer(world, { createdAt: at(12) });
await viewer.post('/v1/watch', { episodeId: first, startedAt: at(3), secondsWatched: 40, completed: true });
await viewer.post('/v1/events', {
  events: [{ id: newId(), name: 'paywall_hit', at: at(3), episodeId: second }],
});

describe('a rollup', () => {
  it('tells when it ran, how long it took and which days it rolled up', async () => {
    const { status, body } = await analyst.post('/admin/analytics/rollup');
    expect(status).toBe(200);
    expect(body).toEqual({
      ranAt: expect.any(String),
      durationMs: expect.any(Number),
      days: Array.from({ length: 13 }, (_, n) => daysLater(today, n - 12)),
    });
    expect((await support.post('/admin/analytics/rollup')).status).toBe(403);
    expect((await (await makeAdminActor(world, 'superadmin')).post('/admin/analytics/rollup')).status).toBe(200);
  });

  it('counts late events on the day on which they happened, and leaves the other days', async () => {
    await rollUp();
    const late = daysLater(today, -5);
    const before = await figures('funnel');
    await viewer.post('/v1/events', { events: [{ id: newId(), name: 'preview_view', at: at(5) }] });
    expect(await figures('funnel')).toEqual(before);
    const { days } = await rollUp();
    expect(days).toContain(late);
    expect(days).not.toContain(daysLater(today, -6));
    expect((await figures(`funnel?dateFrom=${late}&dateTo=${late}`)).steps).toContainEqual(
      expect.objectContaining({ name: 'preview_view', count: 1 }),
    );
  });

  it('changes nothing when it is run twice, by two processes and at once', async () => {
    const others = [world, world.another(), world.another()];
    await viewer.post('/v1/events', { events: [{ id: newId(), name: 'ep1_start', at: at(4) }] });
    const runs = [4, 4, 4, 0, 0, 0].map((daysAgo, n) => {
      const day = daysLater(today, -daysAgo);
      const { jobs } = (others[n % 3] ?? world).database;
      return jobs.transaction((tx, now) => rollUpDay(tx, day, now));
    });
    await Promise.all(runs);
    const rows = async (): Promise<object[]> =>
      (await pool.query<object>('select step, market, day, gap, users from reach_days order by 1, 2, 3, 4')).rows;
    const [reach, funnel] = [await rows(), (await figures('funnel')).steps];
    expect(funnel).toContainEqual(expect.objectContaining({ name: 'ep1_start', count: 1 }));
    await pool.query(`insert into viewer_events (user_id, id, at, name) values ($1, $2, $3, 'opened')`, [
      ...[viewer.id, newId(), at(4)],
    ]);
    await rollUp();
    expect(await rows()).toEqual(reach);
    expect((await figures('funnel')).steps).toEqual(funnel);
  });

  it('continues where a stopped run ended, and reports its progress', async () => {
    await pool.query('update rollup_days set rolled_at = day');
    const stopping = new AbortController();
    const reported: unknown[] = [];
    const progress = (count: unknown) => {
      reported.push(count);
      if (reported.length === 2) stopping.abort();
    };
    const io = { database: world.database.jobs, log: { error: () => {}, warn: () => {} } };
    expect(await rollUpDays.run({ ...io, signal: stopping.signal, progress })).toBe(2);
    expect(reported).toEqual([
      { done: 1, total: 13 },
      { done: 2, total: 13 },
    ]);
    expect(await rollUpDays.run({ ...io, signal: new AbortController().signal, progress })).toBe(11);
  });
});

describe('the dashboards', () => {
  it('are for those who may see analytics', async () => {
    for (const path of ['overview', 'revenue', 'content', `content/series/${seriesId}`, 'funnel']) {
      expect((await support.get(`/admin/analytics/${path}`)).status, path).toBe(403);
      expect((await analyst.get(`/admin/analytics/${path}`)).status, path).toBe(200);
    }
  });

  it('list all episodes by number, those that nobody watched too, and all series', async () => {
    await rollUp();
    const editor = await makeAdminActor(world, 'content_manager');
    const scored = { cliffhanger_score: 85, note: 'Seen again' };
    expect((await editor.put(`/admin/episodes/${second}`, scored)).status).toBe(200);
    const period = { start: daysLater(today, -9), end: today };
    const detail = await figures(`content/series/${seriesId}?dateFrom=${period.start}&dateTo=${period.end}`);
    expect(detail).toMatchObject({ seriesId, period, freeEpisodes: 1 });
    const unseen = { starts: 0, completes: 0, completionPercent: 0, watchSeconds: 0, unlocks: 0 };
    expect(detail.episodes).toMatchObject([
      {
        episodeNumber: 1,
        starts: 1,
        completes: 1,
        completionPercent: 100,
        watchSeconds: 40,
        unlocks: 0,
        paywallHits: 0,
        cliffhangerScore: 0,
      },
      { episodeNumber: 2, ...unseen, paywallHits: 1, cliffhangerScore: 85 },
    ]);
    expect((await figures('content')).items).toMatchObject([
      { seriesId, starts: 1, title: '=cmd', genreSlug: 'thriller', status: 'published' },
      { seriesId: other, starts: 0 },
    ]);
    expect((await figures('content?genreSlug=thriller')).items).toHaveLength(1);
    expect((await figures('content?market=ID')).items).toMatchObject([{ starts: 0 }, { starts: 0 }]);
  });

  it.each([
    ['overview?dateFrom=2026-02-02&dateTo=2026-02-01', 'dateFrom'],
    ['revenue?dateFrom=2025-01-01&dateTo=2026-02-01', 'dateFrom'],
    ['funnel?installCohort=2026-11-17', 'installCohort'],
    ['funnel?installCohort=soon', 'installCohort'],
    ['content?sort=price', 'sort'],
    ['overview?market=ZZ', 'market'],
    ['revenue?countries=EG,ZZ', 'countries'],
    ['overview?segment=1', 'segment'],
  ])('refuse %s by its field', async (path, field) => {
    const { status, body } = await analyst.get(`/admin/analytics/${path}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: 'validation_failed',
      details: [{ path: expect.stringContaining(field), message: expect.any(String) }],
    });
  });

  it('say that a series is not there, and that a cursor is of another list', async () => {
    expect((await analyst.get(`/admin/analytics/content/series/${newId()}`)).status).toBe(404);
    expect((await analyst.get(`/admin/analytics/content/series/${newId()}/what-if`)).status).toBe(404);
    const { nextCursor } = await figures('content?limit=1');
    expect(
      (await analyst.get(`/admin/analytics/content?sort=title&limit=1&cursor=${String(nextCursor)}`)).body,
    ).toMatchObject({
      error: 'invalid_cursor',
    });
  });

  it('count the same starts as the rules of collections do', async () => {
    await viewer.post('/v1/watch', { episodeId: first, startedAt: at(3), secondsWatched: 9, completed: false });
    await rollUp();
    const { rows } = await pool.query(
      'select sum(starts)::integer as starts from series_activity_added where series_id = $1',
      [seriesId],
    );
    expect((await figures('content')).items).toMatchObject([rows[0], { starts: 0 }]);
  });

  it('show payments by rail and region once they are rolled up', async () => {
    const sold = await makePackage(world);
    const payment = { user: viewer.id, rail: 'localwallet_dana', country: 'ID', kind: 'coin_pack', package: sold.id };
    await insertCompletedPayment(world, { ...payment, cents: 499 });
    expect(await figures('revenue')).toMatchObject({ grossCents: 0, payments: 0 });
    await rollUp();
    expect(await figures('revenue?rails=localwallet_*&countries=id&kind=coin_pack')).toMatchObject({
      grossCents: 499,
      netCents: 499,
      refundsCents: 0,
      refundRate: 0,
      payments: 1,
      payingUsers: 1,
      arppu: 499,
      byRail: [{ rail: 'localwallet_dana', gross: 499, net: 499 }],
      byCountry: [{ country: 'ID', gross: 499, net: 499 }],
    });
    expect((await analyst.get('/admin/analytics/revenue?rails=nope')).status).toBe(400);
    expect(await figures('revenue?rails=card_web')).toMatchObject({ grossCents: 0, byRail: [], payingUsers: 0 });
    expect(await figures('overview')).toMatchObject({ payingUsersToday: 1, arppu30d: 499 });
    expect(await figures('overview?market=EG')).toMatchObject({ payingUsersToday: 0, arppu30d: 0 });
  });

  const headings = 'Starts,Completes,Completed (%),Paywall views,Unlocks,Coins spent,Watched (seconds)';
  it.each([
    ['overview', 'Day,Active users,Installs,Registrations,Paying users', `${today},`],
    ['revenue', 'Day,Paid (US cents),Net revenue (US cents),Refunded (US cents)', `${today},499,499,0`],
    ['funnel', 'Step,Users,Share of previous step (0 to 1),Share of first step (0 to 1)', 'Unlocked an episode,0,0,0'],
    ['content', `Series ID,Series,Genre,Status,${headings}`, `${seriesId},'=cmd,thriller,published,`],
    [`content/series/${seriesId}`, `Episode,Episode ID,Title,Cliffhanger score,${headings}`, `1,${first},`],
  ])('send %s as a file, without formulas, and record it', async (path, names, line) => {
    const { status, headers, text } = await analyst.get(`/admin/analytics/${path}/export.csv`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining(`_${daysLater(today, -29)}_${today}.csv"`),
    });
    const lines = text.split('\r\n');
    expect(lines[0]).toBe(names);
    expect(
      lines.some((one) => one.startsWith(line)),
      text,
    ).toBe(true);
    const { rows } = await pool.query(
      `select after from audit_log where action = 'analytics.export' order by created_at`,
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  it('say that too little is known of a series that hardly anyone watched', async () => {
    expect(await figures(`content/series/${seriesId}/what-if?freeEpisodes=2&coins=12`)).toMatchObject({
      outcome: 'not_enough_data',
      predicted: null,
      freeEpisodes: 2,
      coins: 12,
      observed: { freeEpisodes: 1, unlocks: 0, coinsBurned: 0, averageCoins: 0 },
    });
  });
});
