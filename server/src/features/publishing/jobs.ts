import pLimit from 'p-limit';
import type { Tx } from '../../kit/db/database.ts';
import { internalError, invalidTransition, notFound, Refused, refuse } from '../../kit/errors.ts';
import { newId } from '../../kit/id.ts';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobIo, JobStep } from '../../kit/jobs/job.ts';
import * as audit from '../audit/public.ts';
import { refreshReadiness } from '../catalog/public.ts';
import { entryOf, warningsOf } from './actions/workflow.ts';
import { items } from './items.ts';
import type { PublishingPorts } from './ports.ts';
import { type Due, type Failure, listDue, markExecuted, markFailed } from './sql.ts';

/** Others are left for the next run. */
const maxInOneTick = 10_000;
const atOnce = 4;

/**
 * Publishes the item and closes the schedule in one transaction, so that it happens once. False if it was executed,
 * cancelled or moved meanwhile.
 */
async function execute(tx: Tx, now: Date, ports: PublishingPorts, { id, refType, refId }: Due): Promise<boolean> {
  const item = await items[refType].lock(tx, refId);
  if (!(await markExecuted(tx, id, now))) return false;
  if (!item) return refuse(notFound);
  if (item.status !== 'scheduled') return refuse(invalidTransition, { currentState: item.status, allowed: [] });
  const warnings = await warningsOf(tx, ports, item, 'publish');
  await items[refType].setState(tx, refId, 'published', now);
  const entry = entryOf(item, 'publish', 'published', warnings);
  const flags = { ...entry.flags, schedule_id: id };
  await audit.write(tx, audit.system, { requestId: null, ip: null, now }, { ...entry, flags });
  return true;
}

/** Error code for operators; details are logged. */
const codeOf = (error: unknown): string => (error instanceof Refused ? error.spec.code : internalError.code);

async function fail(tx: Tx, now: Date, { id }: Due, failure: Failure): Promise<void> {
  const changed = await markFailed(tx, id, failure, now);
  if (!changed) return;
  const entry = {
    action: 'schedule.fail' as const,
    target: { type: 'schedule', id },
    before: { ...changed.before },
    after: { ...changed.after, error: failure.code },
  };
  await audit.write(tx, audit.system, { requestId: failure.requestId, ip: null, now }, entry);
}

async function attempt(
  { database, log }: Pick<JobIo, 'database' | 'log'>,
  ports: PublishingPorts,
  due: Due,
): Promise<boolean> {
  try {
    return await database.transaction((tx, now) => execute(tx, now, ports, due));
  } catch (error) {
    const [code, requestId] = [codeOf(error), newId()];
    const fields = { code, requestId, schedule: due.id };
    if (error instanceof Refused) log.warn(fields, 'a schedule could not be executed');
    else log.error({ err: error, ...fields }, 'a schedule could not be executed');
    await database.transaction((tx, now) => fail(tx, now, due, { code, requestId }));
    return false;
  }
}

/** In a transaction for each schedule, so that failures are independent. */
export const publishDue = (ports: PublishingPorts): JobStep => ({
  name: 'due_schedules',
  async run({ database, signal, progress, log }) {
    const due = await database.transaction((tx, now) => listDue(tx, now, maxInOneTick));
    const inTurn = pLimit(atOnce);
    let done = 0;
    const publish = async (one: Due): Promise<boolean> => {
      const published = !signal.aborted && (await attempt({ database, log }, ports, one));
      progress({ done: ++done, total: due.length });
      return published;
    };
    const attempts = due.map((one) => inTurn(() => publish(one)));
    const outcomes = await Promise.allSettled(attempts);
    const broken = outcomes.find((outcome) => outcome.status === 'rejected');
    if (broken) throw broken.reason;
    return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
  },
});

/** Stores the readiness of changed series for lists. */
export const refreshSeriesReadiness: JobStep = {
  name: 'series_readiness',
  run: (io) => inChunks(io, refreshReadiness, 100),
};
