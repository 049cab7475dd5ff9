import pg from 'pg';
import { expect } from 'vitest';
import type { World } from './world.ts';

/** For races that must happen, and not merely may: what they need is held up until enough of them stand before it. */

/** How many transactions of a world wait for a lock. */
export const countLockWaiters = (world: World): Promise<number> => asSuperuser(world, countWaiting);

/** How many transactions of the service are open on the database of a world. */
export async function openTransactions({ database }: World): Promise<number> {
  const { rowCount } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'cliffhanger'
       and xact_start is not null and pid <> pg_backend_pid()`,
  );
  return rowCount ?? 0;
}

/** Starts a race while a table can be read and not written to, and opens it once so many wait. */
export async function releaseTogether<T>(
  world: World,
  { table, most }: { table: string; most: number },
  start: () => Promise<T>,
): Promise<T> {
  return asSuperuser(world, async (client) => {
    await client.query(`begin; lock table ${table} in share row exclusive mode`);
    const race = start();
    race.catch(() => undefined);
    // Looked at from another connection: within a transaction the list of activities stands still.
    await asSuperuser(world, async (other) => {
      await expect.poll(() => countWaiting(other)).toBeGreaterThanOrEqual(most);
    });
    await client.query('commit');
    return race;
  });
}

/** Asks while a table cannot be read, and ends the statement that waits for it as one that took too long is ended. */
export const cancelWhileBlocked = <T>(world: World, table: string, ask: () => Promise<T>): Promise<T> =>
  asSuperuser(world, async (client) => {
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    const asked = ask();
    asked.catch(() => undefined);
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await asSuperuser(world, async (other) => {
      await expect.poll(async () => (await other.query(cancel)).rowCount).toBeGreaterThan(0);
    });
    const answer = await asked;
    await client.query('rollback');
    return answer;
  });

async function countWaiting(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

/** A connection beside the pool, which those who wait may have taken up, and with the right to see what others do. */
async function asSuperuser<T>(world: World, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { server, databaseName } = world;
  const client = new pg.Client({ connectionString: server.url('superuser', databaseName) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
