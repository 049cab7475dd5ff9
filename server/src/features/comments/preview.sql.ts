import { batchedRead, type NumberedRow, plainList } from '../../kit/db/batched-read.ts';
import { isoTime } from '../../kit/db/json.ts';

interface PreviewRow extends NumberedRow {
  /** Empty where the known edition is the newest; else the word for the newest, a space, and its comments in JSON. */
  answer: string;
}

export const unknownEdition = '-';

export const previewKey = (episodeId: string, limit: number, known: string): string =>
  [episodeId, limit, known].join(' ');

/** The newest comment and how often others changed: another word whenever another list would be shown. */
const edition = `select coalesce((select n.id::text from comments n
      where n.episode_id = q.episode_id and n.status = 'visible' order by n.created_at desc, n.id desc limit 1), '')
    || '.' || coalesce((select t.changes from comment_threads t where t.episode_id = q.episode_id), 0) as word`;

const items = `select coalesce('[' || string_agg(row_to_json(shown)::text, ',') || ']', '[]') from (
      select c.id, c.episode_id as "episodeId", c.user_id as "userId", p.display_name as "displayName", c.body, c.status,
        ${isoTime('c.created_at')} as "createdAt"
      from (select * from comments n where n.episode_id = q.episode_id and n.status = 'visible'
        order by n.created_at desc, n.id desc limit q.most) c
      left join user_profiles p on p.id = c.user_id
      order by c.created_at desc, c.id desc) shown`;

/** The newest visible comments of episodes that viewers see, read for everyone who asks at the same moment. */
export const readPreview = batchedRead<PreviewRow>({
  name: 'comment_preview',
  values: (keys) => {
    const parts = keys.map((key) => key.split(' '));
    return [0, 1, 2].map((place) => plainList(parts.map((part) => part[place] ?? '')));
  },
  text: `
  select q.n, case when v.word = q.known then '' else v.word || ' ' || (${items}) end as answer
  from unnest($1::uuid[], $2::integer[], $3::text[]) with ordinality as q (episode_id, most, known, n)
  join current_episodes e on e.id = q.episode_id and e.status = 'published' and e.series_status = 'published'
  cross join lateral (${edition} offset 0) v`,
});
