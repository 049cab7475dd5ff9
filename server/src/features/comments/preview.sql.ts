import { batchedRead, type NumberedRow, plainList } from '../../kit/db/batched-read.ts';
import { isoTime } from '../../kit/db/json.ts';

interface PreviewRow extends NumberedRow {
  /** The word for the newest edition, and after a space its comments in JSON where another edition was known. */
  answer: string | null;
}

export const unknownEdition = '-';

/** What is asked for, and which edition of it is known. */
export const previewKey = (episodeId: string, limit: number, known: string): string =>
  [episodeId, limit, known].join('_');

/**
 * The comments that are shown and how often others changed: another word whenever another list would be shown. The newest
 * alone would not do, since one that was written before it may be committed after it.
 */
const edition = `select (select coalesce(hashtextextended(string_agg(n.id::text, ''), 0), 0) from (
      select id from comments where episode_id = p.episode_id and status = 'visible'
      order by created_at desc, id desc limit p.most) n)
    || '.' || coalesce((select t.changes from comment_threads t where t.episode_id = p.episode_id), 0) as word`;

/** Put together by hand: `row_to_json` looks every column up anew, and takes half as long again. */
const items = `select coalesce('[' || string_agg('{"id":"' || c.id || '","episodeId":"' || c.episode_id
        || '","userId":"' || c.user_id || '","displayName":' || coalesce(to_json(u.display_name)::text, 'null')
        || ',"body":' || to_json(c.body)::text || ',"status":"' || c.status
        || '","createdAt":"' || ${isoTime('c.created_at')} || '"}', ',' order by c.created_at desc, c.id desc) || ']', '[]')
      from (select * from comments n where n.episode_id = p.episode_id and n.status = 'visible'
        order by n.created_at desc, n.id desc limit p.most) c
      left join user_profiles u on u.id = c.user_id`;

/** The answer to such a key, in SQL; null for an episode that viewers do not see. */
export const previewAnswer = (key: string): string => `
  (select case when v.word = p.known then v.word else v.word || ' ' || (${items}) end
  from (select split_part(${key}, '_', 1)::uuid as episode_id, split_part(${key}, '_', 2)::integer as most,
    split_part(${key}, '_', 3) as known offset 0) p
  join current_episodes e on e.id = p.episode_id and e.status = 'published' and e.series_status = 'published'
  cross join lateral (${edition} offset 0) v)`;

/** The newest visible comments of episodes that viewers see, read for everyone who asks at the same moment. */
export const readPreview = batchedRead<PreviewRow>({
  name: 'comment_preview',
  values: (keys) => [plainList(keys)],
  text: `select q.n, ${previewAnswer('q.key')} as answer from unnest($1::text[]) with ordinality as q (key, n)`,
});
