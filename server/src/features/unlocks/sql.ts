import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { arrayLiteral, batchedRead, type NumberedRow } from '../../kit/db/batched-read.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isoTime, jsonArray } from '../../kit/db/fragments.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { type Keyset, pageRows, type TimeCursor } from '../../kit/page.ts';

export interface UnlockableEpisode {
  id: string;
  seriesId: string;
  episodeNumber: number;
  freeEpisodes: number;
  status: string;
  seriesStatus: string;
  /** Whether this user has unlocked it. */
  alreadyUnlocked: boolean;
}

export async function findUnlockable(db: Db, id: string, userId: string): Promise<UnlockableEpisode | undefined> {
  const query = sql<UnlockableEpisode>`
    select e.id, e.series_id as "seriesId", e.episode_number as "episodeNumber", e.free_episodes as "freeEpisodes",
      e.status, e.series_status as "seriesStatus",
      exists (select from unlocks u where u.user_id = ${userId} and u.episode_id = e.id) as "alreadyUnlocked"
    from current_episodes e where e.id = ${id}`;
  return (await query.execute(db)).rows[0];
}

export interface QuoteRow<Prices> extends Omit<UnlockableEpisode, 'id'>, NumberedRow {
  id: string;
  paid: number;
  bonus: number;
  freeToday: boolean;
  subscribed: boolean;
  prices: Prices;
}

/** SQL of other features, for the user `q.user_id`, the market `q.market` and the episode `e`. */
export type QuoteParts = Readonly<Record<'balances' | 'freeToday' | 'subscribed' | 'prices', string>>;

export const quoteKey = (userId: string, episodeId: string, market: string | null): string =>
  [userId, episodeId, market ?? ''].join('_');

/** The quote of an episode, read in one statement for concurrent requests. */
export const quoteRead = <Prices>({ balances, freeToday, subscribed, prices }: QuoteParts) =>
  batchedRead<QuoteRow<Prices>>({
    name: 'unlock_quote',
    values: (keys) => [arrayLiteral(keys)],
    text: `
      select q.n, e.id, e.series_id as "seriesId", e.episode_number as "episodeNumber",
        e.free_episodes as "freeEpisodes", e.status, e.series_status as "seriesStatus",
        exists (select from unlocks u where u.user_id = q.user_id and u.episode_id = e.id) as "alreadyUnlocked",
        ${balances}, e.series_status = 'published' and ${freeToday} as "freeToday", ${subscribed} as subscribed,
        ${prices} as prices
      from (select k.n, split_part(k.key, '_', 1)::uuid as user_id, split_part(k.key, '_', 2)::uuid as episode_id,
          nullif(split_part(k.key, '_', 3), '') as market
        from unnest($1::text[]) with ordinality as k (key, n) offset 0) q
      join current_episodes e on e.id = q.episode_id`,
  });

type PriceSource = 'episode' | 'free_episode' | 'series' | 'market' | 'default';

export interface UnlockPair {
  readonly userId: string;
  readonly episodeId: string;
}

export interface UnlockFactsRow {
  /** Index of the request. */
  n: number;
  id: string;
  seriesId: string;
  episodeNumber: number;
  freeEpisodes: number;
  status: string;
  seriesStatus: string;
  unlockId: string | null;
}

interface UnlockFacts<Prices> {
  /** Without episodes that do not exist. */
  found: UnlockFactsRow[];
  prices: Prices;
}

