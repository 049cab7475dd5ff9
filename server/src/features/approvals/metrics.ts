import type { Metric } from 'prom-client';
import type { Database } from '../../kit/db/database.ts';
import { gaugeOf } from '../../kit/metrics.ts';
import { countDeciderBound } from './sql.ts';

/** Figures about approvals, for those who watch the service. */
export const approvalMetrics = ({ db }: Database): Metric[] => [
  gaugeOf({
    name: 'approvals_decider_bound',
    help: 'Approvals decided by an admin whom the requester had made, promoted or reset a short while before',
    read: async () => [{ value: await countDeciderBound(db) }],
  }),
];
