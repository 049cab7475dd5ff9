import type { BatchRun, FailureKind } from '../batch-queue.ts';
import { type Connections, NotStarted, type Tx } from './database.ts';
import { isConnectionLost, isLockTimeout, isRetryable } from './faults.ts';

/** A batch does not mean to wait for any lock; if it must all the same, it gives up before others notice. */
const batchLockMs = 50;

/** What a failure of a batch means for its items. */
export function failureKindOf(error: unknown): FailureKind {
  if (error instanceof NotStarted) return 'late';
  if (isLockTimeout(error)) return 'busy';
  return isConnectionLost(error) ? 'retry' : 'item';
}

/** The one transaction of a batch, or of an item that runs alone and may wait. */
export function batchTransaction<T>(
  database: Connections,
  { wait, startBy }: BatchRun,
  work: (tx: Tx, now: Date) => Promise<T>,
): Promise<T> {
  // A batch that met a lock would meet it again and delay all of its items; items that wait do so alone.
  const retries = (error: unknown): boolean => isRetryable(error) && (wait || !isLockTimeout(error));
  return database.transaction(work, { retries, lockMs: wait ? undefined : batchLockMs, startBy });
}
