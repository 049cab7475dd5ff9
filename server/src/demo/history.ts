import { sql } from 'kysely';
import type { Tx } from '../kit/db/database.ts';

/** Something that happened once, and when. */
export interface PastEvent {
  readonly at: Date;
  run(): Promise<unknown>;
}

/** How old the newest coins of the demo are: what moved within a minute waits to be proven, and all that comes after it. */
export const settledMs = 120_000;

const setClock = (tx: Tx, moment: string) => sql`select set_config('cliffhanger.now', ${moment}, true)`.execute(tx);

/** Lets everything happen in its order, each at its own moment by the clock that the owner has lent. */
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

const usual = `create or replace function public.clock() returns timestamptz(3) stable language sql
  return date_trunc('milliseconds', now())`;
const lent = `create or replace function public.clock() returns timestamptz(3) stable language sql
  return date_trunc('milliseconds', coalesce(nullif(current_setting('cliffhanger.now', true), '')::timestamptz, now()))`;

/**
 * Lends the database a clock that a transaction can set for itself, for as long as the work takes: coins bear the time of
 * the database, and those of the demo are to be months old. Only the owner can, and only where no coin has moved yet. One
 * process at a time; what one that was killed has left behind is put right by the next.
 */
export async function withPastClock<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
  await owner.query(`select pg_advisory_lock(hashtextextended('demo clock', 0))`);
  try {
    const { rows } = await owner.query<{ clock: string; is_used: boolean }>(`
      select pg_get_functiondef('public.clock()'::regprocedure) as clock,
        exists (select from ledger.events) as is_used`);
    const { clock = usual, is_used: isUsed = true } = rows[0] ?? {};
    const isLeftBehind = clock.includes('cliffhanger.now');
    if (isUsed && !isLeftBehind) return await work();
    if (!isUsed) await owner.query(lent);
    try {
      return await work();
    } finally {
      await owner.query(isLeftBehind ? usual : clock);
    }
  } finally {
    await owner.query(`select pg_advisory_unlock(hashtextextended('demo clock', 0))`);
  }
}
