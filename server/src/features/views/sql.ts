import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eq, filters } from '../../kit/db/filters.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { Sight } from './rules.ts';
import type { ViewRow } from './schema.ts';

const select = sql<ViewRow>`
  select v.id, v.list, v.name, v.search, json_build_object('id', v.admin_id, 'name', a.name) as owner,
    case when v.role_id is not null then json_build_object('id', v.role_id, 'name', r.name) end as role,
    v.revision, v.created_at as "createdAt", v.updated_at as "updatedAt"
  from saved_views v join admin_names a on a.id = v.admin_id left join role_names r on r.id = v.role_id`;

function visibleIn({ adminId, role, lists }: Sight): RawBuilder<SqlBool> {
  const shared = role === null ? sql`v.role_id is not null` : sql`r.name = ${role}`;
  return sql<SqlBool>`(v.admin_id = ${adminId} or ${shared}) and v.list = any(${[...lists]})`;
}

interface ViewFilters {
  list?: string | undefined;
}

const conditions = filters<ViewFilters>({ list: eq('v.list') });

export const listViews = (db: Db, given: ViewFilters, keyset: Keyset, sight: Sight): Promise<ViewRow[]> =>
  pageRows(db, keyset, select, [visibleIn(sight), ...conditions(given)]);

export async function findView(db: Db, id: string, sight: Sight): Promise<ViewRow | undefined> {
  return (await sql<ViewRow>`${select} where v.id = ${id} and ${visibleIn(sight)}`.execute(db)).rows[0];
}

export async function lockView(tx: Tx, id: string, sight: Sight): Promise<ViewRow | undefined> {
  await sql`select from saved_views where id = ${id} for no key update`.execute(tx);
  // A second statement, because another transaction may have changed it while this waited for the lock.
  return findView(tx, id, sight);
}

export async function countViews(tx: Tx, adminId: string): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from saved_views where admin_id = ${adminId}`;
  return (await query.execute(tx)).rows[0]?.count ?? 0;
}

interface Fields {
  readonly name: string;
  readonly search: ViewRow['search'];
  readonly roleId: string | null;
}

export async function insertView(
  tx: Tx,
  { id, adminId, list, name, search, roleId }: Fields & { id: string; adminId: string; list: string },
  now: Date,
): Promise<void> {
  const own = { id, admin_id: adminId, list, name, search: JSON.stringify(search), role_id: roleId };
  await tx
    .insertInto('saved_views')
    .values({ ...own, created_at: now, updated_at: now })
    .execute();
}

export async function updateView(tx: Tx, id: string, { name, search, roleId }: Fields, now: Date): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set((eb) => ({
      name,
      search: JSON.stringify(search),
      role_id: roleId,
      updated_at: now,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('saved_views').where('id', '=', id).execute();
}
