import type pg from 'pg';
import {
  readComments,
  readFunctions,
  readIndexes,
  readOuterConstraints,
  readPolicies,
  readStatistics,
  readTableSettings,
  readTriggers,
  readUnprinted,
} from './print-attached.ts';
import {
  generatedNotice,
  ofNoExtension,
  ownSchema,
  type Statement,
  statements,
  withFixedSpelling,
} from './print-catalog.ts';
import { readColumnGrants, readDefaultPrivileges, readGrants } from './print-grants.ts';
import { arrange, readNeeds } from './print-order.ts';
import { readSequenceOwners, readSequences, readTables, readViews } from './print-relations.ts';

function readSchemas(client: pg.ClientBase): Promise<Statement[]> {
  // Every database starts with the schema public and a comment on it.
  return statements(
    client,
    `select 'pg_namespace:' || n.oid as unit, 'pg_namespace:' || n.oid as source, concat_ws(E'\\n',
      case when n.nspname <> 'public' then format('CREATE SCHEMA %I;', n.nspname) end,
      case when d.description <> 'standard public schema' then
        format('COMMENT ON SCHEMA %I IS %L;', n.nspname, d.description) end) as statement
    from pg_namespace n
    left join pg_description d on d.classoid = 'pg_namespace'::regclass and d.objoid = n.oid
    where ${ownSchema} and ${ofNoExtension('pg_namespace', 'n.oid')}
    order by n.nspname`,
  );
}

async function readExtensions(client: pg.ClientBase): Promise<string[]> {
  // Every database starts with plpgsql. Versions are the server's affair and differ between its releases.
  const { rows } = await client.query<{ line: string }>(
    `select format('CREATE EXTENSION %I WITH SCHEMA %I;', e.extname, n.nspname) as line
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname <> 'plpgsql' order by e.extname`,
  );
  return rows.map((row) => row.line);
}

function readEnums(client: pg.ClientBase): Promise<Statement[]> {
  return statements(
    client,
    `select 'pg_type:' || t.oid as unit, 'pg_type:' || t.oid as source, format('CREATE TYPE %s AS ENUM (%s);',
      t.oid::regtype, (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
        from pg_enum e where e.enumtypid = t.oid)) as statement
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where t.typtype = 'e' and ${ownSchema} and ${ofNoExtension('pg_type', 't.oid')}
    order by n.nspname, t.typname`,
  );
}

function readDomains(client: pg.ClientBase): Promise<Statement[]> {
  return statements(
    client,
    `select 'pg_type:' || t.oid as unit, 'pg_type:' || t.oid as source,
      format('CREATE DOMAIN %s AS %s', t.oid::regtype, format_type(t.typbasetype, t.typtypmod))
      || case when t.typcollation <> b.typcollation then ' COLLATE ' || t.typcollation::regcollation else '' end
      || coalesce(' DEFAULT ' || pg_get_expr(t.typdefaultbin, 'pg_type'::regclass), '')
      || case when t.typnotnull then ' NOT NULL' else '' end
      || coalesce((
        select string_agg(format(E'\\n  CONSTRAINT %I %s', c.conname, pg_get_constraintdef(c.oid)), '' order by c.conname)
        from pg_constraint c where c.contypid = t.oid and c.contype = 'c'), '') || ';' as statement
    from pg_type t join pg_namespace n on n.oid = t.typnamespace join pg_type b on b.oid = t.typbasetype
    where t.typtype = 'd' and ${ownSchema} and ${ofNoExtension('pg_type', 't.oid')}
    order by n.nspname, t.typname`,
  );
}

function readComposites(client: pg.ClientBase): Promise<Statement[]> {
  return statements(
    client,
    `select 'pg_type:' || t.oid as unit, 'pg_type:' || t.oid as source, format(E'CREATE TYPE %s AS (%s\\n);',
      t.oid::regtype, (select string_agg(format(E'\\n  %I %s', a.attname, format_type(a.atttypid, a.atttypmod))
          || case when a.attcollation <> b.typcollation then ' COLLATE ' || a.attcollation::regcollation else '' end,
          ',' order by a.attnum)
        from pg_attribute a join pg_type b on b.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)) as statement
    from pg_type t join pg_class c on c.oid = t.typrelid and c.relkind = 'c'
    join pg_namespace n on n.oid = t.typnamespace
    where ${ownSchema} and ${ofNoExtension('pg_type', 't.oid')}
    order by n.nspname, t.typname`,
  );
}

async function printObjects(client: pg.ClientBase, grants: readonly Statement[]): Promise<string[]> {
  const units = [
    ...(await readEnums(client)),
    ...(await readDomains(client)),
    ...(await readComposites(client)),
    ...(await readSequences(client)),
    ...(await readFunctions(client)),
    ...(await readTables(client)),
    ...(await readViews(client)),
  ];
  const movable = [
    ...(await readOuterConstraints(client)),
    ...(await readIndexes(client)),
    ...(await readStatistics(client)),
    ...(await readTriggers(client)),
    ...(await readPolicies(client)),
  ];
  const fixed = [
    ...(await readSequenceOwners(client)),
    ...(await readTableSettings(client)),
    ...(await readComments(client)),
    ...grants,
    ...(await readColumnGrants(client)),
  ];
  const arranged = arrange({ units, movable, fixed }, await readNeeds(client));
  const late =
    arranged.late.length > 0 ? [['-- What had to wait for a later object', ...arranged.late].join('\n')] : [];
  return [...arranged.units, ...late];
}

/**
 * The schema of a database as SQL that gives the same schema, and the same print, when it is run on an empty one whose
 * server has the roles that are granted something. Owners are not printed.
 */
export async function printSchema(client: pg.ClientBase): Promise<string> {
  return withFixedSpelling(client, async () => {
    const grants = await readGrants(client);
    const schemas = (await readSchemas(client)).flatMap(({ unit, statement }) => [
      statement,
      ...grants.filter((grant) => grant.unit === unit).map((grant) => grant.statement),
    ]);
    const paragraphs = [
      // A function may be printed before the tables that its body reads.
      `-- ${generatedNotice}\n\nSET check_function_bodies = off;`,
      schemas.filter((line) => line !== '').join('\n'),
      (await readExtensions(client)).join('\n'),
      ...(await printObjects(client, grants)),
      (await readDefaultPrivileges(client)).join('\n'),
      (await readUnprinted(client)).join('\n'),
    ];
    return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
  });
}
