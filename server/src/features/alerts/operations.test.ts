import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { type Actor, makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makeEpisode } from '../../../test/harness/catalog.ts';
import { giveCoins, makeViewer, moveCoins } from '../../../test/harness/viewer.ts';
import { connectWithoutTriggers } from '../../../test/harness/without-triggers.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { evaluate, type ShownAlert, signedInAfter } from './alerts.fixture.ts';

/** Alerts about the service itself: schedules, the ledger, two people who may be one, events of providers. */

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const publisher = await makeAdminActor(world, 'content_manager');
const superadmin = await makeAdminActor(world, 'superadmin');
const superuser = await connectWithoutTriggers(world);

afterEach(() => world.clock.shift('0'));

const list = async (kind: string, by: Actor = superadmin) =>
  (await by.get<{ items: ShownAlert[] }>(`/admin/alerts?kind=${kind}`)).body.items;
const rowsOf = async (alert: ShownAlert | undefined, by: Actor = superadmin) =>
  (await by.get<ShownAlert>(`/admin/alerts/${alert?.id}`)).body.evidence.rows;
const twice = async () => {
  await evaluate(world);
  await evaluate(world);
};
const tick = () => world.runner.runNow('publish_scheduler');

it('What waits for longer than planned opens an alert, which ends once it is published', async () => {
  const refId = await makeEpisode(world, 'in_review');
  const runAt = new Date(Date.now() + 60_000).toISOString();
  const { body } = await publisher.post<{ id: string }>('/admin/schedules', {
    refType: 'episode',
    refId,
    action: 'publish',
    runAt,
  });
  await world.clock.shift('5 minutes');
  await evaluate(world);
  expect(await list('schedule_lag')).toEqual([]);
  await world.clock.shift('20 minutes');
  await twice();
  const [alert, ...more] = await list('schedule_lag', publisher);
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ severity: 'warning', subject: { type: 'schedules', id: 'late' }, allowed: [] });
  expect(alert?.figures).toEqual({ schedules: 1, longestMinutes: expect.toBeOneOf([18, 19]) });
  expect(await rowsOf(alert, publisher)).toMatchObject([{ type: 'schedule', id: body.id, item: { type: 'episode' } }]);
  expect(await list('schedule_lag', finance)).toEqual([]);
  await tick();
  await evaluate(world);
  expect(await list('schedule_lag')).toMatchObject([{ status: 'resolved' }]);
});

it('A disk that uploads have nearly filled opens an alert before they are refused, until there is room again', async () => {
  const withFree = (freeBytes: number) => evaluate(world, undefined, { freeBytes, reserveBytes: 1_000 });
  await withFree(2_000);
  expect(await list('storage_low')).toEqual([]);
  await withFree(1_999);
  expect(await list('storage_low', publisher)).toMatchObject([
    { severity: 'warning', status: 'open', figures: { freeBytes: 1_999, reserveBytes: 1_000 } },
  ]);
  expect(await list('storage_low', finance)).toEqual([]);
  await withFree(999);
  expect(await list('storage_low')).toMatchObject([{ severity: 'critical', status: 'open' }]);
  await withFree(5_000);
  expect(await list('storage_low')).toMatchObject([{ status: 'resolved' }]);
});

