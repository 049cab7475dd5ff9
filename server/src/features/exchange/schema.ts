import { type Static, Type } from 'typebox';
import { Currency, Day, Id, Int, messageFor, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { isStale, isUnusual, maxCsvBytes, ratePattern, rateSources } from './rules.ts';
import type { RateRow, StoredRate } from './sql.ts';

const UsdPerUnit = Type.String({
  pattern: ratePattern,
  ...messageFor('must be a decimal number, such as 0.0000617'),
  description: 'US dollars per unit of the currency, as a decimal number that is kept exactly',
});

export const ExchangeRate = Type.Object(
  {
    id: Id,
    currency: Type.String(),
    day: Type.String({ description: 'The UTC day of the rate' }),
    usdPerUnit: Type.String({ description: 'US dollars per unit of the currency; a decimal number' }),
    source: oneOf(rateSources, { description: '`hand`, or `csv` from an uploaded file' }),
    isStale: Type.Boolean({ description: 'Whether it is older than seven days; payments are still converted by it' }),
    setBy: Type.Object({ id: Id, name: Type.String() }),
    createdAt: Timestamp,
  },
  { title: 'ExchangeRate' },
);

export const showRate = ({ adminId, adminName, ...row }: RateRow, now: Date) => ({
  ...row,
  isStale: isStale(row.day, now),
  setBy: { id: adminId, name: adminName },
});

const Warning = Type.Object(
  {
    code: oneOf(['unusual_rate']),
    currency: Type.String(),
    day: Type.String(),
    usdPerUnit: Type.String(),
    closest: nullable(Type.String({ description: 'What is set for the closest day; null for the first rate' })),
  },
  {
    title: 'ExchangeRateWarning',
    description:
      'The rate is stored, but differs by more than half from the one of the closest day, or is above 5 US dollars',
  },
);
const warnings = Type.Array(Warning, { description: 'At most one for each currency' });

export function warningsFor(rates: readonly StoredRate[]): Static<typeof Warning>[] {
  const unusual = rates.filter(({ isNew, usdPerUnit, closest }) => isNew && isUnusual(usdPerUnit, closest));
  const firstOfEach = new Map(unusual.toReversed().map((rate) => [rate.currency, rate]));
  return [...firstOfEach.values()]
    .toReversed()
    .map(({ currency, day, usdPerUnit, closest }) => ({ code: 'unusual_rate', currency, day, usdPerUnit, closest }));
}

export const ChangedRate = Type.Object({ ...ExchangeRate.properties, warnings }, { title: 'ChangedExchangeRate' });

const note = Type.Optional(Type.String({ maxLength: 500, description: 'Reason; kept in the audit log' }));

export const RateBody = Type.Object({ currency: Currency, day: Day, usdPerUnit: UsdPerUnit, note });
export const UploadBody = Type.Object({
  csv: Type.String({
    maxLength: maxCsvBytes,
    description: 'The file, with the columns `currency`, `day`, `usd_per_unit`',
  }),
  note,
});

export const UploadedRates = Type.Object(
  {
    added: Int(),
    changed: Type.Integer({ description: 'Rates that replace one of the same currency and day' }),
    unchanged: Int(),
    currencies: Type.Array(Type.String(), { description: 'The currencies with rates that were added or changed' }),
    warnings,
  },
  { title: 'UploadedRates' },
);
