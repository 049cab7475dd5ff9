import { sql } from 'kysely';
import type { Tx } from '../kit/db/database.ts';
import type { OwnerConnection } from './parts.ts';

/** Something that happened in the past. */
export interface PastEvent {
  readonly at: Date;
  run(): Promise<unknown>;
}

/** The age of the newest coin movements, because those of the last minute cannot be proven yet. */
export const settledMs = 120_000;

export const setClock = (tx: Tx, moment: string) =>
  sql`select set_config('cliffhanger.now', ${moment}, true)`.execute(tx);

/** Runs the events in the order of time, each with the clock of the database set to its time. */
export async function replay(tx: Tx, events: readonly PastEvent[], signal?: AbortSignal): Promise<void> {
  for (const event of events.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    signal?.throwIfAborted();
    await setClock(tx, event.at.toISOString());
    await event.run();
  }
  await setClock(tx, '');
}

const realClock = `create or replace function public.clock() returns timestamptz(3) stable language sql
  return date_trunc('milliseconds', now())`;
const settableClock = `create or replace function public.clock() returns timestamptz(3) stable language sql
  return date_trunc('milliseconds', coalesce(nullif(current_setting('cliffhanger.now', true), '')::timestamptz, now()))`;

/**
 * Runs the work with a `clock()` that transactions can set, because the ledger uses the time of the database. If the
 * process is killed, the next one that completes the demo restores the clock.
 */
export async function withPastClock<T>(owner: OwnerConnection, work: () => Promise<T>): Promise<T> {
  await owner.query(settableClock);
  try {
    return await work();
  } finally {
    await owner.query(realClock);
  }
}
