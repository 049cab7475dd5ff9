import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Bus } from '../bus.ts';
import { type Connections, clock, type Database, type JobConnections } from '../db/database.ts';
import { createLocks, type Locks } from '../db/locks.ts';
import { refuse, unavailable } from '../errors.ts';
import { settlesWithin } from '../time.ts';
import { type Job, slotAt, trackProgress } from './job.ts';
import {
  claimSlot,
  closeAbandoned,
  ensureJobs,
  findRun,
  finishRun,
  insertManualRun,
  isEnabled,
  type RunRow,
  type Starter,
} from './sql.ts';

/**
 * Runs jobs once per slot among all processes. The lock of a job is held by a database connection, so it is released when
 * the process dies; the interrupted run is then closed as abandoned, and its slot is run again.
 */
export interface JobRunner {
  /** Starts the schedule. */
  start(): void;
  /** Runs due jobs. */
  tick(): Promise<void>;
  /** Waits for a run in progress, then runs the job and returns the result. */
  runNow(name: string, by?: Starter): Promise<RunRow>;
  /** Aborts running steps, and cancels their statements if they take long. */
  stop(): Promise<void>;
}

export interface RunnerOptions {
  database: Pick<Database, 'jobs'>;
  jobs: readonly Job[];
  log: FastifyBaseLogger;
  /** For messages about resumed jobs, which then do not wait for the next tick. */
  bus?: Pick<Bus, 'on'>;
  /** Interval of ticks. */
  tickEveryMs?: number;
  /** How long a stop waits for steps, and again after cancelling statements. */
  stopMs?: number;
}

/** The topic of messages about paused or resumed jobs. */
export const jobsChanged = 'jobs';

const pollMs = 50;
const longestWaitMs = 25_000;
const defaultTickMs = 1_000;
/** So that processes do not tick in the same millisecond. */
const jitterMs = 500;

/** Shared by the runs of one process. */
interface Runs {
  readonly connections: JobConnections;
  readonly locks: Locks;
  readonly log: FastifyBaseLogger;
  readonly stopping: AbortSignal;
}

export function createJobRunner(options: RunnerOptions): JobRunner {
  const { jobs, log, bus, tickEveryMs = defaultTickMs, stopMs = 3_000 } = options;
  const { jobs: connections } = options.database;
  const stopping = new AbortController();
  const runs: Runs = { connections, locks: createLocks(connections.pool), log, stopping: stopping.signal };
  const due = createDueRuns(runs, jobs);
  const byHand = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;
  let leaveBus = (): void => {};

  const tick = (): void =>
    void due.tick().catch((error: unknown) => log.error({ err: error }, 'jobs could not be scheduled'));
  const schedule = (): void => {
    tick();
    timer = setTimeout(schedule, tickEveryMs + Math.random() * jitterMs);
  };

  return {
    start() {
      schedule();
      leaveBus = bus?.on(jobsChanged, tick) ?? leaveBus;
    },
    tick: () => due.tick(),
    async runNow(name, by) {
      const job = jobs.find((one) => one.name === name);
      if (!job) throw new Error(`there is no job ${name}`);
      const run = runByHand(runs, job, by);
      byHand.add(run);
      return run.finally(() => byHand.delete(run));
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      leaveBus();
      await leave(runs, Promise.allSettled([...due.running(), ...byHand]), stopMs);
    },
  };
}

/** Runs due jobs independently, so that a slow one does not delay the others. */
function createDueRuns(runs: Runs, jobs: readonly Job[]) {
  const { connections, log, stopping } = runs;
  const lastSlot = new Map<string, number>();
  const running = new Map<string, Promise<void>>();

  const runDue = async (job: Job, now: Date): Promise<void> => {
    const slot = slotAt(job, now);
    if (lastSlot.get(job.name) === slot.getTime() || stopping.aborted) return;
    if (!(await isEnabled(connections.db, job.name))) return;
    // If another process runs the slot, it is checked again, because that process may die.
    if (await runSlot(runs, job, slot)) lastSlot.set(job.name, slot.getTime());
  };
  const launch = (job: Job, now: Date): Promise<void> => {
    const known = running.get(job.name);
    if (known) return known;
    const run = runDue(job, now)
      .catch((error: unknown) => log.error({ err: error, job: job.name }, 'a job could not be run'))
      .finally(() => running.delete(job.name));
    running.set(job.name, run);
    return run;
  };

  return {
    async tick(): Promise<void> {
      const now = await clock(connections.db);
      await Promise.all(jobs.map((job) => launch(job, now)));
    },
    running: () => running.values(),
  };
}

