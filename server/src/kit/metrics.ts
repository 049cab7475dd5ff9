import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Db, Tx } from './db/database.ts';

export interface Figure {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface GaugeSpec {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** Reads the values on each scrape; a failing gauge is omitted. */
  readonly read: () => Promise<readonly Figure[]>;
}

/** Shares one read among gauges, which are read concurrently. */
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
      // A gauge without labels starts at 0, which would not be a value that was read.
      if (labelNames.length === 0) this.remove();
      for (const { labels = {}, value } of figures) this.set({ ...labels }, value);
    },
  });

/** A value that takes long to compute: a job stores it, and unauthenticated endpoints show it. */
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

/** Undefined before the first measurement. */
export async function findFigure(db: Db, name: string): Promise<MeasuredFigure | undefined> {
  const query = sql<MeasuredFigure>`
    select value, measured_at as "measuredAt" from measured_figures where name = ${name}`;
  return (await query.execute(db)).rows[0];
}
