import { arrayLiteral, batchedRead, type NumberedRow } from '../../kit/db/batched-read.ts';
import type { Change } from '../../kit/db/change-log.ts';
import type { Database } from '../../kit/db/database.ts';
import { isoTime } from '../../kit/db/json.ts';

interface PreviewRow extends NumberedRow {
  /** The comments, in JSON. */
  items: string;
}

export const previewKey = (episodeId: string, limit: number): string => [episodeId, limit].join('_');

/**
 * The newest visible comments of episodes that viewers see, read for everyone who asks at the same moment. Put together by
 * hand: `row_to_json` looks every column up anew, and takes half as long again.
 */
export const readPreview = batchedRead<PreviewRow>({
  name: 'comment_preview',
  values: (keys) => [arrayLiteral(keys)],
  text: `
    select p.n, (select coalesce('[' || string_agg('{"id":"' || c.id || '","episodeId":"' || c.episode_id
        || '","userId":"' || c.user_id || '","displayName":' || coalesce(to_json(u.display_name)::text, 'null')
        || ',"body":' || to_json(c.body)::text || ',"status":"' || c.status
        || '","createdAt":"' || ${isoTime('c.created_at')} || '"}', ',' order by c.created_at desc, c.id desc) || ']', '[]')
      from (select * from comments n where n.episode_id = p.episode_id and n.status = 'visible'
        order by n.created_at desc, n.id desc limit p.most) c
      left join user_profiles u on u.id = c.user_id) as items
    from (select q.n, split_part(q.key, '_', 1)::uuid as episode_id, split_part(q.key, '_', 2)::integer as most
      from unnest($1::text[]) with ordinality as q (key, n) offset 0) p
    join current_episodes e on e.id = p.episode_id and e.status = 'published' and e.series_status = 'published'`,
});

export interface ThreadChange extends Change {
  /** Null for all episodes. */
  readonly episodeId: string | null;
}

export async function findNewestChange({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ id: number }>('select coalesce(max(id), 0)::float8 as id from comment_changes');
  return rows[0]?.id ?? 0;
}

/** The changes above an id, and those of some others that are there, at most so many. */
export const listChanges = (
  database: Database,
  newest: number,
  others: readonly number[],
  most: number,
): Promise<ThreadChange[]> =>
  database.named<ThreadChange>(
    'comment_changes',
    `select c.id::float8 as id, c.episode_id as "episodeId" from (
       (select * from comment_changes where id > $1 order by id limit $3)
       union all select * from comment_changes where id = any($2::bigint[])) c
     limit $3`,
    [newest, arrayLiteral(others.map(String)), most],
  );
