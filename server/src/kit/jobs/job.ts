import type { Connections } from '../db/database.ts';
import type { Count } from './progress.ts';

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
