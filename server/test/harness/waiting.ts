import pg from 'pg';
import { expect } from 'vitest';
import type { World } from './world.ts';

/** For races that must happen, and not merely may: what they need is held up until enough of them stand before it. */

/** How many transactions wait for a lock. */
export async function waiting({ database }: World): Promise<number> {
  const { rowCount } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

/** Starts a race while a table can be read and not written to, and opens it once so many wait. */
export async function allAtOnce<T>(
  world: World,
  { table, most }: { table: string; most: number },
  start: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
  await client.connect();
  await client.query(`begin; lock table ${table} in share row exclusive mode`);
  const race = start();
  race.catch(() => undefined);
  try {
    await expect.poll(() => waiting(world), { timeout: 10_000 }).toBeGreaterThanOrEqual(most);
  } finally {
    await client.query('commit');
    await client.end();
  }
  return race;
}
