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
import { seedAlerts } from './alerts.ts';
import { type AudienceSize, seedAudience } from './audience/seed.ts';
import { withPastClock } from './history.ts';
import { seedMedia } from './media.ts';
import { findPart, markPart, type OwnerConnection } from './parts.ts';
import { seedViewers } from './seed.ts';
import { seedShelf } from './shelf/seed.ts';

interface DemoSize extends AudienceSize {
  /** Whether there are dozens of series, or only those that are known by name. */
  readonly hasShelf: boolean;
}

/** How many viewers the demo has beside those known by name, and over how many days they came. */
export const demoSizes: Readonly<Record<'small' | 'full', DemoSize>> = {
  small: { users: 500, days: 45, quietHours: 36, hasShelf: false },
  full: { users: 2_500, days: 120, quietHours: 0, hasShelf: true },
};

export interface Completion {
  readonly owner: OwnerConnection;
  readonly database: Database;
  readonly media: Media;
  readonly size: DemoSize;
  /** Of those who are known by name. */
  readonly password: string;
  readonly signal: AbortSignal;
  readonly log: JobLog;
}

/** What of the rows is summed up by the clock: all of it, so that nobody who looks finds it half done. */
const sums = [addUpSeriesActivity, sumEconomy, rollUpDays];

/** So often the proof is tried; a viewer of the demo may be moving coins meanwhile. */
const mostProofs = 20;

/**
 * Makes what of the demo takes long, while the service is there already. Each part is made whole or not at all, and once:
 * what a process that was ended has left to do, the next one does. Answers whether all of it is there.
 */
export async function completeDemo(completion: Completion): Promise<boolean> {
  const { owner, database, media, signal } = completion;
  if (!(await takeTurn(owner, signal))) return false;
  if (await findPart(owner, 'complete')) return true;
  await withPastClock(owner, () => seedViewers(database, completion.password));
  if (completion.size.hasShelf) await seedShelf(owner);
  // What fails in one of them keeps the other from nothing, and is told when both have come to an end.
  const parts = await Promise.allSettled([seedMedia(database, media, signal), seedMovement(completion)]);
  for (const part of parts) if (part.status === 'rejected') throw part.reason;
  if (signal.aborted) return false;
  await refreshSeriesReadiness.run(ioOf(completion));
  // When nobody writes any more: a block is closed to what comes later.
  await sealHistory.run(ioOf(completion));
  await markPart(owner, 'complete', true);
  return true;
}

/** One process at a time. What one that was killed has begun, the database may still be at for a moment. */
async function takeTurn(owner: OwnerConnection, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const { rows } = await owner.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('demo', 0)) as mine`,
    );
    if (rows[0]?.mine) return true;
    await sleep(500);
  }
  return false;
}

const ioOf = ({ database, signal, log }: Pick<Completion, 'database' | 'signal' | 'log'>): JobIo => ({
  database: database.jobs,
  signal,
  log,
  progress: () => {},
});

/** The audience, everything that is summed up of it, and what a job would say of that. */
export async function seedMovement({
  owner,
  database,
  size,
  signal,
  log,
}: Omit<Completion, 'media' | 'size' | 'password'> & { readonly size: AudienceSize }): Promise<void> {
  await seedAudience(owner, database, size);
  for (const step of sums) if (!signal.aborted) await step.run(ioOf({ database, signal, log }));
  if (!(await proveAll(ioOf({ database, signal, log })))) return;
  await seedAlerts(database);
}

/** Whoever writes at the moment holds the proof up, and is waited for; answers false where the process is to end. */
async function proveAll(io: JobIo): Promise<boolean> {
  for (let tries = 0; tries < mostProofs && !io.signal.aborted; tries++) {
    if (tries > 0) await sleep(200);
    await proveLedger.run(io);
    if ((await findProofResult(io.database.db))?.eventsBehind === 0) return true;
  }
  return !io.signal.aborted;
}