/** Waits for the runs to end, then cancels their statements and waits again. */
async function leave({ connections, locks, log }: Runs, running: Promise<unknown>, ms: number): Promise<void> {
  let isOver = await settlesWithin(ms, running);
  if (!isOver) log.warn('the jobs take long to stop: cancelling their statements');
  for (const until = performance.now() + ms; !isOver && performance.now() < until; ) {
    await connections.cancel().catch((error: unknown) => log.warn({ err: error }, 'the jobs could not be cancelled'));
    isOver = await settlesWithin(ms / 10, running);
  }
  // Runs that have not ended will be closed as abandoned by another process.
  await locks.close();
}

/** Runs a job's slot unless it was run already; false if another process is running it. */
async function runSlot({ connections, locks, log, stopping }: Runs, job: Job, slot: Date): Promise<boolean> {
  const done = await locks.hold(lockOf(job), async (lost) => {
    const id = await connections.transaction(async (tx, now) => {
      await closeAbandoned(tx, job.name, now);
      return claimSlot(tx, job.name, slot, now);
    });
    if (id === undefined) return true;
    return runSteps({ connections, log, signal: AbortSignal.any([stopping, lost]) }, job, id);
  });
  return done ?? false;
}

async function runByHand(runs: Runs, job: Job, by: Starter | undefined): Promise<RunRow> {
  const { connections, locks, log, stopping } = runs;
  const until = performance.now() + longestWaitMs;
  while (performance.now() < until && !stopping.aborted) {
    const id = await locks.hold(lockOf(job), async (lost) => {
      const run = await connections.transaction(async (tx, now) => {
        await closeAbandoned(tx, job.name, now);
        return insertManualRun(tx, job.name, by, now);
      });
      await runSteps({ connections, log, signal: AbortSignal.any([stopping, lost]) }, job, run);
      return run;
    });
    if (id !== undefined) return (await findRun(connections.db, id)) ?? refuse(unavailable);
    await sleep(pollMs);
  }
  return refuse(unavailable);
}

const lockOf = ({ name }: Job): string => `job:${name}`;

/** Creates missing rows of the table `jobs`, which store whether a job is paused. */
export function createJobRows(database: Pick<Database, 'transaction'>, jobs: readonly Job[]): Promise<void> {
  return database.transaction((tx) =>
    ensureJobs(
      tx,
      jobs.map(({ name }) => name),
    ),
  );
}

interface RunIo {
  readonly connections: Connections;
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
}

/**
 * Runs a job's steps and stores the result. Returns false if it was aborted: the run is then abandoned, and its slot is
 * run again, so that a restart loses no work.
 */
export async function runSteps({ connections, log, signal }: RunIo, job: Job, id: string): Promise<boolean> {
  const counts: Record<string, number> = {};
  const errors: string[] = [];
  const progress = trackProgress(connections, id, (error) => log.warn({ err: error }, 'progress could not be stored'));
  for (const step of job.steps) {
    if (signal.aborted) break;
    progress.begin(step.name);
    try {
      counts[step.name] = await step.run({ database: connections, signal, log, progress: progress.report });
    } catch (error) {
      // A statement that was cancelled by the stop is not a failure.
      if (signal.aborted) break;
      // Other steps run even if one fails.
      log.error({ err: error, job: job.name, step: step.name }, 'job step failed');
      errors.push(`${step.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  progress.end();
  const ended = errors.length > 0 ? 'failed' : 'succeeded';
  const outcome = signal.aborted ? 'abandoned' : ended;
  const error = errors.length > 0 ? errors.join('; ').slice(0, 1_000) : null;
  await connections.transaction((tx, now) => finishRun(tx, id, { outcome, counts, error }, now));
  return outcome !== 'abandoned';
}
