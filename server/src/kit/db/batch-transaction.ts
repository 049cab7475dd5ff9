import type { FailureKind } from '../batch-queue.ts';
import type { Connections, Tx } from './database.ts';
import { isConnectionLost, isLockTimeout, isRetryable } from './faults.ts';

/** A batch does not mean to wait for any lock; if it must all the same, it gives up before others notice. */
const batchLockMs = 50;

/** What a failure of a batch means for its items. */
export function failureKindOf(error: unknown): FailureKind {
  if (isLockTimeout(error)) return 'busy';
  return isConnectionLost(error) ? 'retry' : 'item';
}

/** The one transaction of a batch, or of an item that runs alone and may wait. */
export function batchTransaction<T>(
  database: Connections,
  wait: boolean,
  work: (tx: Tx, now: Date) => Promise<T>,
): Promise<T> {
  // A batch that met a lock would meet it again, and hold up all of its requests; whoever may wait does so alone.
  const retries = (error: unknown): boolean => isRetryable(error) && (wait || !isLockTimeout(error));
  return database.transaction(work, { retries, lockMs: wait ? undefined : batchLockMs });
}
