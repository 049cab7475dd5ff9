import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/kit/id.ts';
import { Actor, anonymous } from '../harness/actor.ts';
import { makeEpisode, makeSeries } from '../harness/catalog.ts';
import { startServiceForTest } from '../harness/processes.ts';
import { makeViewer, type Viewer } from '../harness/viewer.ts';
import { countLockWaiters, openTransactions } from '../harness/waiting.ts';
import { openWorld } from '../harness/world.ts';

/** What users write by the thousand, written for many of them in one transaction. */

vi.setConfig({ testTimeout: 120_000 });

const world = await openWorld();
const { pool } = world.database;
const seriesId = await makeSeries(world, 'published', { freeEpisodes: 1 });
const episodeId = await makeEpisode(world, 'published', seriesId, 1);
const startedAt = new Date(Date.now() - 3_600_000).toISOString();
const report = { episodeId, startedAt, secondsWatched: 30, completed: false };

interface Answered {
  readonly status: number;
  readonly body: object;
}

interface Write {
  readonly send: (viewer: Actor) => Promise<Answered>;
  /** The rows that it writes, each with its user and the transaction that wrote it. */
  readonly rows: string;
  readonly status: number;
}

const save = `/v1/series/${seriesId}/save`;
const writes: readonly (readonly [string, Write])[] = [
  [
    'a watch report',
    {
      send: (viewer) => viewer.post('/v1/watch', report),
      rows: 'select user_id, xmin::text as writer from watches',
      status: 200,
    },
  ],
  [
    'a save',
    { send: (viewer) => viewer.put(save), rows: 'select user_id, xmin::text as writer from series_saves', status: 200 },
  ],
  [
    'a claim of the day',
    {
      send: (viewer) => viewer.post('/v1/me/streak/claim'),
      rows: 'select id as user_id, xmin::text as writer from users where streak_current = 1',
      status: 200,
    },
  ],
];

const viewers = (count: number) => Promise.all(Array.from({ length: count }, () => makeViewer(world)));

async function rowsOf({ rows }: Write, of: readonly Viewer[]): Promise<{ user_id: string; writer: string }[]> {
  const ids = of.map(({ id }) => id);
  const text = `select user_id, writer from (${rows}) written where user_id = any($1)`;
  return (await pool.query<{ user_id: string; writer: string }>(text, [ids])).rows;
}

/** Does the work while another transaction holds the row of a user, and lets it go then. */
async function whileLocked<T>({ id }: Viewer, work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from users where id = $1 for update', [id]);
    return await work();
  } finally {
    await holder.query('commit');
    await holder.end();
  }
}

describe.each(writes)('%s', (_name, write) => {
  it('of many users at the same moment is written in few transactions', async () => {
    const all = await viewers(40);
    const answers = await Promise.all(all.map(write.send));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([write.status]));
    const rows = await rowsOf(write, all);
    expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(40);
    expect(new Set(rows.map(({ writer }) => writer)).size).toBeLessThan(20);
  });

  it('that one user sends many times at once, to two processes, is written once', async () => {
    const [viewer] = await viewers(1);
    if (!viewer) throw new Error('there is no viewer');
    const elsewhere = new Actor(world.another(), { authorization: `Bearer ${viewer.token}` });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => write.send(n % 2 ? viewer : elsewhere)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => write.status));
    expect(await rowsOf(write, [viewer])).toHaveLength(1);
  });

  it('of a locked user delays nobody, and is written once the user is free', async () => {
    const [locked, ...others] = await viewers(30);
    if (!locked) throw new Error('there is no viewer');
    const late = await whileLocked(locked, async () => {
      const waiting = write.send(locked);
      const answers = await Promise.all(others.map(write.send));
      expect(answers.map(({ status }) => status)).toEqual(others.map(() => write.status));
      expect(await rowsOf(write, [locked])).toEqual([]);
      return { waiting };
    });
    expect((await late.waiting).status).toBe(write.status);
    expect(await rowsOf(write, [locked])).toHaveLength(1);
  });

  it('of a user who is banned while it waits is refused, and those beside it are written', async () => {
    const [banned, ...others] = await viewers(10);
    if (!banned) throw new Error('there is no viewer');
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query(`update users set status = 'banned' where id = $1`, [banned.id]);
    const late = write.send(banned);
    await Promise.all(others.map(write.send));
    await expect.poll(() => countLockWaiters(world)).toBe(1);
    await holder.query('commit');
    holder.release();
    expect(await late).toMatchObject({ status: 403, body: { error: 'user_banned' } });
    expect(await rowsOf(write, [banned])).toEqual([]);
    expect(await rowsOf(write, others)).toHaveLength(9);
  });
});

