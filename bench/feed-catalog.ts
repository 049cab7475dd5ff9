import pg from 'pg';
import { say } from './database.ts';

/**
 * What the feed is made of: 20,000 series, of which some are watched much more than others, nine
 * days of that by the hour and a year by the day, and twelve rails of twenty series.
 */

const seriesCount = 20_000;
/** As many as the seed of the bench has already. */
const seeded = 2_000;

const id = (block: string, n: string): string =>
  `('01900000-0000-7000-${block}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

const tropes = ['twins', 'secret_heir', 'fake_marriage', 'rivals', 'second_chance', 'office']
  .map((trope) => `'${trope}'`)
  .join();
/** One in three series has each of them, and one in 300 a seldom one. */
const tropesOf = (n: string): string =>
  `array[(array[${tropes}])[1 + ${n} % 6], case ${n} % 300 when 0 then 'amnesia' else (array[${tropes}])[1 + ${n} / 6 % 6] end]`;

const series = `
  insert into series (id, slug, title, synopsis, title_i18n, synopsis_i18n, genre_slug, tropes, target_languages,
                      free_episodes, status, published_at, editorial_hero_score)
  select ${id('a000', 'n')}, 'series-' || n, 'Series ' || n, repeat('A promise, a debt and a door. ', 4),
         jsonb_build_object('en', 'Series ' || n, 'ar', 'مسلسل ' || n, 'id', 'Serial ' || n),
         jsonb_build_object('ar', repeat('وعد ودين وباب. ', 4)),
         (array['romance','revenge','family','thriller'])[1 + n % 4], ${tropesOf('n')}, '{en,ar,id}', 5,
         'published', clock() - (n - ${seeded}) * interval '20 minutes', case when n % 400 = 0 then n end
  from generate_series(${seeded + 1}, ${seriesCount}) n on conflict do nothing`;

/** Series n is begun every n-th part of the time, so that the first ones are seen everywhere and most are seldom. Day by day, as in life. */
const activity = `
  insert into series_activity (span, since, market, series_id, starts, unlocks, saves)
  select 'day', date_trunc('day', clock(), 'UTC') - d * interval '1 day', m.market, ${id('a000', 'n')}, 1 + 50000 / n,
    1 + 10000 / n, 5000 / n
  from generate_series(1, ${seriesCount}) n
    cross join (values ('*', 1), ('ID', 3), ('EG', 6)) m (market, share)
    cross join generate_series(0, 365) d
  where (n * 7 + d) % greatest(1, n * m.share / 500) = 0
  order by d desc;
  insert into series_activity (span, since, market, series_id, starts, unlocks, saves)
  select 'until_now', f.since, d.market, d.series_id, sum(d.starts), sum(d.unlocks), sum(d.saves)
  from generate_series(0, 23) n
    cross join lateral (
      select date_trunc('month', clock(), 'UTC') - n / 2 * interval '1 month' + n % 2 * interval '15 days' as since) f
    join series_activity d on d.span = 'day' and d.since >= f.since
  group by 2, 3, 4 order by 2, 3, 4;
  insert into series_activity (span, since, market, series_id, starts, unlocks, saves)
  select 'hour', date_trunc('hour', clock(), 'UTC') - h * interval '1 hour', m.market, ${id('a000', 'n')}, 1 + 2000 / n,
    1 + 400 / n, 200 / n
  from generate_series(1, ${seriesCount}) n
    cross join (values ('*', 1), ('ID', 3), ('EG', 6)) m (market, share)
    cross join generate_series(0, 215) h
  where (n * 7 + h) % greatest(1, n * m.share / 50) = 0
  order by h desc;
  insert into series_activity_added (series_id, market, hour, starts)
  select ${id('a000', '1 + n % 500')}, 'ID', date_trunc('hour', clock(), 'UTC'), 1 from generate_series(1, 20000) n`;

const rules = [
  ...['top_this_week', 'most_unlocks', 'most_saves', 'trending', 'editor_score', 'newest'].map((sort) => ({ sort })),
  ...[
    { sort: 'top_this_week', market: 'ID' },
    { sort: 'newest', genre: 'romance' },
  ],
];
const manual = 12 - rules.length;

const collections = `
  insert into collections (id, slug, title_i18n, explanation, type, rule)
  select ${id('e000', 'n')}, 'bench-' || n, jsonb_build_object('en', 'Rail ' || n, 'ar', 'صف ' || n, 'id', 'Baris ' || n),
    'What the bench looks at', case when r.rule is null then 'manual' else 'rule' end, r.rule
  from unnest(array[${[
    ...rules.map(
      (rule) =>
        `'${JSON.stringify({ genre: null, trope: null, market: null, limit: 20, window_days: 30, ...rule })}'::jsonb`,
    ),
    ...Array.from({ length: manual }, () => 'null'),
  ].join()}]) with ordinality r (rule, n);
  insert into collection_items (collection_id, series_id, sort)
  select ${id('e000', 'c')}, ${id('a000', 'c * 100 + n * 5 + 1')}, n
  from generate_series(${rules.length + 1}, 12) c cross join generate_series(0, 19) n;
  insert into rails (id, surface, collection_id, sort)
  select ${id('f000', 'n')}, 'for_you', ${id('e000', 'n')}, n - 1 from generate_series(1, 12) n`;

const editors = `
  update roles set permissions = permissions || '{curation:read,curation:write}' where name = 'bench admin'`;

/** A collection that an editor changes while it is measured. */
export const editedCollection = `01900000-0000-7000-e000-${(12).toString(16).padStart(12, '0')}`;

const weekMs = 7 * 86_400_000;

/** What viewers did lies in the days before now, so it is loaded anew every week. */
export async function keepFeed(ownerUrl: string): Promise<void> {
  const stamp = `week ${Math.floor(Date.now() / weekMs)}`;
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ note: string | null }>(
      `select obj_description(to_regclass('rails')) as note`,
    );
    if (rows[0]?.note === stamp) return;
    say('loading what the feed is made of, once a week');
    await client.query('truncate series_activity, series_activity_added, collections, collection_items, rails');
    for (const statement of [series, activity, collections, editors]) await client.query(statement);
    await client.query(
      'vacuum (analyze) series, collections, collection_items, rails, series_activity, series_activity_added',
    );
    await client.query(`comment on table rails is '${stamp}'`);
  } finally {
    await client.end();
  }
}
