import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { arrayLiteral } from '../../kit/db/batched-read.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eq, filters, whereId } from '../../kit/db/filters.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { Override, OverrideStatus, PricedEpisode, Scope } from './rules.ts';
import type { OverrideFields, OverrideFilters, OverrideRow } from './schema.ts';

const scopeRef = `coalesce(o.market, o.series_id::text, o.episode_id::text) as "scopeRef"`;
const select = sql<OverrideRow>`
  select o.id, o.scope, ${sql.raw(scopeRef)}, o.coins, o.currency_hint as "currencyHint",
    o.active_from as "activeFrom", o.active_to as "activeTo", o.active, o.revision, o.created_at as "createdAt",
    o.updated_at as "updatedAt",
    case when s.id is not null then json_build_object('seriesId', s.id, 'seriesTitle', s.title,
      'seriesTitleI18n', s.title_i18n, 'episodeNumber', e.episode_number, 'title', coalesce(e.title, s.title), 'titleI18n', coalesce(e.title_i18n, s.title_i18n),
      'pictureAssetId', coalesce(e.thumb_asset_id, s.poster_asset_id)) end as item
  from price_overrides o left join episode_names e on e.id = o.episode_id
    left join series_names s on s.id = coalesce(e.series_id, o.series_id)`;
const notDeleted = sql<SqlBool>`o.deleted_at is null`;

const statusConditions: Readonly<Record<OverrideStatus, string>> = {
  planned: 'o.active and o.active_from > clock()',
  running: 'o.active and o.active_from <= clock() and (o.active_to is null or o.active_to > clock())',
  ended: 'o.active and o.active_from <= clock() and o.active_to <= clock()',
  off: 'not o.active',
};

const conditions = filters<OverrideFilters>({
  scope: eq('o.scope'),
  scopeRef: (ref) =>
    sql<SqlBool>`coalesce(o.market, o.series_id::text, o.episode_id::text) in (${ref.toLowerCase()}, ${ref.toUpperCase()})`,
  seriesId: whereId((id) => sql<SqlBool>`s.id = ${id}`),
  active: eq('o.active'),
  status: (status) => sql<SqlBool>`(${sql.raw(statusConditions[status])})`,
});

export const listOverrides = (db: Db, given: OverrideFilters, keyset: Keyset): Promise<OverrideRow[]> =>
  pageRows(db, keyset, select, [notDeleted, ...conditions(given)]);

export async function listActiveOverrides(db: Db): Promise<OverrideRow[]> {
  const query = sql<OverrideRow>`${select} where ${notDeleted} and o.active order by o.created_at desc, o.id desc`;
  return (await query.execute(db)).rows;
}

export async function findOverride(db: Db, id: string): Promise<OverrideRow | undefined> {
  return (await sql<OverrideRow>`${select} where ${notDeleted} and o.id = ${id}`.execute(db)).rows[0];
}

/** Locks before it reads, to see what a concurrent transaction committed. */
export async function lockOverride(tx: Tx, id: string): Promise<OverrideRow | undefined> {
  await sql`select from price_overrides where id = ${id} for no key update`.execute(tx);
  return findOverride(tx, id);
}

const columnsOf = ({ coins, currencyHint, activeFrom, activeTo, active }: OverrideFields) => ({
  coins,
  currency_hint: currencyHint,
  active_from: activeFrom,
  active_to: activeTo,
  active,
});

export async function insertOverride(
  tx: Tx,
  { id, scope, scopeRef: ref }: { id: string; scope: Scope; scopeRef: string },
  fields: OverrideFields,
  now: Date,
): Promise<void> {
  const target = { market: { market: ref }, series: { series_id: ref }, episode: { episode_id: ref } }[scope];
  await tx
    .insertInto('price_overrides')
    .values({ id, scope, ...target, ...columnsOf(fields), created_at: now, updated_at: now })
    .execute();
}

