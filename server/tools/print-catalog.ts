import type pg from 'pg';

/** One statement of the print: `unit` is the object that it is printed with, `source` the catalog entry it says. */
export interface Statement {
  readonly unit: string;
  readonly source: string;
  readonly statement: string;
}

export const generatedNotice = 'Generated from the migrations by npm run generate; do not edit.';

// These decide how the server spells names, times and numbers in the definitions that it prints. With an empty
// search path every name comes out with its schema, so that the print does not depend on who reads the catalogs.
const spelling: ReadonlyArray<readonly [string, string]> = [
  ['search_path', ''],
  ['TimeZone', 'UTC'],
  ['DateStyle', 'ISO, MDY'],
  ['IntervalStyle', 'postgres'],
  ['bytea_output', 'hex'],
  ['extra_float_digits', '1'],
  ['quote_all_identifiers', 'off'],
];

/** Runs `print` under settings that give the same text in every session, and puts the session's own back. */
export async function withFixedSpelling(client: pg.ClientBase, print: () => Promise<string>): Promise<string> {
  const before: Array<readonly [string, string]> = [];
  for (const [name, value] of spelling) {
    const { rows } = await client.query<{ value: string }>('select current_setting($1) as value', [name]);
    before.push([name, rows[0]?.value ?? '']);
    await client.query('select set_config($1, $2, false)', [name, value]);
  }
  const putBack = async () => {
    for (const [name, value] of before) await client.query('select set_config($1, $2, false)', [name, value]);
  };
  // In a transaction that failed the settings cannot be put back, but its end does so; the first failure is told.
  const text = await print().catch(async (error: unknown) => {
    await putBack().catch(() => undefined);
    throw error;
  });
  await putBack();
  return text;
}

/**
 * A list of varchar values compared with a column is printed one way at first and another way after that print was
 * run. This gives the second, which stays.
 */
export function normalize(definition: string): string {
  const list = /\(ARRAY\[('(?:[^']|'')*'::character varying(?:, '(?:[^']|'')*'::character varying)*)\]\)::text\[\]/g;
  return definition.replaceAll(list, (_, values: string) => {
    const each = values.replaceAll(/'(?:[^']|'')*'::character varying/g, (value) => `(${value})::text`);
    return `ARRAY[${each}]`;
  });
}

export async function normalizedStatements(client: pg.ClientBase, sql: string): Promise<Statement[]> {
  return (await statements(client, sql)).map((row) => ({ ...row, statement: normalize(row.statement) }));
}

export async function statements(client: pg.ClientBase, sql: string): Promise<Statement[]> {
  const { rows } = await client.query<Statement>(sql);
  return rows;
}

/** A condition on the alias `n` of pg_namespace: the schema is not one of the server's own. */
export const ownSchema = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;

/** A condition: the object came with no extension, for then the extension's own line says it. */
export function ofNoExtension(catalog: string, oid: string): string {
  return `not exists (
    select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;
}

/** The relations that are printed, as a common table expression. */
export const relations = `relation as (
  select c.*, n.nspname, 'pg_class:' || c.oid as unit, c.oid::regclass::text as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${ownSchema} and c.relkind in ('r', 'p', 'v', 'm', 'S') and ${ofNoExtension('pg_class', 'c.oid')}
)`;

/** The bounds that a sequence has when its definition names none. */
const sequenceDefaults = `bounds as (
  select q.*,
    case when q.seqincrement > 0 then 1 when q.seqtypid = 'int2'::regtype then -32768
      when q.seqtypid = 'int4'::regtype then -2147483648 else -9223372036854775808 end as usual_min,
    case when q.seqincrement < 0 then -1 when q.seqtypid = 'int2'::regtype then 32767
      when q.seqtypid = 'int4'::regtype then 2147483647 else 9223372036854775807 end as usual_max
  from pg_sequence q
)`;

/**
 * Common table expressions about sequences: `option` has each one's options where they are not the usual ones,
 * `owned` the ones that belong to a column, and `implied` those that the column's own line makes again: an identity,
 * or a serial that nobody changed.
 */
export const sequences = `${sequenceDefaults}, option as (
  select seqrelid, seqtypid,
    case when seqstart <> case when seqincrement > 0 then seqmin else seqmax end
      then ' START WITH ' || seqstart else '' end
    || case when seqincrement <> 1 then ' INCREMENT BY ' || seqincrement else '' end
    || case when seqmin <> usual_min then ' MINVALUE ' || seqmin else '' end
    || case when seqmax <> usual_max then ' MAXVALUE ' || seqmax else '' end
    || case when seqcache <> 1 then ' CACHE ' || seqcache else '' end
    || case when seqcycle then ' CYCLE' else '' end as options
  from bounds
), owned as (
  select d.objid as sequence, d.refobjid as relation, a.attnum, a.attname, d.deptype = 'i' as identity, o.options,
    s.relnamespace = c.relnamespace and s.relname = c.relname || '_' || a.attname || '_seq' as usual_name,
    d.deptype = 'a' and o.options = '' and o.seqtypid = a.atttypid and a.attnotnull
      and pg_get_expr(f.adbin, f.adrelid) = format('nextval(%L::regclass)', s.oid::regclass) as plain
  from pg_depend d
  join pg_class s on s.oid = d.objid and s.relkind = 'S'
  join option o on o.seqrelid = s.oid
  join pg_class c on c.oid = d.refobjid
  join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
  left join pg_attrdef f on f.adrelid = c.oid and f.adnum = a.attnum
  where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
), implied as (
  select * from owned where identity or (plain and usual_name)
)`;

/**
 * Which unit each catalog entry is printed with, as common table expressions. Entries that PostgreSQL made by itself
 * for a partition or for a foreign key are left out: they come again with the entry they were made for.
 */
export const homes = `${sequences}, home as (
  select 'pg_class'::regclass::oid as classid, c.oid as objid,
    case when i.indrelid is not null then 'pg_class:' || i.indrelid
      when c.relkind = 'c' then 'pg_type:' || c.reltype
      else 'pg_class:' || coalesce(s.relation, c.oid) end as unit
  from pg_class c
  left join pg_index i on i.indexrelid = c.oid
  left join implied s on s.sequence = c.oid
  where i.indrelid is null or not c.relispartition
  union all
  select 'pg_type'::regclass, t.oid,
    case when r.oid is null then 'pg_type:' || coalesce(e.oid, t.oid) else 'pg_class:' || r.oid end
  from pg_type t
  left join pg_type e on e.typarray = t.oid
  left join pg_class r on r.oid = coalesce(e.typrelid, t.typrelid) and r.relkind <> 'c'
  union all
  select 'pg_proc'::regclass, oid, 'pg_proc:' || oid from pg_proc
  union all
  select 'pg_constraint'::regclass, oid,
    case when contypid <> 0 then 'pg_type:' || contypid else 'pg_class:' || conrelid end
  from pg_constraint where conparentid = 0 and contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select 'pg_attrdef'::regclass, oid, 'pg_class:' || adrelid from pg_attrdef
  union all
  select 'pg_trigger'::regclass, oid, 'pg_class:' || tgrelid from pg_trigger where not tgisinternal and tgparentid = 0
  union all
  select 'pg_policy'::regclass, oid, 'pg_class:' || polrelid from pg_policy
  union all
  select 'pg_rewrite'::regclass, oid, 'pg_class:' || ev_class from pg_rewrite
  union all
  select 'pg_statistic_ext'::regclass, oid, 'pg_class:' || stxrelid from pg_statistic_ext
)`;
