import pg from 'pg';
import type { World } from './world.ts';

/**
 * Puts copies of every row beside it, in every table, so that every list grows. A copy has an id of its own, and what
 * belonged to the original by sharing its id, such as a user's balance, has a copy for each copy. What must be unique
 * need not be any more: the world is of no use for anything else afterwards.
 */
export async function multiplyRows({ server, databaseName }: World, times: number): Promise<void> {
  const client = new pg.Client({
    connectionString: server.url('superuser', databaseName),
    options: '-c session_replication_role=replica',
  });
  await client.connect();
  await client.query(`begin; ${dropUniqueness}`);
  const { rows } = await client.query<TableRow>(tables);
  for (const table of rows) if (table.renamed) await client.query(copyText(table), [String(times - 1)]);
  await client.query('commit');
  await client.end();
}

interface TableRow {
  name: string;
  columns: string[];
  /** The column that gets another value in each copy: the id, or the last of the ids that are the key. */
  renamed: string | null;
}

const dropUniqueness = `
  do $$ declare found record; begin
    for found in select c.conrelid::regclass as place, quote_ident(c.conname) as name from pg_constraint c
      join pg_namespace n on n.oid = c.connamespace where c.contype = 'u' and n.nspname in ('public', 'ledger')
    loop execute format('alter table %s drop constraint %s cascade', found.place, found.name); end loop;
    for found in select i.indexrelid::regclass as name from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
      where i.indisunique and not i.indisprimary and n.nspname in ('public', 'ledger')
    loop execute format('drop index %s', found.name); end loop;
  end $$`;

const tables = `
  select format('%I.%I', n.nspname, t.relname) as name,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = t.oid and a.attnum > 0
      and not a.attisdropped and a.attgenerated = '' and a.attidentity = '') as columns,
    coalesce(
      (select a.attname from pg_attribute a where a.attrelid = t.oid and a.attname = 'id' and a.atttypid = 'uuid'::regtype),
      (select a.attname from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k (no, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.no
        where i.indrelid = t.oid and i.indisprimary and a.atttypid = 'uuid'::regtype order by place desc limit 1)
    ) as renamed
  from pg_class t join pg_namespace n on n.oid = t.relnamespace
  where t.relkind = 'r' and n.nspname in ('public', 'ledger')`;

/** By which a path finds a thing. */
const names = new Set(['slug', 'sku', 'code']);

function copyText({ name, columns, renamed }: TableRow): string {
  const values = columns.map((column) => {
    if (column === renamed) return `md5(${column}::text || $1 || '/' || copy)::uuid`;
    return names.has(column) ? `${column} || '-' || $1 || '-' || copy` : `"${column}"`;
  });
  const list = columns.map((column) => `"${column}"`).join();
  return `insert into ${name} (${list}) select ${values.join()} from ${name}, generate_series(1, $1::text::int) copy`;
}
