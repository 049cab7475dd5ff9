import type { OwnerConnection } from '../parts.ts';
import { date, insert, listOf, rowsAtATime } from './insert.ts';
import type { Rows } from './rows.ts';
import { writeMoney } from './write-money.ts';

/** Everything that the audience did. Room for the days of its events is there already. */
export async function writeRows(client: OwnerConnection, rows: Rows): Promise<void> {
  await writeMoney(client, rows);
  await insert(
    client,
    'watches',
    {
      user_id: 'uuid',
      id: 'uuid',
      episode_id: 'uuid',
      started_at: 'timestamptz',
      ended_at: 'timestamptz',
      seconds_watched: 'integer',
      completed: 'boolean',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    rows.watches.map(({ userId, id, episodeId, startedAt, seconds, completed }) => {
      const end = date(startedAt + seconds * 1000);
      return [userId, id, episodeId, date(startedAt), end, seconds, completed, end, end];
    }),
  );
  await insert(
    client,
    'viewer_events',
    {
      user_id: 'uuid',
      id: 'uuid',
      at: 'timestamptz',
      name: 'text',
      series_id: 'uuid',
      episode_id: 'uuid',
      received_at: 'timestamptz',
    },
    rows.events.map((row) => [row.userId, row.id, date(row.at), row.name, row.seriesId, row.episodeId, date(row.at)]),
  );
  await writeWatchingOfNamed(client);
  await insert(
    client,
    'comments',
    {
      id: 'uuid',
      episode_id: 'uuid',
      user_id: 'uuid',
      body: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    rows.comments.map(({ id, episodeId, userId, body, at }) => [id, episodeId, userId, body, date(at), date(at)]),
  );
  await insert(
    client,
    'series_saves',
    { user_id: 'uuid', series_id: 'uuid', created_at: 'timestamptz' },
    rows.saves.map(({ userId, seriesId, at }) => [userId, seriesId, date(at)]),
  );
  for (let from = 0; from < rows.seen.length; from += rowsAtATime) await writeStandings(client, rows, from);
}

/** Those who are known by name came to a paywall before they unlocked, and watched then; of days that are kept. */
async function writeWatchingOfNamed(client: OwnerConnection): Promise<void> {
  await client.query(`
    with opened as materialized (
      select u.user_id, u.episode_id, u.created_at, e.series_id from unlocks u join episodes e on e.id = u.episode_id
      where u.created_at < clock() - interval '10 minutes'
        and not exists (select from viewer_events v where v.user_id = u.user_id)
        and to_regclass('event_days.day_' || to_char(u.created_at at time zone 'UTC' - interval '2 seconds', 'YYYYMMDD'))
          is not null),
    told as (
      insert into viewer_events (user_id, id, at, name, series_id, episode_id, received_at)
      select user_id, gen_random_uuid(), created_at - interval '2 seconds', 'paywall_hit', series_id, episode_id, created_at
      from opened)
    insert into watches (user_id, id, episode_id, started_at, ended_at, seconds_watched, completed, created_at, updated_at)
    select user_id, gen_random_uuid(), episode_id, created_at + interval '2 seconds', created_at + interval '92 seconds', 90,
      true, created_at + interval '92 seconds', created_at + interval '92 seconds'
    from opened`);
}

/** What lists show of users: when they were last there, what they hold and what they have spent. */
async function writeStandings(client: OwnerConnection, { seen }: Rows, from: number): Promise<void> {
  const list = listOf(
    { user_id: 'uuid', at: 'timestamptz', balance: 'bigint' },
    seen.slice(from, from + rowsAtATime).map(({ userId, at, balance }) => [userId, date(at), balance]),
  );
  await client.query(
    `with r as materialized (select * from ${list.sql} as r (user_id, at, balance)),
     seen as (update user_last_seen s set last_seen_at = r.at from r where s.user_id = r.user_id),
     phones as (update user_devices d set last_seen = r.at from r where d.user_id = r.user_id),
     held as (update user_balances b set balance_total = r.balance from r where b.user_id = r.user_id)
     update user_listing l set total_spend_cents = t.spent
     from (select t.user_id, sum(t.net_usd_cents) as spent from r join transactions t on t.user_id = r.user_id
       group by t.user_id) t
     where l.user_id = t.user_id`,
    list.values,
  );
}
