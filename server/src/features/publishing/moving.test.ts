import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, type Item, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { countLockWaiters, releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { type ItemType, itemTypes } from './rules.ts';

const world = await openWorld();
const [publisher, decider] = [
  await makeAdminActor(world, 'content_manager'),
  await makeAdminActor(world, 'content_manager'),
];
const analyst = await makeAdminActor(world, 'analyst');

interface Schedule {
  id: string;
  runAt: string;
  status: string;
  last_error: string | null;
  retry_count: number;
  revision: number;
  allowed: string[];
  error: string;
}

const [soon, later] = ['2090-01-01T00:00:00.000Z', '2090-02-01T00:00:00.000Z'];
const past = '2020-01-01T00:00:00.000Z';

async function scheduled(runAt: string, refType: ItemType = 'episode', seriesId?: string) {
  const refId = await (refType === 'series'
    ? makeSeries(world, 'in_review')
    : makeEpisode(world, 'in_review', seriesId));
  const scheduleBody = { refType, refId, action: 'publish', runAt };
  return { id: (await publisher.post<Schedule>('/admin/schedules', scheduleBody)).body.id, refId };
}
const move = (id: string, runAt: string) => publisher.put<Schedule>(`/admin/schedules/${id}`, { runAt });
const find = async (refId: string): Promise<Schedule | undefined> =>
  (await publisher.get<{ items: Schedule[] }>(`/admin/schedules?refId=${refId}`)).body.items[0];
const fail = (id: string) =>
  world.database.pool.query(
    `update publish_schedules set status = 'failed', retry_count = 5, last_error = 'internal_error' where id = $1`,
    [id],
  );
const auditor = await makeAdminActor(world, 'finance');
const recordedOf = async (id: string) => {
  const { body } = await auditor.get<{ items: { before: object; after: object }[] }>(`/admin/audit-log?targetId=${id}`);
  return body.items.map(({ before, after }) => ({ before, after }));
};
const stateOf = async (id: string) => (await publisher.get<Item>(`/admin/episodes/${id}`)).body.status;

describe('rescheduling', () => {
  it.each(itemTypes)('moves the schedule of a %s in one step', async (refType) => {
    const { id, refId } = await scheduled(soon, refType);
    const { status, body } = await move(id, '2090-02-01T07:00:00+07:00');
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, runAt: later, status: 'pending', allowed: ['cancel', 'move'] });
    expect(await find(refId)).toEqual(body);
    expect(await auditActionsOf(world, id)).toEqual(['schedule.move']);
    expect(await recordedOf(id)).toEqual([{ before: { runAt: soon }, after: { runAt: later } }]);
  });
  it('restarts a failed one', async () => {
    const { id } = await scheduled(past);
    await fail(id);
    expect((await move(id, later)).body).toMatchObject({ status: 'pending', retry_count: 0, last_error: null });
    expect(await recordedOf(id)).toEqual([
      { before: { runAt: past, status: 'failed' }, after: { runAt: later, status: 'pending' } },
    ]);
  });
  it('to the same time changes nothing', async () => {
    const { id } = await scheduled(soon);
    const same = await publisher.put(`/admin/schedules/${id}`, { runAt: soon }, { changesNothing: true });
    expect([same.status, await auditActionsOf(world, id)]).toEqual([200, []]);
  });
  it('without a time changes nothing, also for a failed one', async () => {
    const { id, refId } = await scheduled(past);
    await fail(id);
    const { status, body } = await publisher.put<Schedule>(`/admin/schedules/${id}`, {}, { changesNothing: true });
    expect([status, body]).toEqual([200, await find(refId)]);
    expect(body).toMatchObject({ status: 'failed' });
  });
  it('with an outdated revision is refused', async () => {
    const { id, refId } = await scheduled(soon);
    const ifMatch = { headers: { 'if-match': `"${(await find(refId))?.revision}"` } };
    const put = (runAt: string) => publisher.put<Schedule>(`/admin/schedules/${id}`, { runAt }, ifMatch);
    const moved = await put(later);
    expect([moved.status, moved.headers.etag]).toEqual([200, `"${moved.body.revision}"`]);
    expect((await find(refId))?.revision).toBe(moved.body.revision);
    expect(await put('2090-03-01T00:00:00.000Z')).toMatchObject({ status: 412, body: { error: 'stale_write' } });
  });
  it('has no effect in a dry run, which shows the changes', async () => {
    const { id, refId } = await scheduled(soon);
    const { body } = await publisher.put<{ effects: object }>(`/admin/schedules/${id}?dryRun=true`, { runAt: later });
    const [before, after] = [{ runAt: soon }, { runAt: later }];
    expect(body.effects).toMatchObject({
      audit: [{ action: 'schedule.move' }],
      changes: [{ type: 'schedule', id, before, after }],
    });
    expect((await find(refId))?.runAt).toBe(soon);
  });
  it('is refused for a closed schedule, an invalid time, and readers', async () => {
    const { id } = await scheduled(soon);
    expect((await move(id, '2090-02-01')).body.error).toBe('validation_failed');
    expect((await analyst.put(`/admin/schedules/${id}`, { runAt: later })).status).toBe(403);
    await publisher.delete(`/admin/schedules/${id}`);
    expect((await move(id, later)).body).toEqual({
      statusCode: 400,
      error: 'invalid_transition',
      currentState: 'cancelled',
      allowed: [],
    });
    expect((await move('01930000-0000-7000-8000-00000000dead', later)).status).toBe(404);
  });
  it('by two admins at once is done by both, one after the other', async () => {
    const { id, refId } = await scheduled(soon);
    const answers = await releaseTogether(world, { table: 'publish_schedules', most: 2 }, () =>
      Promise.all([move(id, later), move(id, '2091-01-01T00:00:00.000Z')]),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await world.database.pool.query<{ left: string; reached: string }>(
      `select before ->> 'runAt' as left, after ->> 'runAt' as reached from audit_log where target_id = $1 order by id`,
      [id],
    );
    expect(rows[0]?.left).toBe(soon);
    expect(rows[1]).toEqual({ left: rows[0]?.reached, reached: (await find(refId))?.runAt });
  });
  it('before the job runs postpones publishing', async () => {
    const { id, refId } = await scheduled(past);
    const client = await world.database.pool.connect();
    await client.query('begin');
    await client.query('select from episodes where id = $1 for no key update', [refId]);
    const moving = move(id, later);
    await expect.poll(() => countLockWaiters(world)).toBe(1);
    const ticking = world.runner.runNow('publish_scheduler');
    await expect.poll(() => countLockWaiters(world)).toBe(2);
    await client.query('commit');
    client.release();
    expect([(await moving).status, (await ticking).outcome]).toEqual([200, 'succeeded']);
    expect(await find(refId)).toMatchObject({ status: 'pending', runAt: later, last_error: null });
    expect(await stateOf(refId)).toBe('scheduled');
  });
  it('after the job ran is refused', async () => {
    const { id, refId } = await scheduled(past);
    const client = await world.database.pool.connect();
    await client.query('begin');
    await client.query('select from episodes where id = $1 for no key update', [refId]);
    const ticking = world.runner.runNow('publish_scheduler');
    await expect.poll(() => countLockWaiters(world)).toBe(1);
    const moving = move(id, later);
    await expect.poll(() => countLockWaiters(world)).toBe(2);
    await client.query('commit');
    client.release();
    await ticking;
    expect((await moving).body).toMatchObject({ error: 'invalid_transition', currentState: 'executed' });
    expect(await stateOf(refId)).toBe('published');
  });
});

