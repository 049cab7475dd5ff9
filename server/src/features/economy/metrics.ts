import type { Metric } from 'prom-client';
import type { Database } from '../../kit/db/database.ts';
import { gaugeOf } from '../../kit/metrics.ts';
import { findMeasuredBreach } from './sql.ts';

export const economyMetrics = ({ db }: Database): Metric[] => [
  gaugeOf({
    name: 'ledger_zero_sum_breach',
    help: 'Whether the ledger did not sum to zero at the last check: 1 or 0',
    async read() {
      const { zeroSumBreach } = await findMeasuredBreach(db);
      return zeroSumBreach === null ? [] : [{ value: Number(zeroSumBreach) }];
    },
  }),
];
