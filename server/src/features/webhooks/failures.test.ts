import { expect, it } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';
import { openDatabase } from '../../kit/db/database.ts';
import { listWebhooks } from './sql.ts';

const world = await openWorld();

it('the filter reportsFailure uses an index, for all outcomes', async () => {
  const { pool } = world.database;
  await pool.query(`
    insert into webhook_events (id, source, event_id, payload, outcome)
    select gen_random_uuid(), 'media', n, jsonb_build_object('status', case n when 1 then 'failed' else 'ready' end), 'applied'
    from generate_series(1, 2000) n`);
  const database = openDatabase({ url: world.server.url('app', world.databaseName), connections: 1 });
  const rowsRead = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ read: number }>(
      `select pg_stat_force_next_flush(), (seq_tup_read + idx_tup_fetch)::integer as read
       from pg_stat_user_tables where relname = 'webhook_events'`,
    );
    return rows[0]?.read ?? 0;
  };
  const sort = { field: 'receivedAt', column: 'received_at', id: 'id', kind: 'time', order: 'desc' } as const;
  const keyset = { ...sort, limit: 50, scope: '', cursor: undefined };
  for (const given of [{ reportsFailure: true }, { reportsFailure: true, outcome: 'applied' as const }]) {
    await rowsRead();
    const before = await rowsRead();
    for (let time = 0; time < 7; time++) expect(await listWebhooks(database.db, given, keyset)).toHaveLength(1);
    await rowsRead();
    expect((await rowsRead()) - before).toBeLessThan(100);
  }
  await database.close();
});
