import type { Metric } from 'prom-client';
import type { Database } from '../../kit/db/database.ts';
import { gaugeOf } from '../../kit/metrics.ts';
import { findZeroSumBreach } from './sql.ts';

export const economyMetrics = ({ db }: Database): Metric[] => [
  gaugeOf({
    name: 'ledger_zero_sum_breach',
    help: 'Whether the rows of the ledger do not add up to zero: 1 or 0',
    async read() {
      const breach = await findZeroSumBreach(db);
      return breach === null ? [] : [{ value: Number(breach) }];
    },
  }),
];
