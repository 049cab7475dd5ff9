import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { testCount } from '../../../test/harness/long-form.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const admin = await makeAdminActor(world, 'superadmin');
const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
await owner.connect();
afterAll(() => owner.end());

const tables = ['idempotency_keys', 'job_runs', 'outbox', 'approvals'];
const each = testCount(1_100, { long: 2_300 });

/** More of everything than one statement may take, and a note of how much each statement took. */
beforeAll(async () => {
  await owner.query(`
    create table taken (of text not null, n bigint not null);
    create function note_taken() returns trigger language plpgsql security definer as $$
      begin insert into taken select tg_table_name, count(*) from gone; return null; end $$;`);
  for (const table of tables) {
    const change = table === 'approvals' ? 'update' : 'delete';
    await owner.query(`create trigger note_taken after ${change} on ${table} referencing old table as gone
      for each statement execute function note_taken()`);
  }
  const many = `generate_series(1, ${each}) n`;
  await owner.query(`
    insert into idempotency_keys (caller, key, fingerprint, status, headers, body, created_at)
      select 'x', n::text, '', 200, '[]', '{}', clock() - interval '25 hours' from ${many};
    insert into job_runs (id, job, outcome, started_at, finished_at)
      select gen_random_uuid(), 'rollups', 'succeeded', clock() - interval '31 days', clock() from ${many};
    insert into outbox (id, topic, payload, status, created_at)
      select gen_random_uuid(), 'x', '{}', 'delivered', clock() - interval '8 days' from ${many};
    insert into approvals (id, kind, reason, target_type, target_id, payload, effects, required_permission, requested_by,
        expires_at)
      select gen_random_uuid(), 'wallet_grant', 'x', 'user', gen_random_uuid(), '{}', '{}', 'wallet:adjust',
        '${admin.id}', clock() - interval '1 hour' from ${many}`);
});

it('Old rows are removed in batches of a thousand', async () => {
  const { counts, outcome } = await world.runner.runNow('housekeeping');
  expect([outcome, counts]).toEqual([
    'succeeded',
    expect.objectContaining({
      old_idempotency_keys: each,
      old_job_runs: each,
      delivered_messages: each,
      expired_approvals: each,
    }),
  ]);
  const { rows } = await owner.query(
    'select of, max(n)::int as most, sum(n)::int as all from taken group by of order by of',
  );
  expect(rows).toEqual(tables.sort().map((of) => ({ of, most: 1000, all: each })));
});

it('An expired approval has an audit entry of the system', async () => {
  const { rows } =
    await owner.query(`select distinct admin_email, request_id, ip, before, after, flags ->> 'kind' as kind
    from audit_log where action = 'approval.expire'`);
  expect(rows).toEqual([
    {
      admin_email: 'system',
      request_id: null,
      ip: null,
      kind: 'wallet_grant',
      before: { status: 'pending' },
      after: { status: 'expired' },
    },
  ]);
});
