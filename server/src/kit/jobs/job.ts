import type { Connections } from '../db/database.ts';
import { type StepProgress, storeProgress } from './sql.ts';

/** Work that runs by the clock, as data: when, and in which steps. Features bring the steps. */
export interface Job {
  readonly name: string;
  readonly everyMinutes: number;
  readonly description: string;
  readonly steps: readonly JobStep[];
}

export interface JobStep {
  readonly name: string;
  /** Does what is due and says how much that was. It may be killed at any moment, so each item is a transaction of its own. */
  run(io: JobIo): Promise<number>;
  /** It looks, proves or seals: a run in which nothing else was done has changed nothing that anyone works with. */
  readonly changesNothing?: true;
}

export interface JobIo {
  /** The connections of jobs: requests keep theirs, and a statement may take longer than a request's. */
  readonly database: Connections;
  /** Aborted when the process stops, or no longer holds the job's lock: a step ends after the item it is at. */
  readonly signal: AbortSignal;
  /** Tells how far the step is, for operators to see. It may be called for every item. */
  readonly progress: (count: Count) => void;
  readonly log: JobLog;
}

/** For what a step goes on after, and someone should look into. */
export interface JobLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** The moment that a run belongs to: the newest multiple of the job's interval. */
export function slotAt(job: Pick<Job, 'everyMinutes'>, now: Date): Date {
  const interval = job.everyMinutes * 60_000;
  return new Date(Math.floor(now.getTime() / interval) * interval);
}

export function nextSlot(job: Pick<Job, 'everyMinutes'>, now: Date): Date {
  return new Date(slotAt(job, now).getTime() + job.everyMinutes * 60_000);
}

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