describe('the audit entry of a cancelled schedule', () => {
  const beforeOf = async (id: string, action: string) => {
    const sql = 'select before from audit_log where target_id = $1 and action = $2';
    return (await world.database.pool.query<{ before: unknown }>(sql, [id, action])).rows[0]?.before;
  };
  it.each(itemTypes)('names it when a %s is unpublished', async (refType) => {
    const { id, refId } = await scheduled(soon, refType);
    const path = refType === 'series' ? `/admin/series/${refId}` : `/admin/episodes/${refId}`;
    await publisher.post(`${path}/workflow`, { action: 'unpublish' });
    const before = { status: 'scheduled', scheduleId: id, runAt: soon };
    expect(await beforeOf(refId, `${refType}.unpublish`)).toEqual(before);
  });
  it('names it when a series is deleted with a scheduled episode', async () => {
    const seriesId = await makeSeries(world, 'archived');
    await scheduled(soon, 'episode', seriesId);
    const { body } = await publisher.delete<{ approvalId: string }>(`/admin/series/${seriesId}`);
    expect((await decider.post(`/admin/approvals/${body.approvalId}/approve`, {})).status).toBe(200);
    expect(await beforeOf(seriesId, 'series.delete')).toMatchObject({ releases: [{ episodeNumber: 1, runAt: soon }] });
  });
});
