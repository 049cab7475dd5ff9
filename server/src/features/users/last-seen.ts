import QuickLRU from 'quick-lru';
import type { Database } from '../../kit/db/database.ts';
import { markSeen } from './last-seen.sql.ts';
import { seenEveryMs } from './rules.ts';

/** Collects in memory who was seen, and writes it down for many at once: a crash loses the last seconds of it. */
export interface LastSeen {
  readonly note: (userId: string, atMs: number) => void;
  flush(): Promise<void>;
  /** Ends the flushes by the clock with a last one. */
  stop(): Promise<void>;
}

export interface LastSeenOptions {
  flushEveryMs?: number;
  /** More wait only while the database cannot be reached; who comes then is noted at a later visit. */
  maxWaiting?: number;
  onFault: (error: unknown) => void;
}

/** So many are written by one statement, so that none of them takes long. */
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
      const passedOver = await database.transaction((tx) => markSeen(tx, taken, seenEveryMs));
      // The next visit counts from the time that is there, not from the one that was too soon to be written.
      for (const [userId, atMs] of passedOver) noted.set(userId, atMs);
      return true;
    } catch (error) {
      onFault(error);
      for (const seen of taken) putBack(seen);
      return false;
    }
  };
  const writeAll = async (): Promise<void> => {
    let goesOn = waiting.size > 0;
    while (goesOn) goesOn = (await writeBatch()) && waiting.size > 0;
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
      // One that is under way may have begun before the last visits.
      await flushing;
      await flush();
    },
  };
}
