import { batchedRead, type NumberedRow, plainList } from '../../kit/db/batched-read.ts';
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
  values: (keys) => [plainList(keys)],
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

/** More than there are changes under way that are not committed yet. */
const underWay = 1_000;

/** From which change on a process has to follow what changes. */
export async function findFirstChange({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select greatest(coalesce(max(id), 0) - ${underWay}, 0)::float8 as id from comment_changes`,
  );
  return rows[0]?.id ?? 0;
}

export const listChanges = (database: Database, floor: number, known: readonly number[]): Promise<ThreadChange[]> =>
  database.named<ThreadChange>(
    'comment_changes',
    `select id::float8 as id, episode_id as "episodeId" from comment_changes
     where id > $1 and not id = any($2::bigint[])`,
    [floor, plainList(known.map(String))],
  );
