import type { Metric } from 'prom-client';
import type { Database } from '../../kit/db/database.ts';
import { gaugeOf } from '../../kit/metrics.ts';
import { kindNames } from './rules.ts';
import { countUnresolved } from './sql.ts';

/** Current alerts. Every kind has a value, so that a missing series is not taken for zero. */
export const alertMetrics = ({ db }: Database): Metric[] => [
  gaugeOf({
    name: 'alerts_open',
    help: 'Open alerts that are not acknowledged, by kind',
    labelNames: ['kind'],
    async read() {
      const lasting = await countUnresolved(db);
      const countOf = (wanted: string) =>
        lasting.reduce((sum, { kind, status, count }) => (kind === wanted && status === 'open' ? sum + count : sum), 0);
      return kindNames.map((kind) => ({ labels: { kind }, value: countOf(kind) }));
    },
  }),
  gaugeOf({
    name: 'alerts_lasting',
    help: 'Unresolved alerts, acknowledged or not, by kind and severity',
    labelNames: ['kind', 'severity'],
    async read() {
      const sums = new Map<string, { labels: { kind: string; severity: string }; value: number }>();
      for (const { kind, severity, count } of await countUnresolved(db)) {
        const key = `${kind} ${severity}`;
        sums.set(key, { labels: { kind, severity }, value: (sums.get(key)?.value ?? 0) + count });
      }
      return [...sums.values()];
    },
  }),
];