/** Reads the requested episodes, existing unlocks and prices in one statement. */
export async function readUnlockFacts<Prices>(
  tx: Tx,
  requested: readonly (UnlockPair & { readonly market: string | null })[],
  pricesSql: (
    lists: Readonly<Record<'episodeIds' | 'seriesIds' | 'markets', RawBuilder<unknown>>>,
  ) => RawBuilder<Prices>,
): Promise<UnlockFacts<Prices> | undefined> {
  const users = sql`${arrayLiteral(requested.map(({ userId }) => userId))}::uuid[]`;
  const episodeIds = sql`${arrayLiteral(requested.map(({ episodeId }) => episodeId))}::uuid[]`;
  const markets = sql`${arrayLiteral(requested.flatMap(({ market }) => market ?? []))}::text[]`;
  const seriesIds = sql`array(select series_id from found)`;
  const query = sql<UnlockFacts<Prices>>`
    with found as materialized (
      select q.n - 1 as n, e.id, e.series_id, e.episode_number, e.free_episodes, e.status, e.series_status,
        u.id as unlock_id
      from unnest(${users}, ${episodeIds}) with ordinality as q (user_id, episode_id, n)
      join current_episodes e on e.id = q.episode_id
      left join unlocks u on u.user_id = q.user_id and u.episode_id = q.episode_id)
    select coalesce(json_agg(json_build_object('n', n, 'id', id, 'seriesId', series_id,
        'episodeNumber', episode_number, 'freeEpisodes', free_episodes, 'status', status, 'seriesStatus', series_status,
        'unlockId', unlock_id)), '[]') as found,
      ${pricesSql({ episodeIds, seriesIds, markets })} as prices
    from found`;
  return (await executePrepared(tx, query))[0];
}

export interface NewUnlock extends UnlockPair {
  readonly id: string;
  readonly coins: number;
  readonly priceSource: PriceSource;
}

/** Posts coin movements and inserts the unlocks whose movement succeeded, in one statement. Null inserts nothing. */
export async function payAndUnlock<Posted>(
  tx: Tx,
  postQuery: RawBuilder<Posted>,
  rows: readonly (NewUnlock | null)[],
  now: Date,
): Promise<Posted[]> {
  const unlocks = JSON.stringify(rows.flatMap((unlock, n) => (unlock ? [{ n, ...unlock }] : [])));
  const query = sql<Posted>`
    with posted as materialized (${postQuery}),
    opened as (
      insert into unlocks (user_id, id, episode_id, coins, price_source, event_id, created_at)
      select u."userId", u.id, u."episodeId", u.coins, u."priceSource", p.event_id, ${now}
      from posted p join jsonb_to_recordset(${unlocks}::jsonb) as u (n integer, "userId" uuid, id uuid,
        "episodeId" uuid, coins integer, "priceSource" text) on u.n = p.n
      where p.outcome in ('posted', 'nothing'))
    select outcome, event_id as "eventId", paid, bonus from posted order by n`;
  return executePrepared(tx, query);
}

export interface UnlockRow {
  id: string;
  episodeId: string;
  episodeNumber: number;
  title: string;
  titleI18n: Record<string, string>;
  seriesId: string;
  seriesTitle: string;
  seriesTitleI18n: Record<string, string>;
  pictureAssetId: string | null;
  coins: number;
  priceSource: PriceSource;
  eventId: string | null;
  createdAt: Date;
}

/** Includes episodes that are no longer in the catalog. */
const select = sql<UnlockRow>`
  select u.id, u.episode_id as "episodeId", e.episode_number as "episodeNumber", e.title,
    e.title_i18n as "titleI18n", s.id as "seriesId",
    s.title as "seriesTitle", s.title_i18n as "seriesTitleI18n",
    coalesce(e.thumb_asset_id, s.poster_asset_id) as "pictureAssetId", u.coins, u.price_source as "priceSource",
    u.event_id as "eventId", u.created_at as "createdAt"
  from unlocks u join episode_names e on e.id = u.episode_id join series_names s on s.id = e.series_id`;

export const listUnlocks = (db: Db, userId: string, keyset: Keyset): Promise<UnlockRow[]> =>
  pageRows(db, keyset, select, [sql<SqlBool>`u.user_id = ${userId}`]);

