import type { Connections } from '../db/database.ts';
import { type StepProgress, storeProgress } from './sql.ts';

/** How far a step is: what is done, of how much where that is known. */
export interface Count {
  readonly done: number;
  readonly total?: number;
}

export interface Progress {
  begin(step: string): void;
  readonly report: (count: Count) => void;
  end(): void;
}

const storeEveryMs = 1_000;

/**
 * Keeps what a run is at in its row, about once a second: a step may report every item, and one that is over sooner
 * costs no statement.
 */
export function trackProgress(connections: Connections, runId: string, onFault: (error: unknown) => void): Progress {
  let current: StepProgress | undefined;
  let stored: StepProgress | undefined;
  let isStoring = false;

  const store = async (): Promise<void> => {
    if (isStoring || !current || current === stored) return;
    isStoring = true;
    const now = current;
    try {
      await connections.transaction((tx) => storeProgress(tx, runId, now, performance.now() - now.startedMs));
      stored = now;
    } catch (error) {
      onFault(error);
    } finally {
      isStoring = false;
    }
  };
  const timer = setInterval(() => void store(), storeEveryMs);

  return {
    begin(step) {
      current = { step, startedMs: performance.now(), done: 0, total: null };
    },
    report: ({ done, total = null }) => {
      if (current) current = { ...current, done, total };
    },
    end: () => clearInterval(timer),
  };
}
