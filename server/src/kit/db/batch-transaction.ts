import type { BatchRun, FailureKind } from '../batch-queue.ts';
import { type Connections, NotStarted, type Tx } from './database.ts';
import { isConnectionLost, isLockTimeout, isRetryable } from './faults.ts';

/** A batch should not wait for locks; if it does, it soon gives up. */
const batchLockMs = 50;

/** How a failed batch is handled. */
export function failureKindOf(error: unknown): FailureKind {
  if (error instanceof NotStarted) return 'late';
  if (isLockTimeout(error)) return 'busy';
  return isConnectionLost(error) ? 'retry' : 'item';
}

/** The transaction of a batch, or of a single item that may wait. */
export function batchTransaction<T>(
  database: Connections,
  { wait, startBy }: BatchRun,
  work: (tx: Tx, now: Date) => Promise<T>,
): Promise<T> {
  // A batch that found a lock would find it again and delay all of its items.
  const retries = (error: unknown): boolean => isRetryable(error) && (wait || !isLockTimeout(error));
  return database.transaction(work, { retries, lockMs: wait ? undefined : batchLockMs, startBy });
}
