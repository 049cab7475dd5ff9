import type { Metric } from 'prom-client';
import type { Database } from '../../kit/db/database.ts';
import { gaugeOf } from '../../kit/metrics.ts';
import { countPending } from './sql.ts';

export const refundMetrics = ({ db }: Database): Metric[] => [
  gaugeOf({
    name: 'refunds_pending',
    help: 'Refunds that wait for a second admin',
    read: async () => [{ value: await countPending(db) }],
  }),
];
