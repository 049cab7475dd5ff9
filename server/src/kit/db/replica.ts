import type pg from 'pg';
import { isPoolBusy, isUnavailable } from './faults.ts';

export interface ConnectionSource {
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/** How long the primary is used before one caller tries an unreachable replica again. */
const defaultRetryMs = 10_000;

/**
 * Connections to a replica, or to the primary while the replica is unreachable. A pool whose connections are all in use is
 * not unreachable: its callers wait, and do not move to the primary.
 */
export function withFallback(
  replica: pg.Pool,
  primary: pg.Pool | undefined,
  onReplica: (isReachable: boolean, error?: unknown) => void,
  retryMs = defaultRetryMs,
): ConnectionSource {
  const end = () => replica.end();
  if (!primary) return { connect: () => replica.connect(), end };
  let isReachable = true;
  let retryAt = 0;
  let open = 0;
  replica.on('connect', () => void open++).on('remove', () => void open--);
  const isUnreachable = (): boolean => !isReachable && performance.now() < retryAt;
  const connect = async (): Promise<pg.PoolClient> => {
    if (isUnreachable()) return primary.connect();
    // Other callers do not wait for the outcome of this attempt.
    retryAt = performance.now() + retryMs;
    try {
      const client = await replica.connect();
      if (!isReachable) onReplica(true);
      isReachable = true;
      return client;
    } catch (error) {
      // A pool without an open connection is full of attempts to connect, and not busy.
      if (!isUnavailable(error) || (isPoolBusy(error) && open > 0)) throw error;
      if (isReachable) onReplica(false, error);
      isReachable = false;
      retryAt = performance.now() + retryMs;
      return primary.connect();
    }
  };
  return { connect, end };
}