/** Unlocks of a user before a point in their timeline, newest first. */
export async function listUnlocksBefore(
  db: Db,
  userId: string,
  before: TimeCursor,
  limit: number,
  { onlyFree }: { readonly onlyFree: boolean },
): Promise<UnlockRow[]> {
  const query = sql<UnlockRow>`
    ${select} where u.user_id = ${userId} and (u.created_at, u.id) < (${before.at}, ${before.id}::uuid)
      and (u.coins = 0 or not ${onlyFree})
    order by u.created_at desc, u.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** Unlocks of a user for coins since a moment, newest first. */
export async function listPaidUnlocksSince(db: Db, userId: string, since: Date, limit: number): Promise<UnlockRow[]> {
  const query = sql<UnlockRow>`
    ${select} where u.user_id = ${userId} and u.created_at >= ${since} and u.coins > 0
    order by u.created_at desc, u.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** For each pair, whether the user has unlocked the episode. */
export async function haveUnlocked(db: Db, pairs: readonly UnlockPair[]): Promise<boolean[]> {
  const users = arrayLiteral(pairs.map(({ userId }) => userId));
  const episodes = arrayLiteral(pairs.map(({ episodeId }) => episodeId));
  const query = sql<{ isUnlocked: boolean }>`
    select exists (select from unlocks u where u.user_id = q.user_id and u.episode_id = q.episode_id) as "isUnlocked"
    from unnest(${users}::uuid[], ${episodes}::uuid[]) with ordinality as q (user_id, episode_id, n) order by q.n`;
  return (await executePrepared(db, query)).map(({ isUnlocked }) => isUnlocked);
}

/** How many viewers have unlocked any of these episodes. */
export async function countUnlockers(db: Db, episodeIds: readonly string[]): Promise<number> {
  const query = sql<{ count: number }>`
    select count(distinct user_id)::integer as count from unlocks where episode_id = any(${[...episodeIds]}::uuid[])`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
}

/** How many episodes a user has unlocked, as SQL. */
export const unlocksCount = (userId: string): string =>
  `(select count(*)::integer from unlocks where user_id = ${userId})`;

/** An unlock that was paid for. */
export interface PaidUnlock {
  id: string;
  episodeId: string;
  episodeNumber: number;
  title: string;
  seriesId: string;
  seriesTitle: string;
  coins: number;
  eventId: string;
}

const paidColumns = sql`
  u.id, u.episode_id as "episodeId", e.episode_number as "episodeNumber", e.title, s.id as "seriesId",
  s.title as "seriesTitle", u.coins, u.event_id as "eventId"`;

/** The newest unlocks of a user for coins since a moment that together cost at least so many coins. */
export async function listPaidSince(tx: Tx, userId: string, since: Date, coins: number): Promise<PaidUnlock[]> {
  const query = sql<PaidUnlock>`
    select ${paidColumns} from (
      select *, sum(coins) over (order by created_at desc, id desc) - coins as before from unlocks
      where user_id = ${userId} and created_at >= ${since} and coins > 0 and event_id is not null) u
    join episode_names e on e.id = u.episode_id join series_names s on s.id = e.series_id
    where u.before < ${coins} order by u.created_at desc, u.id desc`;
  return (await query.execute(tx)).rows;
}

/** Deletes unlocks, keeping a record of them. */
export async function moveToReversed(
  tx: Tx,
  userId: string,
  ids: readonly string[],
  reversalEventId: string,
  now: Date,
): Promise<void> {
  await sql`
    with ended as (delete from unlocks where user_id = ${userId} and id = any(${[...ids]}::uuid[]) returning *)
    insert into reversed_unlocks (user_id, id, episode_id, coins, price_source, event_id, reversal_event_id, created_at,
      reversed_at)
    select user_id, id, episode_id, coins, price_source, event_id, ${reversalEventId}, created_at, ${now}
    from ended`.execute(tx);
}

/** Reversed unlocks, newest first. */
export async function listReversed(db: Db, userId: string, ids: readonly string[]): Promise<PaidUnlock[]> {
  if (ids.length === 0) return [];
  const query = sql<PaidUnlock>`
    select ${paidColumns} from reversed_unlocks u
    join episode_names e on e.id = u.episode_id join series_names s on s.id = e.series_id
    where u.user_id = ${userId} and u.id = any(${[...ids]}::uuid[]) order by u.created_at desc, u.id desc`;
  return (await query.execute(db)).rows;
}

/** SQL of all unlocks of a user as a JSON array, oldest first. */
export const unlocksJson = (userId: string): string =>
  jsonArray(`
    select u.id, u.episode_id as "episodeId", s.title as "seriesTitle", e.episode_number as "episodeNumber", u.coins,
      ${isoTime('u.created_at')} as "createdAt"
    from unlocks u join episode_names e on e.id = u.episode_id join series_names s on s.id = e.series_id
    where u.user_id = ${userId} order by u.created_at, u.id`);
