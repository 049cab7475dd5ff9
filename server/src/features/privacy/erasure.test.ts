import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import type { Connections } from '../../kit/db/database.ts';
import { eraseEvents } from '../events/public.ts';
import { type EraseLater, eraseAnonymized } from './jobs.ts';

/** Anonymizing leaves what is heavy to a job. */

const world = await openWorld();
const { pool } = world.database;
await makeRole(world, 'privacy desk', ['users:read', 'users:anonymize']);
const [asker, decider] = [await makeAdminActor(world, 'privacy desk'), await makeAdminActor(world, 'privacy desk')];
await world.runner.runNow('housekeeping');

const days = 20;
const eventsADay = 50;

/** A viewer with events on each of many days, which are in as many partitions. */
async function heavyViewer(): Promise<Viewer> {
  const viewer = await makeViewer(world);
  await pool.query(
    `insert into viewer_events (user_id, id, at, name, props)
     select $1, gen_random_uuid(), clock() - d * interval '1 day', 'app_open', '{"nickname": "layla"}'
     from generate_series(0, $2 - 1) d, generate_series(1, $3)`,
    [viewer.id, days, eventsADay],
  );
  const seriesId = await makeSeries(world, 'published');
  expect((await viewer.put(`/v1/series/${seriesId}/save`)).status).toBeLessThan(300);
  return viewer;
}

async function left({ id }: Viewer) {
  const { rows } = await pool.query<{ props: number; saves: number; waiting: number }>(
    `select (select count(*)::int from viewer_events where user_id = $1 and props is not null) as props,
       (select count(*)::int from series_saves where user_id = $1) as saves,
       (select count(*)::int from user_erasures where user_id = $1) as waiting`,
    [id],
  );
  return rows[0];
}

const askFor = async ({ id }: Viewer) =>
  (await asker.post<{ approvalId: string }>(`/admin/users/${id}/anonymize`, { reason: 'asked in writing' })).body
    .approvalId;

async function anonymized(): Promise<Viewer> {
  const viewer = await heavyViewer();
  const { status } = await decider.post(`/admin/approvals/${await askFor(viewer)}/approve`);
  expect(status).toBe(200);
  return viewer;
}

const stepIo = (database: Connections, signal: AbortSignal = new AbortController().signal) => ({
  database,
  signal,
  progress: () => {},
  log: { error: () => {}, warn: () => {} },
});

/** The same database for a process that is killed after so many transactions. */
function killedAfter(transactions: number): Connections {
  let begun = 0;
  return {
    ...world.database,
    transaction: async (work) => {
      begun += 1;
      if (begun > transactions) throw new Error('killed');
      return world.database.transaction(work);
    },
  };
}

describe('a request to anonymize a heavy user', () => {
  it('changes neither events nor saved series at the request, in previews and at approval', async () => {
    const viewer = await heavyViewer();
    const asked = await asker.post<{ approvalId: string }>(`/admin/users/${viewer.id}/anonymize`, { reason: 'asked' });
    const url = `/admin/approvals/${asked.body.approvalId}`;
    const shown = await decider.get<{ effectsNow: object | null; drift: boolean }>(url);
    expect(shown.body).toMatchObject({ effectsNow: expect.any(Object), drift: false });
    const approved = await decider.post(`${url}/approve`);
    for (const { statements } of [asked, shown, approved]) {
      expect(statements.length).toBeGreaterThan(0);
      expect(statements.filter((text) => /viewer_events|series_saves|watches/.test(text))).toEqual([]);
    }
    expect(await left(viewer)).toEqual({ props: days * eventsADay, saves: 1, waiting: 1 });
  });
  it('is not previewed by HEAD', async () => {
    const url = `/v1/admin/approvals/${await askFor(await heavyViewer())}`;
    const { statusCode } = await world.app.inject({
      method: 'HEAD',
      url,
      headers: { authorization: `Bearer ${decider.token}` },
    });
    expect(statusCode).toBe(404);
  });
});

describe('the job', () => {
  it('erases the remaining data of that user only', async () => {
    const [gone, stays] = [await anonymized(), await heavyViewer()];
    await world.runner.runNow('housekeeping');
    expect(await left(gone)).toEqual({ props: 0, saves: 0, waiting: 0 });
    expect(await left(stays)).toEqual({ props: days * eventsADay, saves: 1, waiting: 0 });
  });
  it('continues after it was killed', async () => {
    const viewer = await anonymized();
    await expect(eraseAnonymized([eraseEvents]).run(stepIo(killedAfter(20)))).rejects.toThrow(
      'could not be processed: 1',
    );
    const halfway = await left(viewer);
    expect(halfway?.waiting).toBe(1);
    expect(halfway?.props).toBeGreaterThan(0);
    expect(halfway?.props).toBeLessThan(days * eventsADay);
    await world.runner.runNow('housekeeping');
    expect(await left(viewer)).toEqual({ props: 0, saves: 0, waiting: 0 });
  });
  it('continues after a user that fails, and fails at its end', async () => {
    const [stuck, next] = [await anonymized(), await anonymized()];
    const errors: object[] = [];
    const io = stepIo(world.database);
    const log = { ...io.log, error: (fields: object) => void errors.push(fields) };
    const failing: EraseLater = async (_database, userId) => {
      if (userId === stuck.id) throw new Error('no space left');
    };
    await expect(eraseAnonymized([failing, eraseEvents]).run({ ...io, log })).rejects.toThrow(
      'could not be processed: 1',
    );
    expect(errors).toEqual([{ err: new Error('no space left'), user: stuck.id }]);
    expect(await left(stuck)).toMatchObject({ props: days * eventsADay, waiting: 1 });
    expect(await left(next)).toMatchObject({ props: 0, waiting: 0 });
    await world.runner.runNow('housekeeping');
    expect(await left(stuck)).toEqual({ props: 0, saves: 0, waiting: 0 });
  });
  it('keeps the user in the list if it is stopped', async () => {
    const viewer = await anonymized();
    const stop = new AbortController();
    const stopping = eraseAnonymized([async () => stop.abort(), eraseEvents]);
    expect(await stopping.run(stepIo(world.database, stop.signal))).toBe(0);
    expect(await left(viewer)).toMatchObject({ props: days * eventsADay, waiting: 1 });
  });
});
