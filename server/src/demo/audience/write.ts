import type { OwnerConnection } from '../parts.ts';
import type { Person } from './people.ts';
import { type AudienceRows, batches, date, insert, insertSql, type Row } from './rows.ts';

const timeColumns = new Map([
  ['watches', 'started_at'],
  ['viewer_events', 'at'],
]);

/** Writes what the audience did, in the order of time. The partitions for the days of its events exist already. */
export async function writeRows(client: OwnerConnection, { movements, tables, seen }: AudienceRows): Promise<void> {
  movements.sort((a, b) => a.event.created_at.getTime() - b.event.created_at.getTime());
  // Events and their entries in one statement, as the ledger writes them. Events are numbered in the order of time.
  for (const batch of batches(movements)) {
    const events = batch.map(({ event }) => event);
    const entries = batch.flatMap((movement) => movement.entries);
    const posted = insertSql('ledger.events', events);
    await client.query(`with posted as (${posted}) ${insertSql('ledger.entries', entries, '$2')}`, [
      JSON.stringify(events),
      JSON.stringify(entries),
    ]);
  }
  for (const [table, rows] of Object.entries(tables)) {
    const column = timeColumns.get(table) ?? 'created_at';
    await insert(
      client,
      table,
      rows.toSorted((a, b) => Number(a[column]) - Number(b[column])),
    );
  }
  await updatePromos(client, tables.promo_redemptions);
  await writeWatchesOfSampleUsers(client);
  for (const batch of batches(seen)) await updateListings(client, batch);
}

const models = [
  ['android', '15', 'Samsung Galaxy A15'],
  ['android', '14', 'Xiaomi Redmi Note 13'],
  ['ios', '18.5', 'iPhone 13'],
  ['android', '15', 'Oppo Reno 12'],
] as const;

/** The accounts, each with one phone. */
export async function writePeople(
  client: OwnerConnection,
  people: readonly Person[],
  passwordHash: string | null,
): Promise<void> {
  await insert(
    client,
    'users',
    people.map(({ id, name, email, phone, market, joinedAt }) => ({
      id,
      is_guest: name === null,
      auth_provider: name === null ? 'guest' : 'password',
      email,
      phone_e164: phone,
      display_name: name,
      password_hash: name === null ? null : passwordHash,
      country_code: market.country,
      language: market.language,
      created_at: date(joinedAt),
      updated_at: date(joinedAt),
    })),
  );
  await insert(
    client,
    'user_devices',
    people.map(({ id, index, joinedAt }) => {
      const [platform, osVersion, model] = models[index % models.length] ?? models[0];
      return {
        user_id: id,
        id,
        device_id: `audience-phone-${index + 1}`,
        platform,
        app_version: '3.4.1',
        os_version: osVersion,
        model,
        last_ip: `198.51.100.${1 + (index % 250)}`,
        first_seen: date(joinedAt),
        last_seen: date(joinedAt),
      };
    }),
  );
}

/** Spent budgets and daily totals of promos. */
const updatePromos = (client: OwnerConnection, redemptions: readonly Row[]): Promise<unknown> =>
  client.query(
    `with given as (
       select r.promo_id, (r.created_at at time zone 'UTC')::date as day, count(*) as redemptions, sum(r.coins_granted) as coins
       from promo_redemptions r where r.promo_id = any($1::uuid[]) group by 1, 2),
     days as (insert into promo_days as d (promo_id, day, redemptions, coins) select * from given
       on conflict on constraint promo_days_pk do update set redemptions = excluded.redemptions, coins = excluded.coins)
     update promos p set spent_coins = g.coins
     from (select promo_id, sum(coins) as coins from given group by 1) g where p.id = g.promo_id`,
    [[...new Set(redemptions.map(({ promo_id: id }) => id))]],
  );

/** The sample users hit the paywall of what they unlocked and watched it, on days whose events are kept. */
const writeWatchesOfSampleUsers = (client: OwnerConnection): Promise<unknown> =>
  client.query(`
    with opened as materialized (
      select u.user_id, u.episode_id, u.created_at, e.series_id from unlocks u join episodes e on e.id = u.episode_id
      where u.created_at < clock() - interval '10 minutes'
        and not exists (select from viewer_events v where v.user_id = u.user_id)
        and to_regclass('event_days.day_' || to_char(u.created_at at time zone 'UTC' - interval '2 seconds', 'YYYYMMDD'))
          is not null),
    reported as (
      insert into viewer_events (user_id, id, at, name, series_id, episode_id, received_at)
      select user_id, gen_random_uuid(), created_at - interval '2 seconds', 'paywall_hit', series_id, episode_id, created_at
      from opened)
    insert into watches (user_id, id, episode_id, started_at, ended_at, seconds_watched, completed, created_at, updated_at)
    select user_id, gen_random_uuid(), episode_id, created_at + interval '2 seconds', created_at + interval '92 seconds', 90,
      true, created_at + interval '92 seconds', created_at + interval '92 seconds'
    from opened`);

/** What lists show of users: when they were last seen, their balance and what they have spent. */
const updateListings = (client: OwnerConnection, seen: readonly Row[]): Promise<unknown> =>
  client.query(
    `with r as materialized (
       select * from jsonb_to_recordset($1) as r (user_id uuid, at timestamptz, balance bigint)),
     seen as (update user_last_seen s set last_seen_at = r.at from r where s.user_id = r.user_id),
     phones as (update user_devices d set last_seen = r.at from r where d.user_id = r.user_id),
     balances as (update user_balances b set balance_total = r.balance from r where b.user_id = r.user_id)
     update user_listing l set total_spend_cents = t.spent
     from (select t.user_id, sum(t.net_usd_cents) as spent from r join transactions t on t.user_id = r.user_id
       group by t.user_id) t
     where l.user_id = t.user_id`,
    [JSON.stringify(seen)],
  );
