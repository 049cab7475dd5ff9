import { Gauge } from 'prom-client';

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
