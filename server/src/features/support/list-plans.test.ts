import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';
import { type Database, openDatabase } from '../../kit/db/database.ts';
import type { Keyset } from '../../kit/page.ts';
import { lastDeviceJson, suspendedUntilSql } from '../users/public.ts';
import { listUsers, sortColumns } from './sql.ts';

const known = { lastDevice: lastDeviceJson, suspendedUntil: suspendedUntilSql };

const world = await openWorld();
const common = 4_000;
const rare = 5;

beforeAll(async () => {
  // On several days: all would be counted in one row, which takes long when it changes that often at once.
  const insert = `
    insert into users (id, is_guest, auth_provider, country_code, display_name, created_at)
    select gen_random_uuid(), true, 'guest', $2, $2 || ' مُحَمَّد ' || n, timestamptz '2020-01-01' + n * interval '1 day'
    from generate_series(1, $1) n`;
  await world.database.pool.query(insert, [common, 'EG']);
  await world.database.pool.query(insert, [rare, 'GH']);
  const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
  await owner.connect();
  await owner.query('vacuum analyze users, user_listing, user_balances, user_last_seen, user_counts');
  await owner.end();
}, 60_000);

/** How often the folded names were looked up in their index, by this connection. */
async function foldedLookups(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ scans: number }>(
    `select pg_stat_force_next_flush(), idx_scan::integer as scans
     from pg_stat_user_indexes where indexrelname = 'users_folded_name'`,
  );
  return rows[0]?.scans ?? 0;
}

/** Rows of the listing that were read in an index's order, by this connection. */
async function rowsRead(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ read: number }>(
    `select pg_stat_force_next_flush(), coalesce(sum(idx_tup_read), 0)::integer as read
     from pg_stat_user_indexes where indexrelname in ('user_listing_spend', 'user_listing_country')`,
  );
  return rows[0]?.read ?? 0;
}

it('A list of the users of a small country stays fast when repeated', async () => {
  const database = openDatabase({ url: world.server.url('app', world.databaseName), connections: 1 });
  const scope = 'users';
  const keyset: Keyset = { ...sortColumns.spend, order: 'asc', limit: 50, scope, cursor: undefined };
  const list = () => listUsers(database.db, { search: { by: 'nothing' }, country: 'GH' }, keyset, known);
  await list();
  await rowsRead(database);
  const before = await rowsRead(database);
  for (let time = 0; time < 10; time++) expect((await list()).rows).toHaveLength(rare);
  await rowsRead(database);
  expect((await rowsRead(database)) - before).toBeLessThan(common);
  await database.close();
});

it('A search for an Arabic name uses the index of folded names', async () => {
  const database = openDatabase({ url: world.server.url('app', world.databaseName), connections: 1 });
  const keyset: Keyset = { ...sortColumns.created_at, order: 'desc', limit: 50, scope: 'users', cursor: undefined };
  await foldedLookups(database);
  const before = await foldedLookups(database);
  const { total } = await listUsers(database.db, { search: { by: 'text', text: 'GH محمد' } }, keyset, known);
  expect(total).toBe(rare);
  await foldedLookups(database);
  expect(await foldedLookups(database)).toBeGreaterThan(before);
  await database.close();
});
