import { sql } from 'kysely';
import type { Tx } from '../kit/db/database.ts';

/** Something that happened in the past. */
export interface PastEvent {
  readonly at: Date;
  run(): Promise<unknown>;
}

/** The age of the newest coin movements, because those of the last minute cannot be proven yet. */
export const settledMs = 120_000;

const setClock = (tx: Tx, moment: string) => sql`select set_config('cliffhanger.now', ${moment}, true)`.execute(tx);

/** Runs the events in the order of time, each with the clock of the database set to its time. */
export async function replay(tx: Tx, events: readonly PastEvent[]): Promise<void> {
  for (const event of events.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    await setClock(tx, event.at.toISOString());
    await event.run();
  }
  await setClock(tx, '');
}

interface Owner {
  query<Row>(text: string): Promise<{ rows: Row[] }>;
}

const realClock = `create or replace function public.clock() returns timestamptz(3) stable language sql
  return date_trunc('milliseconds', now())`;
const settableClock = `create or replace function public.clock() returns timestamptz(3) stable language sql
  return date_trunc('milliseconds', coalesce(nullif(current_setting('cliffhanger.now', true), '')::timestamptz, now()))`;

/**
 * Runs the work with a `clock()` that transactions can set, because the ledger uses the time of the database. Only in a
 * database without coin movements. If the process is killed, the next one restores the clock.
 */
export async function withPastClock<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
  await owner.query(`select pg_advisory_lock(hashtextextended('demo clock', 0))`);
  try {
    const { rows } = await owner.query<{ clock: string; is_used: boolean }>(`
      select pg_get_functiondef('public.clock()'::regprocedure) as clock,
        exists (select from ledger.events) as is_used`);
    const { clock = realClock, is_used: isUsed = true } = rows[0] ?? {};
    const isLeftBehind = clock.includes('cliffhanger.now');
    if (isUsed && !isLeftBehind) return await work();
    if (!isUsed) await owner.query(settableClock);
    try {
      return await work();
    } finally {
      await owner.query(isLeftBehind ? realClock : clock);
    }
  } finally {
    await owner.query(`select pg_advisory_unlock(hashtextextended('demo clock', 0))`);
  }
}
