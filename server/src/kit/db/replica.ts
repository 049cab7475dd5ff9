import type pg from 'pg';
import { isUnavailable } from './faults.ts';

/** Where connections come from. */
export interface ConnectionSource {
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/** How long the primary answers for a replica that could not be reached, before the replica is tried again. */
const retryMs = 10_000;

/**
 * Connections to a replica, or to the primary while the replica cannot be reached. A pool of which all connections are in
 * use is busy, and not unreachable: its callers wait, and do not move to the primary. Without `primary` nothing changes.
 */
export function withFallback(
  replica: pg.Pool,
  primary: pg.Pool | undefined,
  onReplica: (isReachable: boolean, error?: unknown) => void,
): ConnectionSource {
  const end = () => replica.end();
  if (!primary) return { connect: () => replica.connect(), end };
  let isReachable = true;
  let retryAt = 0;
  const connect = async (): Promise<pg.PoolClient> => {
    if (performance.now() < retryAt) return primary.connect();
    try {
      const client = await replica.connect();
      if (!isReachable) onReplica(true);
      isReachable = true;
      return client;
    } catch (error) {
      if (!isUnavailable(error) || replica.totalCount >= replica.options.max) throw error;
      if (isReachable) onReplica(false, error);
      isReachable = false;
      retryAt = performance.now() + retryMs;
      return primary.connect();
    }
  };
  return { connect, end };
}
