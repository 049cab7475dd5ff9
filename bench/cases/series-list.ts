import pg from 'pg';
import type { SeriesFilters } from '../../server/src/features/catalog/schema.ts';
import { seriesPageQueries, sortColumns } from '../../server/src/features/catalog/series.sql.ts';
import { type Database, openDatabase } from '../../server/src/kit/db/database.ts';
import { adminRequests } from '../callers.ts';
import type { BenchService } from '../environment.ts';
import { load } from '../load.ts';
import { pgbench } from '../pgbench.ts';
import { mixed, type RequestSource } from '../requests.ts';
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

const connections = 16;
const rounds = { counted: 5, warming: 1 };

async function pagesOf(service: BenchService): Promise<{ paths: string[]; texts: string[] }> {
  const database = openDatabase({ url: service.databaseUrl, connections: 1 });
  const pages = await listPages(service, database);
  await database.close();
  return { paths: pages.map(({ path }) => path), texts: pages.map(({ statement }) => statement) };
}

/** 64 pages of series with their counts, beside the database alone answering the same statements. */
export async function seriesList(service: BenchService): Promise<Result> {
  const { paths, texts } = await pagesOf(service);
  const requests = adminRequests(service, paths);
  // Each run of pgbench has new connections, which plan all the statements first: it is long, so that this counts little.
  return compare(
    () => load({ port: service.port, requests, connections, seconds: 3 }),
    () => pgbench({ url: service.databaseUrl, texts, connections, seconds: 15 }),
    rounds,
  );
}

/** A published series at random is given another synopsis. */
const theirEdit = `
  create or replace function bench_edit() returns void language plpgsql as $$
  declare which uuid := ('01900000-0000-7000-a000-' || lpad(to_hex(1 + 5 * floor(random() * 400)::integer), 12, '0'))::uuid;
  begin
    perform from series where id = which for no key update;
    update series set synopsis = 'Edited ' || random(), updated_at = clock(), revision = revision + 1 where id = which;
    insert into audit_log (id, action, admin_email, target_type, target_id, reason, before, after)
    values (gen_random_uuid(), 'series.update', 'system', 'series', which, 'a better text', '{"synopsis":"A"}',
      '{"synopsis":"B"}');
  end $$;
  grant execute on function bench_edit() to public`;

function editRequests({ adminTokens }: BenchService): RequestSource {
  let turn = 0;
  return {
    next() {
      const body = JSON.stringify({ synopsis: `Edited ${turn}`, note: 'a better text' });
      const id = `01900000-0000-7000-a000-${(1 + 5 * ((turn * 163) % 400)).toString(16).padStart(12, '0')}`;
      const head = `PUT /v1/admin/series/${id} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${adminTokens[turn % adminTokens.length]}\r\n`;
      turn++;
      return Buffer.from(`${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    },
  };
}

const readsForEachEdit = 20;

/** The same pages of a copy of the database while admins edit series: on both sides one edit for each twenty pages. */
export async function seriesListEdited(service: BenchService): Promise<Result> {
  const { paths, texts } = await pagesOf(service);
  const copy = await service.startCopy();
  const owner = new pg.Client({ connectionString: copy.ownerUrl });
  try {
    await owner.connect();
    await owner.query(theirEdit);
    const requests = mixed(adminRequests(service, paths), editRequests(service), readsForEachEdit);
    const pages = texts.map((text) => ({ text, weight: 5 }));
    const edit = { text: 'select bench_edit()', weight: (5 * texts.length) / readsForEachEdit };
    return await compare(
      () => load({ port: copy.port, requests, connections, seconds: 3 }),
      () => pgbench({ url: copy.appUrl, texts: [...pages, edit], connections, seconds: 15 }),
      rounds,
    );
  } finally {
    await owner.end();
    await copy.stop();
  }
}
