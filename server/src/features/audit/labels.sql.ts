import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { isId } from '../../kit/http/schema.ts';

interface Target {
  readonly target_type: string | null;
  readonly target_id: string | null;
}

export interface Label {
  readonly label: string | null;
  readonly pictureId: string | null;
}

interface LabelRow extends Label {
  type: string;
  id: string;
}

const named = sql`
  select 'user' as type, id, coalesce(display_name, email) as label, null::uuid as "pictureId" from user_profiles
  union all select 'series', id, title, poster_asset_id from series_names
  union all select 'episode', id, title, thumb_asset_id from episode_names
  union all select 'media_asset', id, source_file_name, null from asset_names
  union all select 'admin', id, name, null from admin_names
  union all select 'role', id, name, null from role_names`;

/**
 * What targets of these types are called now, all of them in one statement. An approval is called like what it is
 * about.
 */
export async function findLabels(
  db: Db,
  targets: readonly Target[],
  types: readonly string[],
): Promise<(target: Target) => Label> {
  const wanted = targets.flatMap(({ target_type: type, target_id: id }) =>
    type && id && isId(id) ? [{ type, id }] : [],
  );
  const query = sql<LabelRow>`
    with wanted as (
      select distinct type, id::uuid as id from unnest(${wanted.map(({ type }) => type)}::text[],
        ${wanted.map(({ id }) => id)}::text[]) w (type, id)),
    about as (
      select type, id, type as "asType", id as "asId" from wanted
      union all
      select t.target_type, t.target_id::uuid, 'approval', t.id from wanted w join approval_targets t on t.id = w.id
      where w.type = 'approval' and t.target_id ~ '^[0-9a-f-]{36}$')
    select a."asType" as type, a."asId" as id, n.label, n."pictureId"
    from about a join lateral (select * from (${named}) named where named.id = a.id and named.type = a.type) n on true
    where a.type = any(${[...types]})`;
  const rows = wanted.length === 0 ? [] : (await query.execute(db)).rows;
  const labels = new Map(rows.map((row) => [`${row.type} ${row.id}`, row]));
  return ({ target_type: type, target_id: id }) =>
    labels.get(`${type} ${id?.toLowerCase()}`) ?? { label: null, pictureId: null };
}
