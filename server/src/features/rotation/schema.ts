import { type Static, Type } from 'typebox';
import { Country, Day, Id, Int, nullable, oneOf, Timestamp, Translations } from '../../kit/http/schema.ts';
import { hasPermission } from '../access/public.ts';
import { type PictureUrl, Reference, type State, states } from '../catalog/public.ts';
import { isPast } from './rules.ts';

export const FreeSeriesEntry = Type.Object(
  {
    id: Id,
    date: Day,
    seriesId: Id,
    marketCode: nullable(Type.String({ description: 'Null: all markets without an entry of their own' })),
    notes: nullable(Type.String()),
    series: Type.Object({
      title: Type.String(),
      titleI18n: Translations,
      pictureUrl: nullable(Type.String()),
      status: nullable(oneOf(states, { description: 'The series is free only while it is published' })),
    }),
    revision: Int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  },
  { title: 'FreeSeriesEntry' },
);
type FreeSeriesEntry = Static<typeof FreeSeriesEntry>;
export type EntryFields = Pick<FreeSeriesEntry, 'date' | 'seriesId' | 'marketCode' | 'notes'>;
export type EntryRow = Omit<FreeSeriesEntry, 'series' | 'allowed'> & {
  series: Omit<FreeSeriesEntry['series'], 'pictureUrl' | 'status'> & { posterAssetId: string | null };
};

export const showEntry = (
  { series: { posterAssetId, ...series }, ...row }: EntryRow,
  status: State | null,
  urlOf: PictureUrl,
  { permissions }: { readonly permissions: readonly string[] },
  now: Date,
) => ({
  ...row,
  series: { ...series, pictureUrl: urlOf(posterAssetId), status },
  allowed: hasPermission(permissions, 'curation:write') && !isPast(row.date, now) ? ['update', 'delete'] : [],
});

const Market = Type.String({ maxLength: 3, description: 'A country, or `all` for the entries of all markets' });

export const entryQuery = {
  dateFrom: Type.Optional(Day),
  dateTo: Type.Optional(Day),
  market: Type.Optional(Market),
  seriesId: Type.Optional(Type.String({ maxLength: 200 })),
};
export const deleteQuery = { market: Type.Optional(Market) };

export const SetBody = Type.Object({
  date: Day,
  seriesId: Reference,
  marketCode: Type.Optional(nullable(Country)),
  notes: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
});

export const GenerateBody = Type.Object({
  days: Int({ minimum: 1, maximum: 90 }),
  market: Type.Optional(nullable(Country)),
});

export const Generated = Type.Object(
  {
    created: Type.Array(FreeSeriesEntry),
    skipped: Type.Array(Day, { description: 'Days that already have an entry of this market' }),
    unfilled: Type.Array(Day, { description: 'Days for which no eligible published series was left' }),
  },
  { title: 'GeneratedFreeSeries' },
);
