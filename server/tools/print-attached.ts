import type pg from 'pg';
import {
  homes,
  normalizedStatements,
  ofNoExtension,
  ownSchema,
  relations,
  type Statement,
  statements,
} from './print-catalog.ts';

/** Foreign keys, and the constraints that only ALTER TABLE can leave unchecked for the rows that were there. */
export function readOuterConstraints(client: pg.ClientBase): Promise<Statement[]> {
  return normalizedStatements(
    client,
    `with ${relations}
    select r.unit, 'pg_constraint:' || c.oid as source,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s;', r.name, c.conname, pg_get_constraintdef(c.oid)) as statement
    from relation r join pg_constraint c on c.conrelid = r.oid
    where (c.contype = 'f' or (c.contype = 'c' and not c.convalidated)) and c.conparentid = 0 and c.coninhcount = 0
    order by c.conname`,
  );
}

export function readIndexes(client: pg.ClientBase): Promise<Statement[]> {
  // The server says ON ONLY for an index of a partitioned table, and so would leave the partitions without it.
  return normalizedStatements(
    client,
    `with ${relations}
    select r.unit, 'pg_class:' || c.oid as source,
      case c.relkind when 'I' then regexp_replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ')
        else pg_get_indexdef(c.oid) end || ';' as statement
    from relation r
    join pg_index i on i.indrelid = r.oid
    join pg_class c on c.oid = i.indexrelid and not c.relispartition
    where not exists (
      select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = r.oid and k.contype in ('p', 'u', 'x'))
    order by c.relname`,
  );
}

export function readStatistics(client: pg.ClientBase): Promise<Statement[]> {
  return statements(
    client,
    `with ${relations}
    select r.unit, 'pg_statistic_ext:' || s.oid as source, pg_get_statisticsobjdef(s.oid) || ';' as statement
    from relation r join pg_statistic_ext s on s.stxrelid = r.oid
    order by s.stxname`,
  );
}

export function readTriggers(client: pg.ClientBase): Promise<Statement[]> {
  return statements(
    client,
    `with ${relations}
    select r.unit, 'pg_trigger:' || t.oid as source, pg_get_triggerdef(t.oid) || ';'
      || case t.tgenabled when 'O' then '' else format(E'\\nALTER TABLE %s %s TRIGGER %I;', r.name,
        case t.tgenabled when 'D' then 'DISABLE' when 'A' then 'ENABLE ALWAYS' else 'ENABLE REPLICA' end, t.tgname)
      end as statement
    from relation r join pg_trigger t on t.tgrelid = r.oid
    where not t.tgisinternal and t.tgparentid = 0
    order by t.tgname`,
  );
}

export function readPolicies(client: pg.ClientBase): Promise<Statement[]> {
  return normalizedStatements(
    client,
    `with ${relations}
    select r.unit, 'pg_policy:' || p.oid as source, format('CREATE POLICY %I ON %s', p.polname, r.name)
      || case when p.polpermissive then '' else ' AS RESTRICTIVE' end
      || case p.polcmd when 'r' then ' FOR SELECT' when 'a' then ' FOR INSERT' when 'w' then ' FOR UPDATE'
        when 'd' then ' FOR DELETE' else '' end
      || case when p.polroles = '{0}' then '' else ' TO ' || (
        select string_agg(quote_ident(a.rolname), ', ' order by a.rolname)
        from pg_roles a where a.oid = any (p.polroles)) end
      || coalesce(' USING (' || pg_get_expr(p.polqual, p.polrelid) || ')', '')
      || coalesce(' WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '') || ';' as statement
    from relation r join pg_policy p on p.polrelid = r.oid
    order by p.polname`,
  );
}

