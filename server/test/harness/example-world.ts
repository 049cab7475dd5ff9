import pg from 'pg';
import { adminWith, password } from './actor.ts';
import type { World } from './world.ts';

/**
 * The rows that the examples of the OpenAPI document name, so that its calls do something when they are made as shown.
 * A feature whose examples name rows adds them to `exampleRows`.
 */

const idOf = (mark: string): string => `01930000-0000-7000-8000-0000000000${mark}`;
const distant = new Date('2100-01-01T00:00:00Z');

type Row = Readonly<Record<string, unknown>>;

/** One row of a table each. The session is the caller's own, because nobody can end another's. */
const exampleRows = (callerId: string, supportRole: string): readonly (readonly [string, Row])[] => [
  ['roles', { id: idOf('f1'), name: 'example role', permissions: ['catalog:read'] }],
  ['admins', { id: idOf('d1'), email: 'jonas@example.com', name: 'Jonas', role_id: supportRole, password_hash: '' }],
  ['audit_log', { id: idOf('a1'), action: 'admin.create', admin_email: 'system' }],
  ['admin_sessions', { id: idOf('e1'), admin_id: callerId, expires_at: distant }],
  [
    'approvals',
    {
      id: idOf('b1'),
      kind: 'role_delete',
      reason: 'two_person_rule',
      target_type: 'role',
      target_id: idOf('f1'),
      payload: JSON.stringify({ name: 'example role' }),
      effects: JSON.stringify({ ledger: [], audit: [], approvals: [], changes: [] }),
      required_permission: '*',
      requested_by: idOf('d1'),
      expires_at: distant,
    },
  ],
  ['outbox', { id: idOf('c1'), topic: 'example', payload: '{}', status: 'dead' }],
];

/** What the examples create, or would take from each other, must not be in the way of creating it again. */
const clearTheWay = `
  update admins set email = id || '@renamed.example' where email = 'mina@example.com';
  update roles set name = id::text where lower(name) in ('night desk', 'example role');
  delete from approvals where target_id = '${idOf('f1')}'`;

export interface Examples {
  /** Puts every example row back as it was. */
  restore(callerId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * The example rows of a world. They are put there past the triggers that guard them: what is closed for good and what
 * is append-only would otherwise serve for one call.
 */
export async function openExamples({ server, databaseName }: World): Promise<Examples> {
  const client = new pg.Client({
    connectionString: server.url('superuser', databaseName),
    options: '-c session_replication_role=replica',
  });
  await client.connect();
  const { rows } = await client.query<{ id: string }>("select id from roles where name = 'support'");
  const supportRole = rows[0]?.id ?? '';
  return {
    async restore(callerId) {
      await client.query('begin');
      await client.query(clearTheWay);
      for (const [table, row] of exampleRows(callerId, supportRole)) await put(client, table, row);
      await client.query('commit');
    },
    close: () => client.end(),
  };
}

async function put(client: pg.Client, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  await client.query(`delete from ${table} where id = $1`, [row.id]);
  await client.query(`insert into ${table} (${columns.join()}) values (${places.join()})`, Object.values(row));
}

/** The superadmin who signs in with the email and the password that the document shows. */
export async function makeExampleRoot(world: World): Promise<void> {
  const { email } = await adminWith(world, 'superadmin', { email: 'root@example.com' });
  if (password !== 'a quiet harbour at dawn') throw new Error(`${email} would not sign in as the document shows`);
}
