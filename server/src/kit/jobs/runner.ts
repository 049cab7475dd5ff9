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
 * Runs jobs once for each slot, however many processes there are. The lock of a job is held by a database connection,
 * so it goes with the process that held it; a run that was cut off is then seen as abandoned, and its slot run again.
 */
export interface JobRunner {
  /** Begins to watch the clock. */
  start(): void;
  /** Runs what is due and was not run yet. */
  tick(): Promise<void>;
  /** Waits for a run that is under way, then runs the job at once and answers how that went. */
  runNow(name: string, by?: Starter): Promise<RunRow>;
  /** Asks the steps that are under way to end, cancels what they are at when they take long, and leaves in any case. */
  stop(): Promise<void>;
}

export interface RunnerOptions {
  database: Pick<Database, 'jobs'>;
  jobs: readonly Job[];
  log: FastifyBaseLogger;
  /** Tells of jobs that were resumed, so that they need not wait for the next look at the clock. */
  bus?: Pick<Bus, 'on'>;
  /** How often the clock is looked at. */
  tickEveryMs?: number;
  /** How long a stop waits for the steps, and then again for what was cancelled. */
  stopMs?: number;
}

/** What the bus is told when a job is paused or resumed. */
export const jobsChanged = 'jobs';

const pollMs = 50;
const longestWaitMs = 25_000;
const defaultTickMs = 1_000;
/** Processes wake a little apart, so that they do not all ask in the same millisecond. */
const jitterMs = 500;

/** What the runs of one process share. */
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

  const look = (): void =>
    void due.tick().catch((error: unknown) => log.error({ err: error }, 'the clock of the jobs could not be read'));
  const watch = (): void => {
    look();
    timer = setTimeout(watch, tickEveryMs + Math.random() * jitterMs);
  };

  return {
    start() {
      watch();
      leaveBus = bus?.on(jobsChanged, look) ?? leaveBus;
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

/** Runs what is due by the clock, each job by itself, so that one that is slow here holds up no other. */
function createDueRuns(runs: Runs, jobs: readonly Job[]) {
  const { connections, log, stopping } = runs;
  const lastSlot = new Map<string, number>();
  const running = new Map<string, Promise<void>>();

  const runDue = async (job: Job, now: Date): Promise<void> => {
    const slot = slotAt(job, now);
    if (lastSlot.get(job.name) === slot.getTime() || stopping.aborted) return;
    if (!(await isEnabled(connections.db, job.name))) return;
    // Where another process is at it, this one looks again: should that one die, the slot is still to be run.
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

/** Waits for the runs to end; when that takes long, cancels their statements, and after as long again leaves them. */
async function leave({ connections, locks, log }: Runs, running: Promise<unknown>, ms: number): Promise<void> {
  let isOver = await settlesWithin(ms, running);
  if (!isOver) log.warn('the jobs take long to stop: cancelling what they are at');
  for (const until = performance.now() + ms; !isOver && performance.now() < until; ) {
    await connections.cancel().catch((error: unknown) => log.warn({ err: error }, 'the jobs could not be cancelled'));
    isOver = await settlesWithin(ms / 10, running);
  }
  // What does not end even now is seen as abandoned by the next process that looks.
  await locks.close();
}

/** Runs a job's slot unless that was done already; false when another process is at it. */
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

/** Makes the rows that say whether a job is paused; those that are there stay as they are. */
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
 * Runs a job's steps and writes down how it went. Answers false where it was asked to stop before the last one ended:
 * the run counts as abandoned then, and its slot is run again, so that a restart loses none of the work.
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
      // What was cancelled because of the stop is no failure; the next run does it.
      if (signal.aborted) break;
      // One step that fails keeps none of the others from running.
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
