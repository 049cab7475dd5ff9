import pg from 'pg';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AdminActor, makeAdminActor } from '../../../test/harness/actor.ts';
import { generousLimits } from '../../../test/harness/generous-limits.ts';
import { testCount } from '../../../test/harness/long-form.ts';
import { makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { createApp } from '../../app.ts';
import { openDatabase } from '../../kit/db/database.ts';
import { drain } from '../../kit/http/drain.ts';
import { collectLastSeen } from './last-seen.ts';

const world = await openWorld();
const hourMs = 3_600_000;
let support: AdminActor;
beforeAll(async () => {
  support = await makeAdminActor(world, 'support');
});

const onFault = (error: unknown): void => {
  throw error;
};
const seenAt = async (id: string): Promise<unknown> =>
  (await support.get<{ items: { lastSeenAt: string | null }[] }>(`/admin/users?q=${id}`)).body.items[0]?.lastSeenAt;
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** A service that stores last visits only on request. */
function serveWithoutClock() {
  const { config, database, runner, media, push } = world;
  const logger = pino({ level: 'silent' });
  return createApp({ config, database, logger, runner, media, push, lastSeenFlushMs: hourMs });
}

const visit = async (app: ReturnType<typeof serveWithoutClock>, { token }: Viewer): Promise<void> => {
  const { statusCode } = await app.inject({ url: '/v1/wallet', headers: { authorization: `Bearer ${token}` } });
  expect(statusCode).toBe(200);
};

/** Each on another day: all would be counted in one row, which takes long when it changes that often at once. */
async function makeUsers(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const { rows } = await world.database.pool.query<{ id: string }>(
      `insert into users (id, is_guest, auth_provider, created_at)
       select gen_random_uuid(), true, 'guest', timestamptz '1990-01-01' + n * interval '1 day'
       from generate_series(1, $1) n returning id`,
      [Math.min(count - ids.length, 500)],
    );
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

describe('the time of the last visit', () => {
  it('is shown in the list of users shortly after', async () => {
    const viewer = await makeViewer(world);
    await viewer.get('/v1/wallet');
    await expect.poll(() => seenAt(viewer.id)).toEqual(iso);
  });

  it('is not stored during the request, and is stored before the service stops', async () => {
    const viewer = await makeViewer(world);
    const app = serveWithoutClock();
    await app.listen({ port: 0, host: '127.0.0.1' });
    await visit(app, viewer);
    expect(await seenAt(viewer.id)).toBeNull();
    await drain(app);
    expect(await seenAt(viewer.id)).toEqual(iso);
  });

  it('is stored for thousands of users by a few statements', async () => {
    const statements: string[] = [];
    const url = world.server.url('app', world.databaseName);
    const onStatement = (text: string) => void statements.push(text);
    const database = openDatabase({ url, connections: 2, limits: generousLimits, onStatement });
    const lastSeen = collectLastSeen(database, { flushEveryMs: hourMs, onFault });
    // More than one statement may take.
    const users = await makeUsers(testCount(2_500, { long: 10_000 }));
    const now = Date.now();
    for (const id of users) lastSeen.note(id, now);
    await lastSeen.stop();
    await database.close();
    const { rowCount } = await world.database.pool.query(
      'select from user_last_seen where user_id = any($1) and last_seen_at = $2',
      [users, new Date(now)],
    );
    expect(rowCount).toBe(users.length);
    expect(statements.length).toBeLessThan(30);
  });

  it('is left to another process that is storing it, without waiting', async () => {
    const [held = '', ...others] = await makeUsers(3);
    const lastSeen = collectLastSeen(world.database, { flushEveryMs: hourMs, onFault });
    const holder = await world.database.pool.connect();
    await holder.query('begin');
    await holder.query('update user_last_seen set last_seen_at = clock() where user_id = $1', [held]);
    for (const id of [held, ...others]) lastSeen.note(id, Date.now());
    await lastSeen.flush();
    expect([await seenAt(held), ...(await Promise.all(others.map(seenAt)))]).toEqual([null, iso, iso]);
    await holder.query('commit');
    holder.release();
    await lastSeen.stop();
    expect(await seenAt(held)).toEqual(iso);
  });

  it('is stored once if two processes saw the same users, and neither waits', async () => {
    const users = await makeUsers(100);
    const processes = [world, world.another()].map(({ database }) =>
      collectLastSeen(database, { flushEveryMs: hourMs, onFault }),
    );
    const now = Date.now();
    for (const [n, lastSeen] of processes.entries()) {
      const inTurn = n === 0 ? users : [...users].reverse();
      for (const id of inTurn) lastSeen.note(id, now + n);
    }
    await Promise.all(processes.map((lastSeen) => lastSeen.flush()));
    await Promise.all(processes.map((lastSeen) => lastSeen.stop()));
    const { rowCount } = await world.database.pool.query(
      'select from user_last_seen where user_id = any($1) and last_seen_at is not null',
      [users],
    );
    expect(rowCount).toBe(100);
  });

  it('is kept while the database is unavailable, and stored afterwards', async () => {
    const [id = ''] = await makeUsers(1);
    const faults: unknown[] = [];
    const lastSeen = collectLastSeen(world.database, { flushEveryMs: hourMs, onFault: (error) => faults.push(error) });
    const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
    await owner.connect();
    await owner.query('revoke update (last_seen_at) on user_last_seen from cliffhanger_app');
    lastSeen.note(id, Date.now());
    await lastSeen.flush();
    expect([faults.length, await seenAt(id)]).toEqual([1, null]);
    await owner.query('grant update (last_seen_at) on user_last_seen to cliffhanger_app');
    await owner.end();
    await lastSeen.stop();
    expect(await seenAt(id)).toEqual(iso);
  });

  it('is stored a minute after the stored one, also after visits in between', async () => {
    const [id = ''] = await makeUsers(1);
    const lastSeen = collectLastSeen(world.database, { flushEveryMs: hourMs, onFault });
    const start = Date.now() - hourMs;
    const elsewhere = new Date(start);
    await world.database.pool.query('update user_last_seen set last_seen_at = $2 where user_id = $1', [id, elsewhere]);
    lastSeen.note(id, start + 30_000);
    await lastSeen.flush();
    expect(await seenAt(id)).toBe(elsewhere.toISOString());
    lastSeen.note(id, start + 61_000);
    await lastSeen.stop();
    expect(await seenAt(id)).toBe(new Date(start + 61_000).toISOString());
  });

  it('is limited in number; further users are noted at a later visit', async () => {
    const [first = '', second = '', third = ''] = await makeUsers(3);
    const lastSeen = collectLastSeen(world.database, { flushEveryMs: hourMs, maxWaiting: 2, onFault });
    for (const id of [first, second, third]) lastSeen.note(id, Date.now());
    await lastSeen.flush();
    expect([await seenAt(first), await seenAt(second), await seenAt(third)]).toEqual([iso, iso, null]);
    lastSeen.note(third, Date.now());
    await lastSeen.stop();
    expect(await seenAt(third)).toEqual(iso);
  });
});