describe('in one batch', () => {
  it('each watch report is judged by itself', async () => {
    const paidId = await makeEpisode(world, 'published', await makeSeries(world, 'published', { freeEpisodes: 0 }), 1);
    const hidden = await makeEpisode(world, 'draft', seriesId, 2);
    const [unlocked, free, poor, lost, nameless, hasty, confused] = await viewers(7);
    if (!unlocked || !free || !poor || !lost || !nameless || !hasty || !confused) throw new Error('too few viewers');
    await pool.query(
      `insert into unlocks (user_id, id, episode_id, coins, price_source) values ($1, $2, $3, 0, 'default')`,
      [unlocked.id, newId(), paidId],
    );
    const given: readonly (readonly [Viewer, object, number, string | undefined])[] = [
      [unlocked, { ...report, episodeId: paidId }, 200, undefined],
      [free, report, 200, undefined],
      [poor, { ...report, episodeId: paidId }, 403, 'episode_locked'],
      [lost, { ...report, episodeId: hidden }, 404, 'not_found'],
      [nameless, { ...report, episodeId: 'the first' }, 404, 'not_found'],
      [hasty, { ...report, secondsWatched: 7_200 }, 400, 'validation_failed'],
      [confused, { ...report, startedAt: '2999-01-01T00:00:00Z' }, 400, 'validation_failed'],
    ];
    const answers = await Promise.all(
      given.map(([viewer, body]) => viewer.post<{ error?: string; episodeId?: string }>('/v1/watch', body)),
    );
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      given.map(([, , status, error]) => [status, error]),
    );
    expect(answers.slice(0, 2).map(({ body }) => body.episodeId)).toEqual([paidId, episodeId]);
    const kept = await pool.query('select from watches where user_id = any($1)', [given.map(([{ id }]) => id)]);
    expect(kept.rowCount).toBe(2);
  });

  it('each save is of its own series, and one that is not published is not found', async () => {
    const other = await makeSeries(world, 'published');
    const draft = await makeSeries(world, 'draft');
    const all = await viewers(3);
    const wanted = [seriesId, other, draft];
    const answers = await Promise.all(
      all.map((viewer, n) => viewer.put<{ seriesId?: string }>(`/v1/series/${wanted[n]}/save`)),
    );
    expect(answers.map(({ status, body }) => [status, body.seriesId])).toEqual([
      [200, seriesId],
      [200, other],
      [404, undefined],
    ]);
    const removed = await Promise.all(all.map((viewer) => viewer.delete(save)));
    expect(removed.map(({ status }) => status)).toEqual([204, 204, 204]);
    const { rows } = await pool.query('select series_id from series_saves where user_id = any($1)', [
      all.map(({ id }) => id),
    ]);
    expect(rows).toEqual([{ series_id: other }]);
  });
});