it('A schedule that failed for good opens an alert until someone sees to it', async () => {
  const refId = await makeEpisode(world, 'in_review');
  const runAt = '2020-01-01T00:00:00Z';
  const { body } = await publisher.post<{ id: string }>('/admin/schedules', {
    refType: 'episode',
    refId,
    action: 'publish',
    runAt,
  });
  const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
  await owner.connect();
  await owner.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$;
    create trigger refuse before update on episodes for each row when (new.status = 'published') execute function refuse()`);
  for (let n = 0; n < 6; n++) await tick();
  await owner.query('drop trigger refuse on episodes');
  await owner.end();
  await twice();
  const failed = async () => (await list('schedule_lag', publisher)).filter(({ subject }) => subject.id === 'failed');
  const [alert, ...more] = await failed();
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ figures: { schedules: 1 }, status: 'open' });
  expect(await rowsOf(alert, publisher)).toMatchObject([{ id: body.id, reason: 'internal_error' }]);
  await world.clock.shift('6 hours');
  await publisher.post(`/admin/schedules/${body.id}/retry`);
  await evaluate(world);
  const late = async () =>
    (await list('schedule_lag')).filter(({ id, status }) => id !== alert?.id && status !== 'resolved');
  expect(await late()).toEqual([]);
  await tick();
  await evaluate(world);
  expect(await late()).toEqual([]);
  expect(await failed()).toMatchObject([{ status: 'resolved' }]);
});

it('A movement that does not add up opens a critical alert, and another is opened while the ledger is not proven', async () => {
  const viewer = await makeViewer(world, { displayName: 'Layla' });
  await giveCoins(world, viewer.id, { paid: 50 });
  const { eventId } = await moveCoins(world, { userId: viewer.id, bonus: { amount: 20, counter: 'source_promo' } });
  await superuser.query('update ledger.entries set amount = amount - 1 where event_id = $1 and leg = 2', [eventId]);
  // What moved a moment ago is not proven yet.
  await world.clock.shift('2 minutes');
  await expect.poll(() => world.runner.runNow('housekeeping').then(() => list('zero_sum_breach'))).toHaveLength(1);
  const [alert] = await list('zero_sum_breach', finance);
  expect(alert).toMatchObject({ severity: 'critical', figures: { events: 1 }, subject: { type: 'ledger' } });
  // The sums tell of it first; which event it is comes with the proof.
  await expect
    .poll(() => world.runner.runNow('housekeeping').then(() => rowsOf(alert, finance)))
    .toMatchObject([{ id: eventId, userId: viewer.id, label: 'Layla' }]);
  await superuser.query('update ledger.entries set amount = amount + 1 where event_id = $1 and leg = 2', [eventId]);
  // The sums of the economy know of it once they are counted again.
  await world.runner.runNow('rollups');
  await world.runner.runNow('housekeeping');
  expect(await list('zero_sum_breach')).toMatchObject([{ status: 'resolved' }]);

  await world.clock.shift('42 minutes');
  await twice();
  expect(await list('ledger_unproven', finance)).toMatchObject([{ status: 'open', severity: 'warning' }]);
  await world.runner.runNow('housekeeping');
  expect(await list('ledger_unproven')).toMatchObject([{ status: 'resolved' }]);
});

it.each([
  ['the requester gave the decider access', (asker: string, decider: string) => [decider, asker], 'critical'],
  ['the decider gave the requester access', (asker: string, decider: string) => [asker, decider], 'warning'],
])('An approval where %s opens an alert for a week', async (_case, givenAndGiver, severity) => {
  const [asker, decider] = [await makeAdminActor(world, 'superadmin'), await makeAdminActor(world, 'superadmin')];
  const roleId = await makeRole(world, `to go ${severity}`, []);
  const { approvalId } = (await asker.delete<{ approvalId: string }>(`/admin/roles/${roleId}`)).body;
  await world.database.pool.query(
    `insert into admin_access_changes (id, admin_id, changed_by, change) values ($1, $2, $3, 'password')`,
    [newId(), ...givenAndGiver(asker.id, decider.id)],
  );
  expect((await decider.post(`/admin/approvals/${approvalId}/approve`)).status).toBe(200);
  await twice();
  const alert = (await list('related_decider', finance)).find(({ subject }) => subject.id === approvalId);
  expect(alert).toMatchObject({
    severity,
    subject: { type: 'approval', id: approvalId, label: 'role_delete' },
  });
  const people = { requester: expect.any(String), decider: expect.any(String) };
  expect(await rowsOf(alert, finance)).toMatchObject([{ type: 'approval', id: approvalId, ...people }]);
  await world.clock.shift('8 days');
  await evaluate(world);
  expect(await list('related_decider', await signedInAfter(world, finance, 24 * 8))).toContainEqual(
    expect.objectContaining({ id: alert?.id, status: 'resolved' }),
  );
});

it('Events that cannot be applied for long open an alert, whose rows are for those who look after the system', async () => {
  const { pool } = world.database;
  await pool.query(
    `insert into webhook_events (id, source, event_id, payload, outcome, attempts, next_attempt_at, last_error, received_at)
     values ($1, 'payments', 'evt_1', '{}', 'failed', 3, clock(), 'unexpected', clock() - interval '20 minutes')`,
    [newId()],
  );
  await twice();
  const [alert] = await list('webhook_failures', finance);
  expect(alert).toMatchObject({ severity: 'warning', figures: { waiting: 1, oldestMinutes: 20, givenUp: 0 } });
  expect((await finance.get<ShownAlert>(`/admin/alerts/${alert?.id}`)).body.evidence).toMatchObject({
    shown: false,
    requires: 'system:read',
    rows: [],
  });
  expect(await rowsOf(alert)).toMatchObject([{ type: 'webhook_event', label: 'evt_1' }]);
  await pool.query(`update webhook_events set outcome = 'applied', next_attempt_at = null, last_error = null`);
  await evaluate(world);
  expect(await list('webhook_failures')).toMatchObject([{ status: 'resolved' }]);
});

it('A kind that cannot be looked at stays as it is, and keeps no other from being looked at', async () => {
  const { pool } = world.database;
  const [before] = await list('schedule_lag');
  const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
  await owner.connect();
  await pool.query(
    `insert into webhook_events (id, source, event_id, payload, outcome, attempts, received_at)
     values ($1, 'media', 'evt_2', '{}', 'failed', 9, clock() - interval '2 days')`,
    [newId()],
  );
  await owner.query('revoke select on publish_schedules from cliffhanger_app');
  await expect(evaluate(world)).rejects.toThrow('publish_schedules');
  await owner.query('grant select on publish_schedules to cliffhanger_app');
  await owner.end();
  expect((await list('webhook_failures'))[0]).toMatchObject({ subject: { id: 'media' }, severity: 'critical' });
  expect((await list('schedule_lag'))[0]).toEqual(before);
});
