import type { Db } from '../../kit/db/database.ts';
import { notFound, refuse, refuseField } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Day, dayRange, parseDay } from '../../kit/http/schema.ts';
import { isCountry } from '../../kit/iso-codes.ts';
import { type Admin, adminEndpoint } from '../access/public.ts';
import { type CatalogFiles, listSeriesNames, pictureUrls } from '../catalog/public.ts';
import { clearDay, generate, isForEmptyDay, setDay } from './actions.ts';
import { seriesNotPublished } from './errors.ts';
import type { Watching } from './ports.ts';
import {
  deleteQuery,
  type EntryRow,
  entryQuery,
  FreeSeriesEntry,
  GenerateBody,
  Generated,
  SetBody,
  showEntry,
} from './schema.ts';
import { hasEntries, listEntries } from './sql.ts';

const exampleSeries = '01930000-0000-7000-8000-000000000043';

async function showEntries(
  db: Db,
  files: CatalogFiles,
  rows: readonly EntryRow[],
  { caller, now }: { readonly caller: Admin; readonly now: Date },
) {
  const posters = rows.map(({ series }) => series.posterAssetId);
  const urlOf = await pictureUrls(db, files, posters);
  const names = await listSeriesNames(
    db,
    rows.map(({ seriesId }) => seriesId),
  );
  const states = new Map(names.map(({ id, status }) => [id, status]));
  return rows.map((row) => showEntry(row, states.get(row.seriesId) ?? null, urlOf, caller, now));
}

/** `all` means the entries for all markets. */
function marketOf(word: string | undefined): { code: string | null } | undefined {
  if (word === undefined) return undefined;
  if (word.toLowerCase() === 'all') return { code: null };
  return isCountry(word)
    ? { code: word.toUpperCase() }
    : refuseField('market', 'must be the code of a country, such as EG, or all');
}

const readRoutes = (files: CatalogFiles): Endpoint[] => [
  adminEndpoint.list({
    url: '/admin/free-series',
    access: ['curation:read'],
    summary: 'List free series by day, latest first',
    description:
      '`dateFrom` and `dateTo` are inclusive. `market` gives the entries of exactly that market; `all` those for all markets.',
    query: entryQuery,
    item: FreeSeriesEntry,
    sort: { field: 'date', column: 'f.day::text', id: 'f.id', kind: 'text', order: 'desc' },
    example: { query: { dateFrom: '2030-01-01', dateTo: '2030-01-31' } },
    list: async (db, { dateFrom, dateTo, market, seriesId }, keyset, ctx) => {
      dayRange(dateFrom, dateTo);
      const given = { dateFrom, dateTo, market: marketOf(market), seriesId };
      return showEntries(db, files, await listEntries(db, given, keyset), ctx);
    },
    show: (row) => row,
  }),
];

const changeRoutes = (files: CatalogFiles, watching: Watching): Endpoint[] => [
  adminEndpoint({
    method: 'PUT',
    url: '/admin/free-series',
    access: ['curation:write'],
    summary: 'Set the free series of a day',
    description:
      'One per day and market, and one for all markets. An entry of the market takes precedence, even if its series is no longer published; then nothing is free in that market on that day. Only published series, and no past days. Replaces an existing entry; omitted `notes` are unchanged. With `If-None-Match: *` only an empty day is set.',
    headers: { 'if-none-match': '`*` sets the day only where it has no entry of this very market yet; else 412' },
    body: SetBody,
    reply: FreeSeriesEntry,
    errors: [notFound, seriesNotPublished],
    example: { body: { date: '2030-01-15', seriesId: exampleSeries, marketCode: 'ID', notes: 'Festival week' } },
    run: async (ctx, { body, headers }) => {
      const entry = await setDay(ctx, body, isForEmptyDay(headers['if-none-match']));
      const [shown] = await showEntries(ctx.tx, files, [entry], ctx);
      return shown ?? refuse(notFound);
    },
  }),
  adminEndpoint({
    method: 'DELETE',
    url: '/admin/free-series/:date',
    access: ['curation:write'],
    status: 204,
    summary: 'Remove the free series of a day',
    description:
      'All entries of the day, or with `market` only those of that market; `all` is the entry for all markets. Past days cannot be changed. `If-Match` takes the revisions of all entries that are removed.',
    ifMatch: true,
    params: { date: Day },
    query: deleteQuery,
    errors: [notFound],
    example: { params: { date: '2030-01-10' }, query: { market: 'all' } },
    target: async (db, { date }) => (parseDay(date) && (await hasEntries(db, date))) || undefined,
    run: (ctx, { params: { date }, query: { market } }) => clearDay(ctx, date, marketOf(market)),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/free-series/generate-auto',
    access: ['curation:write'],
    summary: 'Fill empty days with the most watched series',
    description:
      'From today on. Each day gets the published series with the most starts in the last 7 days that is not free within 14 days of it. Days with an entry of exactly that market are skipped; without `market`, the entries are for all markets.',
    body: GenerateBody,
    reply: Generated,
    example: { body: { days: 7, market: 'ID' } },
    run: async (ctx, { body: { days, market } }) => {
      const { created, ...others } = await generate(ctx, watching, days, market?.toUpperCase() ?? null);
      return { created: await showEntries(ctx.tx, files, created, ctx), ...others };
    },
  }),
];

export const rotationRoutes = (files: CatalogFiles, watching: Watching): Endpoint[] => [
  ...readRoutes(files),
  ...changeRoutes(files, watching),
];
