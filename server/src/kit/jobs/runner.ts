import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { clock, type Database } from '../db/database.ts';
import { refuse, unavailable } from '../errors.ts';
import { type Job, slotAt } from './job.ts';
import {
  claimSlot,
  closeAbandoned,
  ensureJobs,
  findRun,
  finishRun,
  insertManualRun,
  isEnabled,
  type RunRow,
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
  runNow(name: string): Promise<RunRow>;
  stop(): Promise<void>;
}

export interface RunnerOptions {
  database: Database;
  jobs: readonly Job[];
  log: FastifyBaseLogger;
}

const pollMs = 50;
const longestWaitMs = 25_000;
const lookEveryMs = 1_000;
/** Processes wake a little apart, so that they do not all ask in the same millisecond. */
const spreadMs = 500;

export function createJobRunner(options: RunnerOptions): JobRunner {
  const { database, jobs, log } = options;
  const stopping = new AbortController();
  const lastSlot = new Map<string, number>();
  const running = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const runDue = async (job: Job, now: Date): Promise<void> => {
    const slot = slotAt(job, now);
    if (lastSlot.get(job.name) === slot.getTime() || stopping.signal.aborted) return;
    if (!(await isEnabled(database.db, job.name))) return;
    // Where another process is at it, this one looks again: should that one die, the slot is still to be run.
    if (await runSlot(options, job, slot, stopping.signal)) lastSlot.set(job.name, slot.getTime());
  };

  /** A job that is slow here holds up no other. */
  const launch = (job: Job, now: Date): Promise<void> => {
    const known = running.get(job.name);
    if (known) return known;
    const run = runDue(job, now)
      .catch((error: unknown) => log.error({ err: error, job: job.name }, 'a job could not be run'))
      .finally(() => running.delete(job.name));
    running.set(job.name, run);
    return run;
  };

  const tick = async (): Promise<void> => {
    const now = await clock(database.db);
    await Promise.all(jobs.map((job) => launch(job, now)));
  };

  const watch = (): void => {
    tick().catch((error: unknown) => log.error({ err: error }, 'the clock of the jobs could not be read'));
    timer = setTimeout(watch, lookEveryMs + Math.random() * spreadMs);
  };

  return {
    start: watch,
    tick,
    async runNow(name) {
      const job = jobs.find((one) => one.name === name);
      if (!job) throw new Error(`there is no job ${name}`);
      return runByHand(options, job, stopping.signal);
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}

/** Runs a job's slot unless that was done already; false when another process is at it. */
async function runSlot(options: RunnerOptions, job: Job, slot: Date, signal: AbortSignal): Promise<boolean> {
  const { database } = options;
  const done = await withLock(database, job.name, async () => {
    const id = await database.transaction(async (tx, now) => {
      await closeAbandoned(tx, job.name, now);
      return claimSlot(tx, job.name, slot, now);
    });
    if (id !== undefined) await runSteps(options, job, id, signal);
    return true;
  });
  return done ?? false;
}

async function runByHand(options: RunnerOptions, job: Job, signal: AbortSignal): Promise<RunRow> {
  const { database } = options;
  const until = performance.now() + longestWaitMs;
  while (performance.now() < until) {
    const id = await withLock(database, job.name, async () => {
      const run = await database.transaction(async (tx, now) => {
        await closeAbandoned(tx, job.name, now);
        return insertManualRun(tx, job.name, now);
      });
      await runSteps(options, job, run, signal);
      return run;
    });
    if (id !== undefined) return (await findRun(database.db, id)) ?? refuse(unavailable);
    await sleep(pollMs);
  }
  return refuse(unavailable);
}

/** Makes the rows that say whether a job is paused; those that are there stay as they are. */
export function readyJobs(database: Database, jobs: readonly Job[]): Promise<void> {
  return database.transaction((tx) =>
    ensureJobs(
      tx,
      jobs.map(({ name }) => name),
    ),
  );
}

/** Does `work` while holding the job's lock, or answers undefined when another process holds it. */
async function withLock<T>(database: Database, job: string, work: () => Promise<T>): Promise<T | undefined> {
  const client = await database.pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on('error', onError);
  try {
    const key = `job:${job}`;
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
      [key],
    );
    if (!rows[0]?.mine) return undefined;
    try {
      return await work();
    } finally {
      if (!broken) await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]).catch(onError);
    }
  } finally {
    client.off('error', onError);
    // A connection that failed is thrown away, and its lock with it.
    client.release(broken);
  }
}

async function runSteps({ database, log }: RunnerOptions, job: Job, id: string, signal: AbortSignal): Promise<void> {
  const counts: Record<string, number> = {};
  const errors: string[] = [];
  for (const step of job.steps) {
    if (signal.aborted) break;
    try {
      counts[step.name] = await step.run({ database, signal });
    } catch (error) {
      // One step that fails keeps none of the others from running.
      log.error({ err: error, job: job.name, step: step.name }, 'job step failed');
      errors.push(`${step.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const outcome = errors.length > 0 ? 'failed' : 'succeeded';
  const error = errors.length > 0 ? errors.join('; ').slice(0, 1_000) : null;
  await database.transaction((tx, now) => finishRun(tx, id, { outcome, counts, error }, now));
}
