import { sql } from 'kysely';
import type { Database, Tx } from '../kit/db/database.ts';

/**
 * Those who came in the last months beside the users whom the demo tells stories of, what they watched, and what their
 * apps told: enough for charts, cohorts and funnels to look like those of a service. Made by a few statements, from numbers
 * that look like chance and are the same each time.
 */

const crowd = 320;
const watchedDays = 90;

/** A number from 0 to 1 that belongs to these words. */
const chance = (...words: string[]) =>
  sql.raw(`(abs(hashtextextended(concat_ws(':', ${words.join(', ')}), 7) % 100000) / 100000.0)`);

/** Who came: more of them lately, in the markets where the app is sold, one in three as a guest. */
async function insertCrowd(tx: Tx, now: Date): Promise<void> {
  await sql`
    insert into users (id, is_guest, email, display_name, country_code, language, auth_provider, created_at, updated_at)
    select gen_random_uuid(), c.is_guest, case when not c.is_guest then lower(c.first) || '.' || c.n || '@crowd.example' end,
      case when not c.is_guest then c.first || ' ' || c.last end, c.country,
      case c.country when 'ID' then 'id' when 'EG' then 'ar' when 'SA' then 'ar' else 'en' end,
      case when c.is_guest then 'guest' else 'none' end, c.came, c.came
    from (
      select n, n % 3 = 0 as is_guest, m.country, m.first[1 + n % array_length(m.first, 1)] as first,
        m.last[1 + (n / 7) % array_length(m.last, 1)] as last,
        ${now}::timestamptz - pow(${chance('n', "'came'")}, 1.4) * ${sql.lit(watchedDays)} * interval '1 day' as came
      from generate_series(1, ${sql.lit(crowd)}) n
      join (values
        ('ID', array['Putri', 'Bayu', 'Intan', 'Fajar', 'Nadia', 'Yoga', 'Lestari', 'Galih'],
          array['Wijaya', 'Saputra', 'Hidayat', 'Permata', 'Nugroho'], 0, 4),
        ('EG', array['Nour', 'Karim', 'Salma', 'Youssef', 'Hana', 'Tarek'],
          array['Fathy', 'Mansour', 'Hassan', 'Sobhy', 'Adel'], 5, 7),
        ('SA', array['Reem', 'Fahad', 'Noura', 'Sultan'], array['Alharbi', 'Alqahtani', 'Alotaibi'], 8, 8),
        ('GH', array['Ama', 'Kofi', 'Esi', 'Yaw'], array['Mensah', 'Owusu', 'Boateng'], 9, 9)
      ) m (country, first, last, low, high) on n % 10 between m.low and m.high) c`.execute(tx);
}

/**
 * On which days who was there, and what they looked at first: all on the day they came, then fewer and fewer, and more at
 * weekends. A series that was not out yet nobody looked at.
 */
const visits = (now: Date) => sql`
  select v.user_id, v.key, s.id as series_id, s.free_episodes, v.at from (
    select u.id as user_id, u.id::text || d.day::date as key, greatest(u.created_at + interval '1 minute',
      d.day::date::timestamp at time zone 'UTC' + (15 + 7 * ${chance("'hour'", 'u.id', 'd.day::date')}) * interval '1 hour') as at
    from users u cross join lateral generate_series(
      greatest((u.created_at at time zone 'UTC')::date, (${now}::timestamptz at time zone 'UTC')::date - ${sql.lit(watchedDays)}),
      (${now}::timestamptz at time zone 'UTC')::date, interval '1 day') d (day)
    where u.status = 'active' and (d.day::date = (u.created_at at time zone 'UTC')::date
      or ${chance("'visit'", 'u.id', 'd.day::date')} < (case when extract(isodow from d.day) >= 5 then 0.6 else 0.48 end)
        / pow(1 + (d.day::date - (u.created_at at time zone 'UTC')::date), 0.3))) v
  join (select s.*, row_number() over (order by s.created_at, s.id) as place, count(*) over () as count from series s
    where s.status = 'published' and s.deleted_at is null) s
    on s.place = 1 + floor(pow(${chance("'series'", 'v.key')}, 1.6) * s.count) and s.published_at < v.at
  where v.at < ${now}::timestamptz - interval '30 minutes'`;

/** What was watched: each further episode by fewer, most of them to the end, and what costs coins by who unlocked it. */
async function insertWatches(tx: Tx, now: Date): Promise<void> {
  await sql`
    insert into watches (user_id, id, episode_id, started_at, ended_at, seconds_watched, completed, created_at, updated_at)
    select w.user_id, gen_random_uuid(), w.episode_id, w.began, w.began + w.seconds * interval '1 second', w.seconds,
      w.seconds >= 45, w.began, w.began
    from (
      select v.user_id, e.id as episode_id, (25 + 65 * ${chance("'seconds'", 'v.key', 'e.id')})::integer as seconds,
        v.at + e.episode_number * interval '95 seconds' as began, e.episode_number > v.free_episodes as is_paid
      from (${visits(now)}) v
      join episodes e on e.series_id = v.series_id and e.status = 'published' and e.deleted_at is null
        and ${chance("'stays'", 'v.key')} < pow(0.88, e.episode_number - 1)) w
    where not w.is_paid or exists (select from unlocks k
      where k.user_id = w.user_id and k.episode_id = w.episode_id and k.created_at <= w.began)`.execute(tx);
}

/** What apps told: the preview, the first episode, and the first that costs coins, of those who came that far. */
async function insertEvents(tx: Tx, now: Date): Promise<void> {
  await sql`
    select keep_event_day(d::date) from generate_series((${now}::timestamptz at time zone 'UTC')::date - ${sql.lit(watchedDays)},
      (${now}::timestamptz at time zone 'UTC')::date, interval '1 day') d`.execute(tx);
  await sql`
    insert into viewer_events (user_id, id, at, name, series_id, episode_id, received_at)
    select v.user_id, gen_random_uuid(), v.at + t.seconds * interval '1 second', t.name, v.series_id,
      case when t.name = 'paywall_hit' then e.id end, v.at + t.seconds * interval '1 second'
    from (${visits(now)}) v
    cross join (values ('preview_view', 0, 1.0), ('ep1_start', 95, 0.74), ('paywall_hit', 600, 0.31)) t (name, seconds, share)
    left join episodes e on e.series_id = v.series_id and e.episode_number = v.free_episodes + 1
      and e.status = 'published' and e.deleted_at is null
    where ${chance("'comes to'", 'v.key')} < t.share and (t.name <> 'paywall_hit' or e.id is not null)`.execute(tx);
}

/** Makes the crowd and what everyone watched, unless that is there already. */
export async function seedWatching(database: Database): Promise<void> {
  await database.transaction(async (tx, now) => {
    const { rows } = await sql`select from users where email like '%@crowd.example' limit 1`.execute(tx);
    if (rows.length > 0) return;
    await insertCrowd(tx, now);
    await insertWatches(tx, now);
    await insertEvents(tx, now);
    await sql`
      update user_last_seen s set last_seen_at = w.at
      from (select user_id, max(ended_at) as at from watches group by user_id) w
      where s.user_id = w.user_id and s.last_seen_at is null`.execute(tx);
  });
}