describe('guests who come at the same moment', () => {
  interface Entered {
    readonly user: { readonly id: string; readonly countryCode: string | null };
    readonly deviceSecret?: string;
    readonly error?: string;
  }
  const enter = (body: object) => anonymous(world).post<Entered>('/v1/auth/guest', body);

  it('are made in few transactions, each with a device and a secret of their own', async () => {
    const countries = ['ID', 'EG', 'US', undefined];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => enter({ deviceId: `phone-${n}`, countryCode: countries[n % 4] })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.deviceSecret)).size).toBe(40);
    expect(answers.map(({ body }) => body.user.countryCode)).toEqual(answers.map((_, n) => countries[n % 4] ?? null));
    const ids = answers.map(({ body }) => body.user.id);
    const { rows } = await pool.query<{ device: string; writer: string; is_listed: boolean }>(
      `select d.device_id as device, u.xmin::text as writer, l.user_id is not null as is_listed
       from unnest($1::uuid[]) with ordinality as q (id, n) join users u on u.id = q.id
         join user_devices d on d.user_id = u.id left join user_listing l on l.user_id = u.id order by q.n`,
      [ids],
    );
    expect(rows.map(({ device }) => device)).toEqual(ids.map((_, n) => `phone-${n}`));
    expect(rows.every(({ is_listed }) => is_listed)).toBe(true);
    expect(new Set(rows.map(({ writer }) => writer)).size).toBeLessThan(20);
  });

  it('get the outcome of each: one comes back, one is banned, one has a wrong secret, and one is new', async () => {
    const first = await Promise.all(['one', 'two', 'three'].map((deviceId) => enter({ deviceId })));
    const [one, two, three] = first.map(({ body }) => body);
    await pool.query(`update users set status = 'banned' where id = $1`, [two?.user.id]);
    await pool.query(
      `update users set status = 'suspended', suspended_until = clock() - interval '1 second' where id = $1`,
      [three?.user.id],
    );
    const answers = await Promise.all([
      enter({ deviceId: 'one', deviceSecret: one?.deviceSecret, appVersion: '2.0' }),
      enter({ deviceId: 'two', deviceSecret: two?.deviceSecret, appVersion: '2.0' }),
      enter({ deviceId: 'three', deviceSecret: three?.deviceSecret, appVersion: '2.0' }),
      enter({ deviceId: 'one', deviceSecret: two?.deviceSecret }),
      enter({ deviceId: 'one' }),
    ]);
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [201, undefined],
      [403, 'user_banned'],
      [201, undefined],
      [401, 'invalid_credentials'],
      [201, undefined],
    ]);
    expect(answers[0]?.body.user.id).toBe(one?.user.id);
    expect(answers[0]?.body).not.toHaveProperty('deviceSecret');
    expect(answers[4]?.body.user.id).not.toBe(one?.user.id);
    const { rows } = await pool.query(
      'select device_id, app_version from user_devices where user_id = any($1) order by device_id',
      [[one, two, three].map((entered) => entered?.user.id)],
    );
    expect(rows).toEqual([
      { device_id: 'one', app_version: '2.0' },
      { device_id: 'three', app_version: '2.0' },
      { device_id: 'two', app_version: null },
    ]);
    const lifted = await pool.query(`select from audit_log where action = 'user.unsuspend' and target_id = $1`, [
      three?.user.id,
    ]);
    expect(lifted.rowCount).toBe(1);
  });
});

it('a process that is killed between a commit and its answers leaves whole batches, and what is sent again changes nothing', async () => {
  const all = await viewers(60);
  const { base, child } = await startServiceForTest(world);
  let answered = 0;
  const send = ({ token }: Viewer, path: string, method: string, body: object = {}) =>
    fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(
      () => {
        answered++;
        if (answered === 40) child.kill('SIGKILL');
      },
      () => undefined,
    );
  await Promise.all(
    all.flatMap((viewer) => [
      send(viewer, '/v1/watch', 'POST', report),
      send(viewer, save, 'PUT'),
      send(viewer, '/v1/me/streak/claim', 'POST'),
    ]),
  );
  expect(answered).toBeLessThan(180);
  await expect.poll(() => openTransactions(world)).toBe(0);
  for (const [, write] of writes) {
    const before = await rowsOf(write, all);
    const answers = await Promise.all(all.map(write.send));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([write.status]));
    const after = await rowsOf(write, all);
    expect([new Set(after.map(({ user_id }) => user_id)).size, after.length]).toEqual([60, 60]);
    expect(before.length).toBeLessThanOrEqual(60);
  }
  const { rows } = await pool.query<{ longest: number }>(
    'select distinct streak_longest as longest from users where id = any($1)',
    [all.map(({ id }) => id)],
  );
  expect(rows).toEqual([{ longest: 1 }]);
});
