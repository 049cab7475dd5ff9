import { expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { formOf } from '../../../test/harness/form.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { dayMs } from '../../kit/time.ts';
import { csv, lineOf, openRails, url } from './rails.fixture.ts';

const { world, payments, newRail, send, kept } = await openRails();
// Limits are per UTC day, which must not end during a test.
const now = new Date();
await world.clock.stopAt(now.toISOString());

/** Inserts runs of an admin with that many rows each. */
async function insertRuns(adminId: string, { runs, rows, at }: { runs: number; rows: number; at: Date }) {
  await world.database.pool.query(
    `insert into reconciliation_runs (id, rail, period_start, period_end, file_name, file_rows, missing_on_our_side,
       admin_id, created_at)
     select gen_random_uuid(), 'ios_store', '2026-03-01', '2026-03-01', 'f.csv', $3, $3, $1, $4
     from generate_series(1, $2)`,
    [adminId, runs, rows, at],
  );
}

it.each([
  ['a hundred files', { runs: 100, rows: 0 }],
  ['files that left a million rows', { runs: 1, rows: 1_000_000 }],
])('an admin who compared %s on this UTC day is limited until the next', async (_what, earlier) => {
  const [admin, other] = [await makeAdminActor(world, 'support'), await makeAdminActor(world, 'support')];
  const today = new Date(now.getTime() - (now.getTime() % dayMs));
  await insertRuns(admin.id, { ...earlier, at: new Date(today.getTime() - 1) });
  expect((await send(newRail(), csv(lineOf('a')), '', admin)).status).toBe(200);
  await insertRuns(admin.id, { ...earlier, at: today });
  const before = await kept();
  const { status, body, headers } = await send(newRail(), csv(lineOf('a')), '', admin);
  expect([status, body.error]).toEqual([429, 'rate_limited']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(86_400);
  expect(await kept()).toEqual(before);
  expect((await send(newRail(), csv(lineOf('a')), '', other)).status).toBe(200);
});

it('a file that would fill the disk is refused', async () => {
  const full = { bsize: 4_096, blocks: 1_000_000, bavail: 1_000 };
  const small = await openWorld({}, { reserveBytes: 0, lookAtDisk: async () => full });
  const admin = await makeAdminActor(small, 'support');
  const { payload, contentType } = formOf({ rail: 'ios_store' }, { name: 'a.csv', bytes: csv(lineOf('a')) });
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': contentType };
  const answer = await small.app.inject({ method: 'POST', url: `/v1${url}`, headers, payload });
  expect([answer.statusCode, answer.json()]).toMatchObject([503, { error: 'storage_full' }]);
  expect((await send(newRail(), csv(lineOf('a')), '', payments)).status).toBe(200);
});
