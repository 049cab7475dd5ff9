import type pg from 'pg';
import { ofNoExtension, ownSchema, relations, type Statement, sequences, statements } from './print-catalog.ts';

// An access list holds what each role may do and `usual` is what it is when nobody granted or revoked anything.
// The schema public starts with USAGE for everybody, though a schema otherwise starts with nothing.
const objects = `${relations}, ${sequences}, object as (
  select coalesce('pg_class:' || i.relation, r.unit) as unit, 1 as place,
    case r.relkind when 'S' then 'SEQUENCE' else 'TABLE' end as kind, r.name, r.relowner as owner, r.relacl as acl,
    acldefault(case r.relkind when 'S' then 's'::"char" else 'r' end, r.relowner) as usual
  from relation r left join implied i on i.sequence = r.oid
  union all
  select 'pg_proc:' || p.oid, 1, case p.prokind when 'p' then 'PROCEDURE' else 'FUNCTION' end,
    p.oid::regprocedure::text, p.proowner, p.proacl, acldefault('f', p.proowner)
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${ownSchema} and p.prokind <> 'a' and ${ofNoExtension('pg_proc', 'p.oid')}
  union all
  select 'pg_type:' || t.oid, 1, 'TYPE', t.oid::regtype::text, t.typowner, t.typacl, acldefault('T', t.typowner)
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where ${ownSchema} and t.typtype in ('c', 'd', 'e') and ${ofNoExtension('pg_type', 't.oid')}
  union all
  select 'pg_namespace:' || n.oid, 1, 'SCHEMA', quote_ident(n.nspname), n.nspowner, n.nspacl,
    acldefault('n', n.nspowner)
      || case when n.oid = 2200 then array[makeaclitem(0, n.nspowner, 'USAGE', false)] else '{}'::aclitem[] end
  from pg_namespace n where ${ownSchema} and ${ofNoExtension('pg_namespace', 'n.oid')}
)`;

// PostgreSQL 17 has one more privilege on tables, so that to list them all would differ between versions: ALL it is.
// The owner's name is not printed, and a privilege that the owner gave up is taken from whoever replays the print.
const changes = `${objects}, held as (
  select distinct o.unit, o.kind, o.name, o.owner, a.grantee, a.privilege_type, a.is_grantable
  from object o cross join lateral aclexplode(coalesce(o.acl, o.usual)) a
), usual as (
  select distinct o.unit, o.kind, o.name, o.owner, a.grantee, a.privilege_type, a.is_grantable
  from object o cross join lateral aclexplode(o.usual) a
), change as (
  select 'GRANT' as verb, h.* from held h
  where h.grantee <> h.owner and not exists (
    select from usual u where u.unit = h.unit and u.name = h.name and u.grantee = h.grantee
      and u.privilege_type = h.privilege_type and u.is_grantable = h.is_grantable)
  union all
  select 'REVOKE', u.* from usual u
  where not exists (
    select from held h where h.unit = u.unit and h.name = u.name and h.grantee = u.grantee
      and h.privilege_type = u.privilege_type)
), statement as (
  select c.verb, c.unit, c.kind, c.name, c.is_grantable,
    case when c.grantee = 0 then 'PUBLIC' when c.grantee = c.owner then 'CURRENT_USER'
      else quote_ident(pg_get_userbyid(c.grantee)) end as grantee,
    case when c.kind = 'TABLE' and count(*) = (
      select count(*) from usual u where u.unit = c.unit and u.name = c.name and u.grantee = u.owner)
    then 'ALL' else string_agg(c.privilege_type, ', ' order by c.privilege_type collate "C") end as privileges
  from change c
  group by c.verb, c.unit, c.kind, c.name, c.is_grantable, c.grantee, c.owner
)`;

