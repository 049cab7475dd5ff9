import { setTimeout as sleep } from 'node:timers/promises';

/** Whether the work ended within so many milliseconds; it goes on in any case, and its failure is thrown. */
export async function finishesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const late = sleep(ms, false, { signal: over.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    over.abort();
  }
}
