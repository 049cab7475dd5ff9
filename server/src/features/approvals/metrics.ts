import type { Metric } from 'prom-client';
import type { Database } from '../../kit/db/database.ts';
import { gaugeOf } from '../../kit/metrics.ts';
import { countRelatedDecisions } from './sql.ts';

export const approvalMetrics = ({ db }: Database): Metric[] => [
  gaugeOf({
    name: 'approvals_decider_bound',
    help: 'Approvals decided by an admin who was related to the requester by recently given access',
    read: async () => [{ value: await countRelatedDecisions(db) }],
  }),
];