export async function updateOverride(tx: Tx, id: string, fields: OverrideFields, now: Date): Promise<void> {
  await tx
    .updateTable('price_overrides')
    .set((eb) => ({ ...columnsOf(fields), updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function removeOverride(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update price_overrides set deleted_at = ${now}, updated_at = ${now}, revision = revision + 1
    where id = ${id}`.execute(tx);
}

export async function restoreOverride(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update price_overrides set deleted_at = null, updated_at = ${now}, revision = revision + 1
    where id = ${id}`.execute(tx);
}

export interface ConfigRow {
  /** Null until it is set. */
  defaultCoins: number | null;
  revision: number;
}

const config = sql<ConfigRow>`select default_coins_per_episode as "defaultCoins", revision from pricing_config`;

export async function findConfig(db: Db): Promise<ConfigRow> {
  return (await config.execute(db)).rows[0] ?? { defaultCoins: null, revision: 1 };
}

export async function lockConfig(tx: Tx): Promise<ConfigRow> {
  const [row] = (await sql<ConfigRow>`${config} for no key update`.execute(tx)).rows;
  return row ?? { defaultCoins: null, revision: 1 };
}

export async function updateConfig(tx: Tx, defaultCoins: number, now: Date): Promise<void> {
  await sql`update pricing_config set default_coins_per_episode = ${defaultCoins}, revision = revision + 1,
    updated_at = ${now}`.execute(tx);
}

export interface NamedEpisode extends PricedEpisode {
  title: string;
  titleI18n: Record<string, string>;
  seriesTitle: string;
  seriesTitleI18n: Record<string, string>;
  status: string;
}

const episodes = sql.raw(`
  select e.id, e.series_id as "seriesId", e.episode_number as "episodeNumber", e.free_episodes as "freeEpisodes",
    n.title, n.title_i18n as "titleI18n", s.title as "seriesTitle", s.title_i18n as "seriesTitleI18n", e.status
  from current_episodes e join episode_names n on n.id = e.id join series_names s on s.id = e.series_id`);

export async function findPricedEpisode(db: Db, id: string): Promise<NamedEpisode | undefined> {
  return (await sql<NamedEpisode>`${episodes} where e.id = ${id}`.execute(db)).rows[0];
}

export async function listPricedEpisodes(db: Db, seriesId: string): Promise<NamedEpisode[]> {
  const query = sql<NamedEpisode>`${episodes} where e.series_id = ${seriesId} order by e.episode_number`;
  return (await query.execute(db)).rows;
}

export interface PriceRows {
  defaultCoins: number | null;
  overrides: Override[];
}

/** Overrides that apply at some time from then on. */
const appliesFrom = (since: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`o.active and (o.active_to is null or o.active_to > ${since})`;

/** With times in milliseconds. */
export interface PricesJson {
  defaultCoins: number | null;
  overrides: (Omit<Override, 'activeFrom' | 'activeTo' | 'createdAt'> &
    Record<'activeFrom' | 'createdAt', number> & { activeTo: number | null })[];
}

const ms = (column: string): string => `(date_part('epoch', ${column}) * 1000)::bigint`;
const overrideJson = `json_build_object('id', o.id, 'scope', o.scope,
  'scopeRef', coalesce(o.market, o.series_id::text, o.episode_id::text), 'coins', o.coins, 'active', o.active,
  'activeFrom', ${ms('o.active_from')}, 'activeTo', ${ms('o.active_to')}, 'createdAt', ${ms('o.created_at')})`;

/** SQL of the default and these overrides. */
const pricesJsonWhere = (wanted: RawBuilder<SqlBool>) =>
  sql<PricesJson>`(
    select json_build_object('defaultCoins', c.default_coins_per_episode, 'overrides', coalesce((
      select json_agg(${sql.raw(overrideJson)}) from price_overrides o where ${notDeleted} and ${wanted}), '[]'))
    from pricing_config c)`;

/** SQL of the default and the overrides of many episodes and markets, without overrides that ended before `since`. */
export const pricesJson = (
  lists: Readonly<Record<'episodeIds' | 'seriesIds' | 'markets', RawBuilder<unknown>>>,
  since?: Date,
) =>
  pricesJsonWhere(sql<SqlBool>`(o.episode_id = any(${lists.episodeIds}) or o.series_id = any(${lists.seriesIds})
    or o.market = any(${lists.markets})) and ${since ? appliesFrom(since) : sql`true`}`);

/** The same for one episode in one market, given as SQL expressions. */
export const episodePricesJson = (names: Readonly<Record<'episodeId' | 'seriesId' | 'market', string>>): string => `(
  select json_build_object('defaultCoins', c.default_coins_per_episode, 'overrides', coalesce((
    select json_agg(${overrideJson}) from price_overrides o
    where o.deleted_at is null and o.active and (o.active_to is null or o.active_to > clock())
      and (o.episode_id = ${names.episodeId} or o.series_id = ${names.seriesId} or o.market = ${names.market})), '[]'))
  from pricing_config c)`;

/** The same in a statement of its own. */
export async function readManyPrices(
  db: Db,
  episodes: readonly Pick<PricedEpisode, 'id' | 'seriesId'>[],
  markets: readonly string[],
  since?: Date,
): Promise<PricesJson> {
  const ids = (given: readonly string[]) => sql`${arrayLiteral(given)}::uuid[]`;
  const lists = {
    episodeIds: ids(episodes.map(({ id }) => id)),
    seriesIds: ids([...new Set(episodes.map(({ seriesId }) => seriesId))]),
    markets: sql`${arrayLiteral(markets)}::text[]`,
  };
  return readJson(db, pricesJson(lists, since));
}

async function readJson(db: Db, prices: RawBuilder<PricesJson>): Promise<PricesJson> {
  const [row] = await executePrepared(db, sql<{ prices: PricesJson }>`select ${prices} as prices`);
  return row?.prices ?? { defaultCoins: null, overrides: [] };
}

export const pricesFromJson = ({ defaultCoins, overrides }: PricesJson): PriceRows => ({
  defaultCoins,
  overrides: overrides.map(({ activeFrom, activeTo, createdAt, ...rest }) => ({
    ...rest,
    activeFrom: new Date(activeFrom),
    activeTo: activeTo === null ? null : new Date(activeTo),
    createdAt: new Date(createdAt),
  })),
});

/** The default and all overrides of an episode in a market, including ended ones. */
export const readEpisodePrices = async (
  db: Db,
  { id, seriesId }: Pick<PricedEpisode, 'id' | 'seriesId'>,
  market: string | null,
): Promise<PriceRows> => {
  const wanted = sql<SqlBool>`(o.episode_id = ${id} or o.series_id = ${seriesId} or o.market = ${market})`;
  return pricesFromJson(await readJson(db, pricesJsonWhere(wanted)));
};

/** The default and all overrides of all episodes of a series, in all markets. */
export const readSeriesPrices = async (db: Db, seriesId: string): Promise<PriceRows> => {
  const wanted = sql<SqlBool>`(o.market is not null or o.series_id = ${seriesId}
    or o.episode_id in (select e.id from current_episodes e where e.series_id = ${seriesId}))`;
  return pricesFromJson(await readJson(db, pricesJsonWhere(wanted)));
};
