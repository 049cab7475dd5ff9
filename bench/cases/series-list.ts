import { type SeriesFilters, seriesPageQueries, sortColumns } from '../../server/src/features/catalog/series.sql.ts';
import { type Database, openDatabase } from '../../server/src/kit/db/database.ts';
import { adminRequests } from '../callers.ts';
import type { BenchService } from '../environment.ts';
import { load } from '../load.ts';
import { pgbench } from '../pgbench.ts';
import { compare, type Result } from '../rounds.ts';

const limit = 20;
const orders = (['created_at', 'updated_at', 'published_at', 'title'] as const).flatMap((sort) =>
  (['asc', 'desc'] as const).map((order) => ({ sort, order })),
);
const filters = [{}, { genreSlug: 'romance' }, { status: 'published' }, { q: 'series 1' }] as const;
/** How many pages lie before the one that is asked for. */
const depths = [0, 6];

interface ListPage {
  readonly path: string;
  readonly statement: string;
}

/** The very statement that a page sends, with its values written in. */
function statementOf(
  database: Database,
  wanted: SeriesFilters,
  { sort, order }: (typeof orders)[number],
  cursor: string,
) {
  const scope = ['series', sort, wanted];
  const page = { id: 's.id', order, limit, cursor: cursor || undefined, scope };
  const [query] = seriesPageQueries(wanted, { ...sortColumns[sort], ...page });
  if (!query) throw new Error('a page is at least one statement');
  const { sql, parameters } = query.compile(database.db);
  const quoted = (value: unknown): string =>
    `'${String(value instanceof Date ? value.toISOString() : value).replaceAll("'", "''")}'`;
  return sql.replace(/\$(\d+)/g, (_, n: string) => {
    const value = parameters[Number(n) - 1];
    return typeof value === 'number' ? String(value) : quoted(value);
  });
}

/** 64 pages: every order with every filter, the first and a deep one. */
async function listPages(service: BenchService, database: Database): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  for (const by of orders) for (const wanted of filters) pages.push(...(await walk(service, database, by, wanted)));
  return pages;
}

/** The pages of one list, whose cursors are found by walking there. */
async function walk(
  service: BenchService,
  database: Database,
  by: (typeof orders)[number],
  wanted: (typeof filters)[number],
): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  const query = new URLSearchParams({ limit: String(limit), ...by, ...wanted }).toString();
  let cursor = '';
  for (let depth = 0; depth <= Math.max(...depths); depth++) {
    const path = `/v1/admin/series?${query}${cursor && `&cursor=${cursor}`}`;
    if (depths.includes(depth)) pages.push({ path, statement: statementOf(database, wanted, by, cursor) });
    cursor = /"nextCursor":"([^"]+)"/.exec(await service.get(path, service.adminTokens[0]))?.[1] ?? '';
  }
  return pages;
}

/** 64 pages of series with their counts, beside the database alone answering the same statements. */
export async function seriesList(service: BenchService): Promise<Result> {
  const database = openDatabase({ url: service.databaseUrl, connections: 1 });
  const pages = await listPages(service, database);
  await database.close();
  const requests = adminRequests(
    service,
    pages.map(({ path }) => path),
  );
  const texts = pages.map(({ statement }) => statement);
  const connections = 16;
  // Each run of pgbench has new connections, which plan all the statements first: it is long, so that this counts little.
  return compare(
    () => load({ port: service.port, requests, connections, seconds: 3 }),
    () => pgbench({ url: service.databaseUrl, texts, connections, seconds: 15 }),
    { counted: 5, warming: 1 },
  );
}