export function readGrants(client: pg.ClientBase): Promise<Statement[]> {
  return statements(
    client,
    `with ${changes}
    select unit, unit as source, format('%s %s ON %s %s %s %s%s;', verb, privileges, kind, name,
      case verb when 'GRANT' then 'TO' else 'FROM' end, grantee,
      case when verb = 'GRANT' and is_grantable then ' WITH GRANT OPTION' else '' end) as statement
    from statement
    order by verb desc, kind collate "C" desc, name collate "C", grantee collate "C", privileges collate "C"`,
  );
}

export function readColumnGrants(client: pg.ClientBase): Promise<Statement[]> {
  return statements(
    client,
    `with ${relations}, held as (
      select r.unit, r.name, p.grantee, p.privilege_type, p.is_grantable,
        string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from relation r
      join pg_attribute a on a.attrelid = r.oid and not a.attisdropped
      cross join lateral (select distinct grantee, privilege_type, is_grantable from aclexplode(a.attacl)) p
      where p.grantee <> r.relowner
      group by r.unit, r.name, p.grantee, p.privilege_type, p.is_grantable
    ), named as (
      select *, case grantee when 0 then 'PUBLIC' else quote_ident(pg_get_userbyid(grantee)) end as role from held
    )
    select unit, unit as source, format('GRANT %s (%s) ON TABLE %s TO %s%s;', privilege_type, columns, name, role,
      case when is_grantable then ' WITH GRANT OPTION' else '' end) as statement
    from named order by role collate "C", privilege_type collate "C", is_grantable`,
  );
}

/**
 * The privileges that later objects will start with. Those of one schema add to the usual ones; those without a schema
 * take their place. The role whose objects they are about is named unless it is the owner of the database.
 */
export async function readDefaultPrivileges(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with entry as (
      select d.oid, d.defaclrole, d.defaclacl, 'ALTER DEFAULT PRIVILEGES'
        || case when d.defaclrole = b.datdba then '' else ' FOR ROLE ' || quote_ident(pg_get_userbyid(d.defaclrole)) end
        || coalesce(' IN SCHEMA ' || quote_ident(n.nspname), '') as head,
        case d.defaclobjtype when 'r' then 'TABLES' when 'S' then 'SEQUENCES' when 'f' then 'FUNCTIONS'
          when 'T' then 'TYPES' when 'n' then 'SCHEMAS' else 'LARGE OBJECTS' end as kind,
        case when n.oid is null then acldefault(
          case d.defaclobjtype when 'S' then 's'::"char" else d.defaclobjtype end, d.defaclrole) end as usual
      from pg_default_acl d
      join pg_database b on b.datname = current_database()
      left join pg_namespace n on n.oid = d.defaclnamespace
    ), change as (
      select e.*, a.* from (values ('GRANT', 'TO'), ('REVOKE', 'FROM')) v (verb, word), entry e,
        lateral (
          (select v.verb, v.word, grantee, privilege_type, is_grantable
            from aclexplode(case v.verb when 'GRANT' then e.defaclacl else e.usual end) where grantee <> e.defaclrole)
          except
          select v.verb, v.word, grantee, privilege_type, is_grantable
            from aclexplode(case v.verb when 'GRANT' then e.usual else e.defaclacl end)
        ) a
    ), named as (
      select head, kind, verb, word, is_grantable,
        case grantee when 0 then 'PUBLIC' else quote_ident(pg_get_userbyid(grantee)) end as grantee,
        case when kind = 'TABLES' and count(*) = cardinality(
          array(select aclexplode(acldefault('r', defaclrole)))) then 'ALL'
          else string_agg(privilege_type, ', ' order by privilege_type collate "C") end as privileges
      from change group by head, kind, verb, word, is_grantable, grantee, defaclrole
    )
    select format('%s %s %s ON %s %s %s%s;', head, verb, privileges, kind, word, grantee,
      case when verb = 'GRANT' and is_grantable then ' WITH GRANT OPTION' else '' end) collate "C" as line
    from named order by line`);
  return rows.map((row) => row.line);
}
