import { sql } from 'kysely';
import { type Override, resolvePrice } from '../../features/pricing/rules.ts';
import { pricesFromJson, readManyPrices } from '../../features/pricing/sql.ts';
import type { Db } from '../../kit/db/database.ts';
import { SeededRandom } from './chance.ts';
import { markets } from './markets.ts';

/** What there is to watch, how it is liked, and what it costs. */

export interface ShelfEpisode {
  readonly id: string;
  readonly number: number;
  readonly publishedAt: number;
}

interface SeriesRow {
  readonly id: string;
  readonly title: string;
  readonly languages: readonly string[];
  readonly freeEpisodes: number;
  readonly publishedAt: number;
  readonly episodes: readonly ShelfEpisode[];
}

export interface ShelfSeries extends SeriesRow {
  /** How many begin it beside others. */
  readonly appeal: number;
  /** How many of those who have seen an episode go on to the next. */
  readonly hold: number;
  /** How many of those who come to the paywall would pay. */
  readonly worth: number;
}

export interface DemoCatalog {
  readonly series: readonly ShelfSeries[];
  priceOf(series: ShelfSeries, episode: ShelfEpisode, country: string, at: number): { coins: number; source: string };
}

/** How the best known are liked: begun by many, held to the end by some, and paid for by others. */
const liked: Readonly<Record<string, Pick<ShelfSeries, 'appeal' | 'hold' | 'worth'>>> = {
  'The Harbour Bride': { appeal: 1, hold: 0.93, worth: 0.8 },
  'Velvet Debt': { appeal: 0.7, hold: 0.9, worth: 0.9 },
  'Midnight Contract': { appeal: 0.85, hold: 0.86, worth: 0.35 },
  'My Boss, My Enemy': { appeal: 0.45, hold: 0.84, worth: 0.55 },
  'The Twin in Room 9': { appeal: 0.4, hold: 0.95, worth: 0.7 },
};

function likingOf(title: string) {
  const known = liked[title];
  if (known) return known;
  const chance = new SeededRandom([...title].reduce((hash, letter) => hash * 31 + (letter.codePointAt(0) ?? 0), 7));
  const [appeal, hold, worth] = [chance.next(), chance.next(), chance.next()];
  return { appeal: 0.08 + 0.6 * appeal ** 2, hold: 0.76 + 0.18 * hold, worth: 0.3 + 0.6 * worth };
}

async function listSeries(db: Db): Promise<SeriesRow[]> {
  const query = sql<SeriesRow>`
    select s.id, s.title, s.target_languages as languages, s.free_episodes as "freeEpisodes",
      floor(extract(epoch from s.published_at) * 1000)::double precision as "publishedAt",
      (select json_agg(json_build_object('id', e.id, 'number', e.episode_number,
          'publishedAt', floor(extract(epoch from e.published_at) * 1000)) order by e.episode_number)
        from episodes e where e.series_id = s.id and e.status = 'published' and e.deleted_at is null) as episodes
    from series s where s.status = 'published' and s.deleted_at is null
      and exists (select from episodes e where e.series_id = s.id and e.status = 'published' and e.deleted_at is null)
    order by s.published_at, s.title`;
  return (await query.execute(db)).rows;
}

export async function readShelf(db: Db, defaultCoins: number): Promise<DemoCatalog> {
  const series = (await listSeries(db)).map((row) => ({ ...row, ...likingOf(row.title) }));
  const episodes = series.flatMap((one) => one.episodes.map(({ id }) => ({ id, seriesId: one.id })));
  const overrides = new Map<string, readonly Override[]>();
  let usual = defaultCoins;
  for (const { country } of markets) {
    const read = pricesFromJson(await readManyPrices(db, episodes, [country]));
    overrides.set(country, read.overrides);
    usual = read.defaultCoins ?? usual;
  }
  return {
    series,
    priceOf({ id: seriesId, freeEpisodes }, { id, number: episodeNumber }, country, at) {
      const episode = { id, seriesId, episodeNumber, freeEpisodes };
      const facts = { episode, market: country, defaultCoins: usual, overrides: overrides.get(country) ?? [] };
      const { coinsRequired, priceSource } = resolvePrice(facts, new Date(at));
      return { coins: coinsRequired, source: priceSource };
    },
  };
}
