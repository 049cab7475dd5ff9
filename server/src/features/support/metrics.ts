import type { Metric } from 'prom-client';
import type { Database } from '../../kit/db/database.ts';
import { gaugeOf } from '../../kit/metrics.ts';
import { findMostGranted } from './grants.sql.ts';

/** Figures about grants, for those who watch the service. */
export const grantMetrics = ({ db }: Database): Metric[] => [
  gaugeOf({
    name: 'wallet_granted_today_most',
    help: 'Coins that the admin who granted most today (UTC) has granted without a second person',
    read: async () => [{ value: await findMostGranted(db) }],
  }),
];
