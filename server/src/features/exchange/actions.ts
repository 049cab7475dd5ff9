import { csvRows } from '../../kit/csv-read.ts';
import { notFound, refuse, refuseField } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import type { Admin } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { columns, type DayRate, dayOf, fault, isPositive, readRate } from './rules.ts';
import { showRate, warningsFor } from './schema.ts';
import { findRate, insertRates, type StoredRate } from './sql.ts';

const targetOf = (currency: string) => ({ type: 'exchange_rate', id: currency });

/** Sets the rate of a day by hand. */
export async function setRate(ctx: Ctx<Admin>, given: DayRate, note: string | undefined) {
  const { currency, day, usdPerUnit } = given;
  if (currency === 'USD') refuseField('currency', 'must not be USD, which needs no rate');
  if (day > dayOf(ctx.now)) refuseField('day', 'must not be in the future');
  if (!isPositive(usdPerUnit)) refuseField('usdPerUnit', 'must be more than 0');
  const [stored] = await insertRates(ctx.tx, [given], { source: 'hand', adminId: ctx.caller.id }, ctx.now);
  if (!stored) throw new Error('no rate was stored');
  const { id, before, isNew } = stored;
  if (isNew) {
    await audit.record(ctx, {
      action: 'exchange_rate.set',
      target: targetOf(currency),
      ...(note !== undefined && { reason: note }),
      before: { day, usdPerUnit: before },
      after: { day, usdPerUnit },
    });
  }
  const row = (await findRate(ctx.tx, id)) ?? refuse(notFound);
  return { ...showRate(row, ctx.now), warnings: warningsFor([stored]) };
}

async function* oneChunk(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** The rates of a file, or a `CsvFault` at its first faulty line. */
export async function readRates(csv: string, now: Date): Promise<DayRate[]> {
  const rates = new Map<string, DayRate>();
  for await (const rows of csvRows(oneChunk(csv), () => columns)) {
    for (const row of rows) {
      const rate = readRate(row, now);
      const name = `${rate.currency} ${rate.day}`;
      if (rates.has(name)) fault(row.line, 'rate_repeated');
      rates.set(name, rate);
    }
  }
  if (rates.size === 0) fault(2, 'no_rows');
  return [...rates.values()];
}

/** Stores the rates of a file, with an audit entry for each currency that changes. */
export async function uploadRates(ctx: Ctx<Admin>, rates: readonly DayRate[], note: string | undefined) {
  const stored = await insertRates(ctx.tx, rates, { source: 'csv', adminId: ctx.caller.id }, ctx.now);
  const fresh = stored.filter(({ isNew }) => isNew);
  const changed = fresh.filter(({ before }) => before !== null).length;
  const currencies = [...new Set(fresh.map(({ currency }) => currency))];
  const entries = currencies.map((currency) => entryOf(currency, fresh, note));
  await audit.recordAll(ctx, entries);
  return {
    added: fresh.length - changed,
    changed,
    unchanged: stored.length - fresh.length,
    currencies,
    warnings: warningsFor(stored),
  };
}

function entryOf(name: string, fresh: readonly StoredRate[], note: string | undefined): audit.AuditEntry {
  const days = fresh.filter(({ currency }) => currency === name);
  return {
    action: 'exchange_rate.upload',
    target: targetOf(name),
    ...(note !== undefined && { reason: note }),
    after: {
      rates: days.length,
      from: days[0]?.day,
      to: days.at(-1)?.day,
      usdPerUnit: days.at(-1)?.usdPerUnit,
      replaced: days.filter(({ before }) => before !== null).length,
    },
  };
}
