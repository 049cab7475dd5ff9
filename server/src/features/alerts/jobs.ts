import { clock, type Tx } from '../../kit/db/database.ts';
import { inChunks } from '../../kit/jobs/chunks.ts';
import type { JobIo, JobStep } from '../../kit/jobs/job.ts';
import { dayMs, type HourFigure, hourMs, type TimeSpan } from '../../kit/time.ts';
import * as ledger from '../ledger/public.ts';
import * as purchases from '../payments/public.ts';
import * as refunds from '../refunds/public.ts';
import { updateAlerts } from './actions.ts';
import { type Disk, finders } from './findings.ts';
import { type AlertKind, hourOf, kindNames, limits } from './rules.ts';
import type { Finding } from './sql.ts';
import { deleteHours, type Figure, findFilledTo, type HourRow, keepHours } from './sql.ts';

/** Transactions may commit after the time of their rows, so each hour is summed again after its end. */
const overlapMs = hourMs;
const keptMs = (limits.usual.days + 7) * dayMs;

async function gather(tx: Tx, span: TimeSpan): Promise<HourRow[]> {
  const of = (figure: Figure, rows: readonly HourFigure[]) => rows.map((row) => ({ figure, ...row }));
  return [
    ...of('minted', await ledger.sumMintedByHour(tx, span)),
    ...of('promo_coins', await ledger.sumCreditsByHour(tx, 'promo', span)),
    ...of('payments', await purchases.countPaymentsByHour(tx, span)),
    ...of('refunds', await refunds.countRefundsByHour(tx, span)),
  ];
}

/** Sums the hours since the last run, a day per transaction, and deletes old ones. */
async function fillHours(io: JobIo): Promise<void> {
  const { database, signal } = io;
  const now = await clock(database.db);
  const [current, oldest] = [hourOf(now).getTime(), hourOf(now).getTime() - limits.usual.days * dayMs - dayMs];
  const filledTo = Math.min(current, (await findFilledTo(database.db))?.getTime() ?? oldest);
  for (let from = Math.max(oldest, filledTo - overlapMs); from <= current && !signal.aborted; from += dayMs) {
    const to = Math.min(from + dayMs, current);
    const span = { from: new Date(from), before: new Date(to === current ? current + hourMs : to) };
    await database.transaction(async (tx) => keepHours(tx, await gather(tx, span), new Date(to)));
  }
  await inChunks(io, (tx, at, size) => deleteHours(tx, new Date(at.getTime() - keptMs), size));
}

interface Evaluated {
  kinds: AlertKind[];
  findings: Finding[];
  failures: unknown[];
}

/** If a kind cannot be evaluated, its alerts stay as they are, and the other kinds are evaluated. */
async function evaluate({ database, signal }: JobIo, disk: Disk): Promise<Evaluated> {
  const evaluated: Evaluated = { kinds: [], findings: [], failures: [] };
  const now = await clock(database.db);
  for (const kind of kindNames) {
    if (signal.aborted) break;
    try {
      evaluated.findings.push(...(await finders[kind](database.db, now, disk)));
      evaluated.kinds.push(kind);
    } catch (error) {
      evaluated.failures.push(error);
    }
  }
  return evaluated;
}

/** Evaluates all kinds, and opens and resolves alerts. */
export const evaluateAlerts = (disk: Disk): JobStep => ({
  name: 'changed_alerts',
  async run(io) {
    await fillHours(io);
    const { kinds, findings, failures } = await evaluate(io, disk);
    const changed = await io.database.transaction((tx, now) => updateAlerts(tx, now, { kinds, findings, log: io.log }));
    for (const error of failures) throw error;
    return changed;
  },
});
