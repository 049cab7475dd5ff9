import { Type } from 'typebox';
import { Currency, Day, Id, Int, messageFor, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { isStale, maxCsvBytes, ratePattern, rateSources } from './rules.ts';
import type { RateRow } from './sql.ts';

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
  },
  { title: 'UploadedRates' },
);
