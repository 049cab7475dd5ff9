import type { DatabaseOptions } from '../../src/kit/db/database.ts';

/**
 * How long a test's service waits for the database: a machine that is busy with much else may stand still for longer
 * than the service's callers would wait. What is about the limits themselves sets its own.
 */
export const generousLimits = {
  requests: { statementMs: 90_000, lockMs: 60_000, idleInTransactionMs: 90_000, waitMs: 60_000 },
  jobs: { lockMs: 60_000 },
} as const satisfies DatabaseOptions['limits'];
