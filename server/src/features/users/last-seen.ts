import QuickLRU from 'quick-lru';
import type { Database } from '../../kit/db/database.ts';
import { seenEveryMs } from './rules.ts';
import { markSeen } from './sql.ts';

/** Collects in memory when users were seen, and writes many at once; a crash loses the last seconds. */
export interface LastSeen {
  readonly note: (userId: string, atMs: number) => void;
  flush(): Promise<void>;
  /** Stops the timer after a last flush. */
  stop(): Promise<void>;
}

export interface LastSeenOptions {
  flushEveryMs?: number;
  /** Reached only while the database is unreachable; further users are noted at a later visit. */
  maxWaiting?: number;
  onFault: (error: unknown) => void;
}

/** Users per statement. */
const batch = 2_000;

export function collectLastSeen(
  database: Database,
  { flushEveryMs = 5_000, maxWaiting = 100_000, onFault }: LastSeenOptions,
): LastSeen {
  const noted = new QuickLRU<string, number>({ maxSize: Math.ceil(maxWaiting / 2) });
  const waiting = new Map<string, number>();
  let flushing: Promise<void> | undefined;

  const take = (): [string, number][] => {
    const taken: [string, number][] = [];
    for (const seen of waiting) {
      if (taken.length === batch) break;
      taken.push(seen);
      waiting.delete(seen[0]);
    }
    return taken;
  };
  const writeBatch = async (): Promise<boolean> => {
    const taken = take();
    const putBack = ([userId, atMs]: [string, number]): void => {
      if (!waiting.has(userId)) waiting.set(userId, atMs);
    };
    try {
      const recent = await database.transaction((tx) => markSeen(tx, taken, seenEveryMs));
      // The interval starts at the stored time.
      for (const [userId, atMs] of recent) noted.set(userId, atMs);
      return true;
    } catch (error) {
      onFault(error);
      for (const seen of taken) putBack(seen);
      return false;
    }
  };
  const writeAll = async (): Promise<void> => {
    let hasMore = waiting.size > 0;
    while (hasMore) hasMore = (await writeBatch()) && waiting.size > 0;
  };
  const flush = (): Promise<void> => {
    flushing ??= writeAll().finally(() => {
      flushing = undefined;
    });
    return flushing;
  };
  const timer = setInterval(() => void flush(), flushEveryMs).unref();

  return {
    note(userId, atMs) {
      if (atMs - (noted.get(userId) ?? Number.NEGATIVE_INFINITY) < seenEveryMs || waiting.size >= maxWaiting) return;
      noted.set(userId, atMs);
      waiting.set(userId, atMs);
    },
    flush,
    async stop() {
      clearInterval(timer);
      // A flush in progress may not include the latest visits.
      await flushing;
      await flush();
    },
  };
}