/** What a table is told after it was made: row security, replica identity, how columns are stored and analysed. */
export function readTableSettings(client: pg.ClientBase): Promise<Statement[]> {
  return statements(
    client,
    `with ${relations}, setting (oid, place, action) as (
      select r.oid, 1, 'ENABLE ROW LEVEL SECURITY' from relation r where r.relrowsecurity
      union all
      select r.oid, 2, 'FORCE ROW LEVEL SECURITY' from relation r where r.relforcerowsecurity
      union all
      select r.oid, 3, case r.relreplident when 'f' then 'REPLICA IDENTITY FULL' when 'n' then 'REPLICA IDENTITY NOTHING'
        else (select format('REPLICA IDENTITY USING INDEX %I', c.relname) from pg_index i
          join pg_class c on c.oid = i.indexrelid where i.indrelid = r.oid and i.indisreplident) end
      from relation r where r.relkind in ('r', 'p') and r.relreplident <> 'd'
      union all
      select r.oid, 3 + a.attnum, format('ALTER COLUMN %I SET STORAGE %s', a.attname,
        case a.attstorage when 'p' then 'PLAIN' when 'e' then 'EXTERNAL' when 'm' then 'MAIN' else 'EXTENDED' end)
      from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      where r.relkind in ('r', 'p') and not r.relispartition and a.attstorage <> t.typstorage
      union all
      select r.oid, 3 + a.attnum, format('ALTER COLUMN %I SET STATISTICS %s', a.attname, a.attstattarget)
      from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      where a.attstattarget >= 0 and r.relkind in ('r', 'p') and not r.relispartition
    )
    select r.unit, r.unit as source, format('ALTER TABLE %s %s;', r.name, s.action) as statement
    from relation r join setting s on s.oid = r.oid
    order by s.place, s.action collate "C"`,
  );
}

/** A comment's source is what it is about, so that it waits together with a foreign key that has to. */
export function readComments(client: pg.ClientBase): Promise<Statement[]> {
  return statements(
    client,
    `with ${homes}
    select h.unit, d.classoid::regclass || ':' || d.objoid as source, format('COMMENT ON %s %s IS %L;',
      case when i.type like '% column' then 'COLUMN' when i.type like '% constraint' then 'CONSTRAINT'
        when i.type = 'statistics object' then 'STATISTICS' else upper(i.type) end,
      case i.type when 'domain constraint' then replace(i.identity, ' on ', ' on domain ') else i.identity end,
      d.description) as statement
    from pg_description d
    join home h on h.classid = d.classoid and h.objid = d.objoid
    cross join lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) i
    where d.objoid >= 16384 and not exists (
      select from pg_depend e where e.classid = d.classoid and e.objid = d.objoid and e.deptype = 'e')
    order by d.classoid, h.unit <> 'pg_class:' || d.objoid, d.objsubid, i.identity collate "C"`,
  );
}

/**
 * Objects that a migration can make and that this does not print. They are named, so that a reader knows of them.
 * Object identifiers below 16384 belong to the server itself.
 */
export async function readUnprinted(client: pg.ClientBase): Promise<string[]> {
  const catalogs = ['operator', 'opclass', 'cast', 'collation', 'ts_config', 'ts_dict', 'event_trigger', 'publication'];
  const { rows } = await client.query<{ line: string }>(`
    with candidate (classid, objid) as (
      select 'pg_proc'::regclass::oid, oid from pg_proc where prokind = 'a'
      union all select 'pg_type'::regclass, oid from pg_type where typtype = 'r'
      union all select 'pg_rewrite'::regclass, oid from pg_rewrite where rulename <> '_RETURN'
      union all select 'pg_class'::regclass, c.oid from pg_class c
        join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'f' and ${ownSchema}
      ${catalogs.map((name) => `union all select 'pg_${name}'::regclass, oid from pg_${name}`).join('\n      ')}
    )
    select format('-- Not printed: %s %s', i.type, i.identity) collate "C" as line
    from candidate c cross join lateral pg_identify_object(c.classid, c.objid, 0) i
    where c.objid >= 16384 and not exists (
      select from pg_depend e where e.classid = c.classid and e.objid = c.objid and e.deptype = 'e')
    order by line`);
  return rows.map((row) => row.line);
}

export function readFunctions(client: pg.ClientBase): Promise<Statement[]> {
  return statements(
    client,
    `select 'pg_proc:' || p.oid as unit, 'pg_proc:' || p.oid as source,
      rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' as statement
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${ownSchema} and p.prokind <> 'a' and ${ofNoExtension('pg_proc', 'p.oid')}
    order by n.nspname, p.proname, pg_get_function_identity_arguments(p.oid) collate "C"`,
  );
}
