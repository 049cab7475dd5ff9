import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, type Item, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { countLockWaiters, releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { contentPortsOf } from '../../ports.ts';
import { publishDue } from './jobs.ts';

const world = await openWorld();
const publisher = await makeAdminActor(world, 'content_manager');
const root = await makeAdminActor(world, 'superadmin');

interface Row {
  id: string;
  status: string;
  last_error: string | null;
  lastErrorRequestId: string | null;
  retry_count: number;
  executedAt: string | null;
  allowed: string[];
}

async function schedule(refId: string, runAt: string, refType = 'episode'): Promise<string> {
  const scheduleBody = { refType, refId, action: 'publish', runAt };
  return (await publisher.post<Row>('/admin/schedules', scheduleBody)).body.id;
}
const tick = async (): Promise<unknown> =>
  (await root.post<{ counts: unknown }>('/admin/cron/publish_scheduler/run')).body.counts;
const find = async (refId: string): Promise<Row | undefined> =>
  (await publisher.get<{ items: Row[] }>(`/admin/schedules?refId=${refId}`)).body.items[0];
const stateOf = async (id: string) => (await publisher.get<Item>(`/admin/episodes/${id}`)).body.status;

/** Makes the database refuse to publish an episode until what it answers is called. */
async function refusePublishing(episodeId: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
  await client.connect();
  const name = `refuse_${episodeId.slice(-12)}`;
  await client.query(`
    create function ${name}() returns trigger language plpgsql as
      $$ begin raise exception 'this episode is refused'; end $$;
    create trigger ${name} before update on episodes for each row
      when (old.id = '${episodeId}' and new.status = 'published') execute function ${name}()`);
  return async () => {
    await client.query(`drop trigger ${name} on episodes`);
    await client.end();
  };
}

it('The audit log has schedules under the field names of the API, when created and cancelled', async () => {
  const refId = await makeEpisode(world, 'in_review');
  const id = await schedule(refId, '2090-01-01T12:00:00+02:00');
  await publisher.delete(`/admin/schedules/${id}`);
  const { rows } = await world.database.pool.query(
    'select before, after from audit_log where target_id = $1 order by id',
    [refId],
  );
  const scheduled = { status: 'scheduled', runAt: '2090-01-01T10:00:00.000Z', scheduleId: id };
  expect(rows).toEqual([
    { before: { status: 'in_review' }, after: scheduled },
    { before: scheduled, after: { status: 'in_review' } },
  ]);
});

describe('the publish scheduler', () => {
  it('publishes what is due, as the system', async () => {
    const seriesId = await makeSeries(world, 'in_review', { targetLanguages: ['en', 'ar'] });
    const [due, later] = [
      await makeEpisode(world, 'in_review', seriesId, 1),
      await makeEpisode(world, 'in_review', seriesId, 2),
    ];
    const id = await schedule(due, '2020-01-01T00:00:00Z');
    await schedule(later, '2090-01-01T00:00:00Z');
    await schedule(seriesId, '2020-01-01T00:00:00Z', 'series');
    expect(await tick()).toMatchObject({ due_schedules: 2 });
    expect(await find(due)).toMatchObject({ status: 'executed', retry_count: 0, executedAt: expect.any(String) });
    expect(await find(later)).toMatchObject({ status: 'pending' });
    expect([await stateOf(due), await stateOf(later)]).toEqual(['published', 'scheduled']);
    expect((await publisher.get<Item>(`/admin/series/${seriesId}`)).body.status).toBe('published');
    const { rows } = await world.database.pool.query(
      `select admin_id, admin_email, flags, before, after from audit_log where target_id = $1 and action = 'episode.publish'`,
      [due],
    );
    expect(rows).toEqual([
      {
        admin_id: null,
        admin_email: 'system',
        before: { status: 'scheduled' },
        after: { status: 'published' },
        flags: { schedule_id: id, missing_captions: ['en', 'ar'] },
      },
    ]);
    expect(await tick()).toMatchObject({ due_schedules: 0 });
  });
  it('publishes at the exact time, not earlier', async () => {
    const id = await makeEpisode(world, 'in_review');
    await schedule(id, '2040-01-01T00:00:00Z');
    const statusAt = async (moment: string): Promise<unknown> => {
      await world.clock.stopAt(moment);
      await world.runner.runNow('publish_scheduler');
      await world.clock.shift('0');
      return (await find(id))?.status;
    };
    expect(await statusAt('2039-12-31T23:59:59.999Z')).toBe('pending');
    expect(await statusAt('2040-01-01T00:00:00Z')).toBe('executed');
  });
  it('continues after a failed schedule, retries it five times, and leaves it failed', async () => {
    const seriesId = await makeSeries(world, 'published');
    const ids = await Promise.all([1, 2, 3].map((n) => makeEpisode(world, 'in_review', seriesId, n)));
    for (const [n, id] of ids.entries()) await schedule(id, `2020-01-01T00:00:0${n}Z`);
    const [bad = '', ...good] = ids;
    const allowPublishing = await refusePublishing(bad);
    expect(await tick()).toMatchObject({ due_schedules: 2 });
    expect(await Promise.all(good.map(stateOf))).toEqual(['published', 'published']);
    const counts: (number | undefined)[] = [];
    for (let attempt = 0; attempt < 7; attempt++) {
      counts.push((await find(bad))?.retry_count);
      await tick();
    }
    await allowPublishing();
    expect(counts).toEqual([0, 1, 2, 3, 4, 5, 5]);
    await tick();
    expect(await find(bad)).toMatchObject({
      status: 'failed',
      retry_count: 5,
      lastErrorCode: 'internal_error',
      executedAt: null,
      allowed: ['cancel', 'retry', 'move'],
    });
    expect(await stateOf(bad)).toBe('scheduled');
    expect(await auditActionsOf(world, bad)).toEqual(['episode.schedule']);
    const failed = await find(bad);
    expect(failed?.last_error).toBe(
      `internal_error: It could not be published. Try again; if it fails again, give the request id ${failed?.lastErrorRequestId} to an engineer.`,
    );
    const { rows } = await world.database.pool.query<{ after: { retry_count: number } }>(
      `select admin_email, before, after, request_id from audit_log
       where target_type = 'schedule' and target_id = $1 and action = 'schedule.fail' order by id`,
      [failed?.id],
    );
    expect(rows.map(({ after }) => after.retry_count)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(rows[0]).toMatchObject({ admin_email: 'system', before: { status: 'pending', retry_count: 0 } });
    expect(rows.at(-1)).toMatchObject({
      before: { status: 'failed', retry_count: 4 },
      after: { status: 'failed', retry_count: 5, error: 'internal_error' },
      request_id: failed?.lastErrorRequestId,
    });
  });
  it('succeeds at a retry, and counts it', async () => {
    const id = await makeEpisode(world, 'in_review');
    await schedule(id, '2020-01-01T00:00:00Z');
    const allowPublishing = await refusePublishing(id);
    await tick();
    await allowPublishing();
    await tick();
    expect(await find(id)).toMatchObject({ status: 'executed', retry_count: 1 });
    expect(await stateOf(id)).toBe('published');
  });
  it('restarts a failed schedule that is retried by an admin', async () => {
    const id = await makeEpisode(world, 'in_review');
    const scheduleId = await schedule(id, '2020-01-01T00:00:00Z');
    const retry = () => publisher.post<Row>(`/admin/schedules/${scheduleId}/retry`);
    expect((await retry()).body).toMatchObject({
      error: 'invalid_transition',
      currentState: 'pending',
      allowed: ['cancel', 'move'],
    });
    const allowPublishing = await refusePublishing(id);
    for (let attempt = 0; attempt < 7; attempt++) await tick();
    await allowPublishing();
    expect((await retry()).body).toMatchObject({ id: scheduleId, status: 'pending', retry_count: 0 });
    await tick();
    expect(await find(id)).toMatchObject({ status: 'executed', retry_count: 0 });
    expect((await retry()).body).toMatchObject({ error: 'invalid_transition', currentState: 'executed', allowed: [] });
    expect((await publisher.delete(`/admin/schedules/${scheduleId}`)).body.error).toBe('invalid_transition');
  });
  it('publishes each item once with concurrent runs', async () => {
    const seriesId = await makeSeries(world, 'published');
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, n) => makeEpisode(world, 'in_review', seriesId, n + 1)),
    );
    for (const id of ids) await schedule(id, '2020-01-01T00:00:00Z');
    const { signal } = new AbortController();
    const log = { error: () => undefined, warn: () => undefined };
    const workers = [world, world.another(), world.another()];
    // Held up until all of them have seen the same schedules.
    const counts = await releaseTogether(world, { table: 'publish_schedules', most: 12 }, () =>
      Promise.all(
        workers.map(({ database }) =>
          publishDue(contentPortsOf(world.media)).run({ database, signal, log, progress: () => {} }),
        ),
      ),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
    for (const id of ids) expect(await auditActionsOf(world, id)).toEqual(['episode.schedule', 'episode.publish']);
  });
  it('does not publish what was cancelled concurrently, without partial effects', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await makeEpisode(world, 'in_review');
      const scheduleId = await schedule(id, '2020-01-01T00:00:00Z');
      const [, { status }] = await Promise.all([tick(), publisher.delete(`/admin/schedules/${scheduleId}`)]);
      const outcome = [status, (await find(id))?.status, await stateOf(id)];
      expect([
        [204, 'cancelled', 'in_review'],
        [400, 'executed', 'published'],
      ]).toContainEqual(outcome);
    }
  });
  it('leaves an item to its new schedule if it was cancelled and scheduled again concurrently', async () => {
    const id = await makeEpisode(world, 'in_review');
    const old = await schedule(id, '2020-01-01T00:00:00Z');
    const client = await world.database.pool.connect();
    await client.query('begin');
    await client.query('select from episodes where id = $1 for no key update', [id]);
    const ticking = world.runner.runNow('publish_scheduler');
    await expect.poll(() => countLockWaiters(world)).toBeGreaterThan(0);
    await client.query(`update publish_schedules set status = 'cancelled' where id = $1`, [old]);
    await client.query(
      `insert into publish_schedules (id, ref_type, ref_id, action, run_at, created_by)
       values (gen_random_uuid(), 'episode', $1, 'publish', '2090-01-01', $2)`,
      [id, publisher.id],
    );
    await client.query('commit');
    client.release();
    expect((await ticking).counts).toMatchObject({ due_schedules: 0 });
    expect([await stateOf(id), (await find(id))?.status]).toEqual(['scheduled', 'cancelled']);
  });
  it('fails a schedule whose episode is in another state', async () => {
    const id = await makeEpisode(world, 'in_review');
    await schedule(id, '2020-01-01T00:00:00Z');
    await world.database.pool.query(`update episodes set status = 'draft' where id = $1`, [id]);
    await tick();
    expect(await find(id)).toMatchObject({
      status: 'failed',
      last_error:
        'invalid_transition: What it would publish is no longer scheduled. Cancel this schedule, and schedule it again if needed.',
    });
    expect(await stateOf(id)).toBe('draft');
  });
  it('cannot change a closed schedule, enforced by the database', async () => {
    const id = await makeEpisode(world, 'in_review');
    await schedule(id, '2020-01-01T00:00:00Z');
    await tick();
    const again = `update publish_schedules set status = 'pending', executed_at = null where ref_id = $1`;
    await expect(world.database.pool.query(again, [id])).rejects.toThrow('append-only');
  });
});
