import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Db, Tx } from './db/database.ts';

/** Figures that are read when they are asked for, such as those that stand in the database. */

export interface Figure {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface GaugeSpec {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** Where it fails the figure is left out: one that cannot be read must not hide the others. */
  readonly read: () => Promise<readonly Figure[]>;
}

/** Gauges are read at the same moment: those that show parts of one thing read it once. */
export function readOnce<Read>(read: () => Promise<Read>): () => Promise<Read> {
  let current: Promise<Read> | undefined;
  return () => {
    current ??= read().finally(() => {
      current = undefined;
    });
    return current;
  };
}

export const gaugeOf = ({ name, help, labelNames = [], read }: GaugeSpec): Gauge =>
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [],
    async collect() {
      const figures = await read().catch(() => []);
      this.reset();
      // A gauge without labels starts at 0, which would be a figure that nobody read.
      if (labelNames.length === 0) this.remove();
      for (const { labels = {}, value } of figures) this.set({ ...labels }, value);
    },
  });

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
