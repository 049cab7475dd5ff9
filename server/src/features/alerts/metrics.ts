import type { Metric } from 'prom-client';
import type { Database } from '../../kit/db/database.ts';
import { gaugeOf } from '../../kit/metrics.ts';
import { kindNames } from './rules.ts';
import { countLasting } from './sql.ts';

/** Alerts that last, for those who watch the service: every kind is there, so that its absence is not taken for none. */
export const alertMetrics = ({ db }: Database): Metric[] => [
  gaugeOf({
    name: 'alerts_open',
    help: 'Alerts that last and that nobody has acknowledged, by kind',
    labelNames: ['kind'],
    async read() {
      const lasting = await countLasting(db);
      const countOf = (wanted: string) =>
        lasting.reduce((sum, { kind, status, count }) => (kind === wanted && status === 'open' ? sum + count : sum), 0);
      return kindNames.map((kind) => ({ labels: { kind }, value: countOf(kind) }));
    },
  }),
  gaugeOf({
    name: 'alerts_lasting',
    help: 'Alerts that last, acknowledged or not, by kind and severity',
    labelNames: ['kind', 'severity'],
    async read() {
      const sums = new Map<string, { labels: { kind: string; severity: string }; value: number }>();
      for (const { kind, severity, count } of await countLasting(db)) {
        const key = `${kind} ${severity}`;
        sums.set(key, { labels: { kind, severity }, value: (sums.get(key)?.value ?? 0) + count });
      }
      return [...sums.values()];
    },
  }),
];
