import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, type Item, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { countLockWaiters, releaseTogether } from '../../../test/harness/waiting.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const [publisher, decider] = [
  await makeAdminActor(world, 'content_manager'),
  await makeAdminActor(world, 'content_manager'),
];

interface Row {
  id: string;
  status: string;
  last_error: string | null;
}

async function schedule(refId: string, runAt = '2020-01-01T00:00:00Z'): Promise<string> {
  const scheduleBody = { refType: 'episode', refId, action: 'publish', runAt };
  return (await publisher.post<Row>('/admin/schedules', scheduleBody)).body.id;
}
const find = async (refId: string): Promise<Row | undefined> =>
  (await publisher.get<{ items: Row[] }>(`/admin/schedules?refId=${refId}`)).body.items[0];
const stateOf = async (id: string) => (await publisher.get<Item>(`/admin/episodes/${id}`)).body.status;
const cancel = (id: string) => publisher.delete(`/admin/schedules/${id}`);
const retry = (id: string) => publisher.post(`/admin/schedules/${id}/retry`);

describe('two admins who change a failed schedule concurrently', () => {
  it.each([
    { what: 'retried twice', second: retry, answers: [200, 400] },
    { what: 'cancelled twice', first: cancel, second: cancel, answers: [204, 400] },
  ])('is not $what', async ({ first = retry, second, answers }) => {
    const refId = await makeEpisode(world, 'in_review');
    const id = await schedule(refId, '2090-01-01T00:00:00Z');
    await world.database.pool.query(`update publish_schedules set status = 'failed' where id = $1`, [id]);
    const came = await releaseTogether(world, { table: 'publish_schedules', most: 2 }, () =>
      Promise.all([first(id), second(id)]),
    );
    expect(came.map(({ status }) => status).sort((a, b) => a - b)).toEqual(answers);
  });
  it('either retry and cancel it, or cancel it and do not retry it', async () => {
    const refId = await makeEpisode(world, 'in_review');
    const id = await schedule(refId, '2090-01-01T00:00:00Z');
    await world.database.pool.query(`update publish_schedules set status = 'failed' where id = $1`, [id]);
    const [retried, cancelled] = await releaseTogether(world, { table: 'publish_schedules', most: 2 }, () =>
      Promise.all([retry(id), cancel(id)]),
    );
    expect([
      [200, 204],
      [400, 204],
    ]).toContainEqual([retried.status, cancelled.status]);
    expect([(await find(refId))?.status, await stateOf(refId)]).toEqual(['cancelled', 'in_review']);
  });
});

describe('the scheduler', () => {
  it('records no failure of a schedule that was cancelled during its attempt', async () => {
    const refId = await makeEpisode(world, 'in_review');
    const id = await schedule(refId);
    await world.database.pool.query(`update episodes set status = 'draft' where id = $1`, [refId]);
    const client = await world.database.pool.connect();
    await client.query('begin');
    await client.query(`update publish_schedules set status = 'cancelled' where id = $1`, [id]);
    const ticking = world.runner.runNow('publish_scheduler');
    await expect.poll(() => countLockWaiters(world)).toBeGreaterThan(0);
    await client.query('commit');
    client.release();
    expect(await ticking).toMatchObject({ outcome: 'succeeded', counts: { due_schedules: 0 } });
    expect(await find(refId)).toMatchObject({ status: 'cancelled', last_error: null });
  });
});

describe('a series that is being deleted', () => {
  async function approvalOf(seriesId: string): Promise<() => Promise<{ status: number }>> {
    const { body } = await publisher.delete<{ approvalId: string }>(`/admin/series/${seriesId}`);
    return () => decider.post(`/admin/approvals/${body.approvalId}/approve`, {});
  }

  it('includes an episode that is being added, or that is refused', async () => {
    const seriesId = await makeSeries(world, 'draft');
    const approve = await approvalOf(seriesId);
    const [added, approved] = await releaseTogether(world, { table: 'episodes', most: 2 }, () =>
      Promise.all([
        publisher.post<Item>(`/admin/series/${seriesId}/episodes`, { episodeNumber: 1, title: 'Late' }),
        approve(),
      ]),
    );
    expect([approved.status, [201, 404].includes(added.status)]).toEqual([200, true]);
    const { rowCount } = await world.database.pool.query(
      'select from episodes where series_id = $1 and deleted_at is null',
      [seriesId],
    );
    expect(rowCount).toBe(0);
  });
  it('leaves no open schedule of an episode that is being scheduled', async () => {
    const seriesId = await makeSeries(world, 'archived');
    const refId = await makeEpisode(world, 'in_review', seriesId);
    const approve = await approvalOf(seriesId);
    const [, approved] = await releaseTogether(world, { table: 'publish_schedules', most: 2 }, async () => {
      const scheduling = schedule(refId, '2090-01-01T00:00:00Z');
      await expect.poll(() => countLockWaiters(world)).toBeGreaterThan(0);
      return Promise.all([scheduling, approve()]);
    });
    expect(approved.status).toBe(200);
    expect((await find(refId))?.status).toBe('cancelled');
    expect(await auditActionsOf(world, refId)).toEqual(['episode.schedule']);
  });
});
