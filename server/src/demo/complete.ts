import { setTimeout as sleep } from 'node:timers/promises';
import { rollUpDays } from '../features/analytics/jobs.ts';
import { sealHistory } from '../features/audit/jobs.ts';
import { addUpSeriesActivity } from '../features/curation/jobs.ts';
import { sumEconomy } from '../features/economy/jobs.ts';
import { proveLedger } from '../features/ledger/jobs.ts';
import { findProofResult } from '../features/ledger/public.ts';
import { refreshSeriesReadiness } from '../features/publishing/jobs.ts';
import type { Media } from '../gateways/media.ts';
import type { Database } from '../kit/db/database.ts';
import type { JobIo, JobLog } from '../kit/jobs/job.ts';
import { contentPortsOf } from '../ports.ts';
import { seedAlerts } from './alerts.ts';
import type { AudienceSize } from './audience/people.ts';
import { seedAudience } from './audience/seed.ts';
import { seedMoreSeries } from './catalog/series.ts';
import { withPastClock } from './history.ts';
import { seedMedia } from './media.ts';
import { findPart, markPart, type OwnerConnection } from './parts.ts';
import { seedViewers } from './seed.ts';

interface DemoSize extends AudienceSize {
  /** Dozens of series besides the sample series. */
  readonly hasMoreSeries: boolean;
}

/** The audience besides the sample users. */
export const demoSizes: Readonly<Record<'small' | 'full', DemoSize>> = {
  small: { users: 500, days: 45, quietHours: 36, hasMoreSeries: false },
  full: { users: 2_500, days: 120, quietHours: 0, hasMoreSeries: true },
};

export interface Completion {
  readonly owner: OwnerConnection;
  readonly database: Database;
  readonly media: Media;
  readonly size: DemoSize;
  /** Of the sample users. */
  readonly password: string;
  readonly signal: AbortSignal;
  readonly log: JobLog;
}

type Activity = Pick<Completion, 'owner' | 'database' | 'signal' | 'log'>;

/** The aggregates that are normally updated by jobs. */
const aggregations = [addUpSeriesActivity, sumEconomy, rollUpDays];

/** A proof is incomplete while someone moves coins. */
const maxProofs = 20;

/**
 * Creates what takes long, while the service runs. Each part is created atomically and once, so that the next process can
 * continue. Returns whether the demo is complete.
 */
export async function completeDemo(completion: Completion): Promise<boolean> {
  const { owner, database, media, size, signal } = completion;
  if (!(await waitForTurn(owner, signal))) return false;
  if (await findPart(database.db, 'complete')) return true;
  if (size.hasMoreSeries) await seedMoreSeries(database, contentPortsOf(media));
  if (!(await findPart(database.db, 'viewers'))) {
    await withPastClock(owner, async () => {
      await seedViewers(database, completion.password);
      await seedAudience(database, size, signal);
    });
    await markPart(database.db, 'viewers');
  }
  // If one fails, the other is completed first.
  const parts = await Promise.allSettled([seedMedia(database, media, signal), seedActivity(completion)]);
  for (const part of parts) if (part.status === 'rejected') throw part.reason;
  if (signal.aborted) return false;
  await refreshSeriesReadiness.run(ioOf(completion));
  // At the end, because a sealed block takes no later entries.
  await sealHistory.run(ioOf(completion));
  await markPart(database.db, 'complete');
  return true;
}

/** One process at a time; the session of a killed one may live on for a moment. */
async function waitForTurn(owner: OwnerConnection, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const { rows } = await owner.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('demo', 0)) as mine`,
    );
    if (rows[0]?.mine) return true;
    await sleep(500);
  }
  return false;
}

const ioOf = ({ database, signal, log }: Activity): JobIo => ({
  database: database.jobs,
  signal,
  log,
  progress: () => {},
});

/** The aggregates, and the alerts. */
export async function seedActivity(completion: Activity): Promise<void> {
  const { owner, database, signal } = completion;
  await owner.query('analyze');
  for (const step of aggregations) if (!signal.aborted) await step.run(ioOf(completion));
  if (await proveAll(ioOf(completion))) await seedAlerts(database);
}

/** Waits for open transactions. False if aborted. */
async function proveAll(io: JobIo): Promise<boolean> {
  for (let tries = 0; tries < maxProofs && !io.signal.aborted; tries++) {
    if (tries > 0) await sleep(200);
    await proveLedger.run(io);
    if ((await findProofResult(io.database.db))?.eventsBehind === 0) return true;
  }
  return !io.signal.aborted;
}
