import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { allowPastTimes } from '../../src/features/audit/public.ts';
import { newId } from '../../src/kit/id.ts';
import { makeAdminActor } from '../harness/actor.ts';
import { openWorld } from '../harness/world.ts';

/** Whoever has taken over the service's connection can write entries, but not in another's name or at another time. */

const world = await openWorld();
const root = await makeAdminActor(world, 'superadmin');
const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
await owner.connect();
afterAll(() => owner.end());

interface Forged {
  admin?: string | null;
  email?: string;
  at?: string;
}

/** Writes an entry past every line of the service, and answers what is there of it; `age` in seconds, either way. */
async function insert({ admin = null, email = 'system', at = 'clock()' }: Forged, by: pg.Pool | pg.Client) {
  const id = newId();
  await by.query(
    `insert into audit_log (id, action, admin_id, admin_email, created_at) values ($1, 'role.update', $2, $3, ${at})`,
    [id, admin, email],
  );
  const { rows } = await by.query<{ email: string; age: number }>(
    'select admin_email as email, abs(extract(epoch from clock() - created_at)::float8) as age from audit_log where id = $1',
    [id],
  );
  return rows[0] ?? { email: '', age: Number.NaN };
}

const times = [`clock() - interval '1 year'`, `clock() + interval '1 day'`, `'infinity'`, 'null'];

describe.each([
  ['the service', world.database.pool],
  ['the owner of the tables', owner],
])('%s', (_who, by) => {
  it.each(times)('cannot write an entry at %s', async (at) => {
    expect((await insert({ at }, by)).age).toBeLessThan(60);
  });

  it('cannot write one in a name that its admin does not have', async () => {
    expect((await insert({ admin: root.id, email: 'someone@example.com' }, by)).email).toBe(root.email);
  });

  it('cannot write one of an admin that there is none of, or of nobody in a name of their own', async () => {
    await expect(insert({ admin: newId() }, by)).rejects.toMatchObject({ code: '23502' });
    await expect(insert({ email: root.email }, by)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the times of the demo', () => {
  it('are in the past where the owner allows it, and never in the future', async () => {
    await allowPastTimes(owner, true);
    const { pool } = world.database;
    expect((await insert({ at: `clock() - interval '1 year'` }, pool)).age).toBeGreaterThan(86_400);
    expect((await insert({ at: `clock() + interval '1 day'` }, pool)).age).toBeLessThan(60);
    await allowPastTimes(owner, false);
    expect((await insert({ at: `clock() - interval '1 year'` }, pool)).age).toBeLessThan(60);
  });

  it.each([
    'update audit_settings set past_times = true',
    'insert into audit_settings values (false, true)',
    'drop trigger audit_log_checked on audit_log',
    'alter table audit_log disable trigger audit_log_checked',
    'create or replace function check_audit_entry() returns trigger language sql return null',
  ])('are not for the service to allow: %s', async (attack) => {
    await expect(world.database.pool.query(attack)).rejects.toMatchObject({ code: '42501' });
  });
});
