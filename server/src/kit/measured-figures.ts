import { sql } from 'kysely';
import type { Db, Tx } from './db/database.ts';

/**
 * Figures that take long to find. A job finds them now and then, and those who only look, as often as they like and without
 * a name, are told what it found.
 */

export interface MeasuredFigure {
  value: unknown;
  measuredAt: Date;
}

export async function storeFigure(tx: Tx, name: string, value: unknown, now: Date): Promise<void> {
  await sql`
    insert into measured_figures (name, value, measured_at) values (${name}, ${JSON.stringify(value)}::jsonb, ${now})
    on conflict on constraint measured_figures_pk do update
      set value = excluded.value, measured_at = excluded.measured_at`.execute(tx);
}

/** Undefined before it was found for the first time. */
export async function findFigure(db: Db, name: string): Promise<MeasuredFigure | undefined> {
  const query = sql<MeasuredFigure>`
    select value, measured_at as "measuredAt" from measured_figures where name = ${name}`;
  return (await query.execute(db)).rows[0];
}
