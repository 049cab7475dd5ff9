import type { Connections } from '../db/database.ts';
import { type StepProgress, storeProgress } from './sql.ts';

/** A scheduled job, with steps of the features. */
export interface Job {
  readonly name: string;
  readonly everyMinutes: number;
  readonly description: string;
  readonly steps: readonly JobStep[];
}

export interface JobStep {
  readonly name: string;
  /** Processes due items, and returns how many. It may be killed at any moment, so each item is a transaction of its own. */
  run(io: JobIo): Promise<number>;
  /** A check or seal: runs in which only such steps did something count as unchanged. */
  readonly changesNothing?: true;
}

export interface JobIo {
  /** Separate connections with longer timeouts than those of requests. */
  readonly database: Connections;
  /** Aborted when the process stops or loses the job's lock: a step ends after its current item. */
  readonly signal: AbortSignal;
  /** Reports the progress, shown to operators. It may be called for every item. */
  readonly progress: (count: Count) => void;
  readonly log: JobLog;
}

/** For errors after which a step continues. */
export interface JobLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** The slot of a run: the newest multiple of the job's interval. */
export function slotAt(job: Pick<Job, 'everyMinutes'>, now: Date): Date {
  const interval = job.everyMinutes * 60_000;
  return new Date(Math.floor(now.getTime() / interval) * interval);
}

export function nextSlot(job: Pick<Job, 'everyMinutes'>, now: Date): Date {
  return new Date(slotAt(job, now).getTime() + job.everyMinutes * 60_000);
}

/** The progress of a step. */
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
 * Stores the progress of a run about once a second: a step may report every item, and a short step costs no statement.
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
