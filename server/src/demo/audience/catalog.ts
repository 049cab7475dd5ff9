import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { SeededRandom } from './random.ts';

interface SeriesRow {
  readonly id: string;
  readonly title: string;
  readonly languages: readonly string[];
  readonly freeEpisodes: number;
  readonly publishedAt: number;
  readonly episodes: readonly { readonly id: string; readonly number: number; readonly publishedAt: number }[];
}

export interface DemoSeries extends SeriesRow {
  /** Relative number of viewers who start it. */
  readonly appeal: number;
  /** Share of viewers who continue after an episode. */
  readonly retention: number;
  /** Share of viewers who would pay at the paywall. */
  readonly payingShare: number;
}

/** Popularity of the best-known series; that of others is derived from their titles. */
const popularity: Readonly<Record<string, Pick<DemoSeries, 'appeal' | 'retention' | 'payingShare'>>> = {
  'The Harbour Bride': { appeal: 1, retention: 0.93, payingShare: 0.8 },
  'Velvet Debt': { appeal: 0.7, retention: 0.9, payingShare: 0.9 },
  'Midnight Contract': { appeal: 0.85, retention: 0.86, payingShare: 0.35 },
  'My Boss, My Enemy': { appeal: 0.45, retention: 0.84, payingShare: 0.55 },
  'The Twin in Room 9': { appeal: 0.4, retention: 0.95, payingShare: 0.7 },
};

function popularityOf(title: string) {
  const known = popularity[title];
  if (known) return known;
  const random = new SeededRandom([...title].reduce((hash, letter) => hash * 31 + (letter.codePointAt(0) ?? 0), 7));
  const [appeal, retention, payingShare] = [random.next(), random.next(), random.next()];
  return { appeal: 0.08 + 0.6 * appeal ** 2, retention: 0.76 + 0.18 * retention, payingShare: 0.3 + 0.6 * payingShare };
}

/** Published series with their published episodes. */
export async function listCatalog(db: Db): Promise<DemoSeries[]> {
  const query = sql<SeriesRow>`
    select s.id, s.title, s.target_languages as languages, s.free_episodes as "freeEpisodes",
      floor(extract(epoch from s.published_at) * 1000)::double precision as "publishedAt",
      json_agg(json_build_object('id', e.id, 'number', e.episode_number,
        'publishedAt', floor(extract(epoch from e.published_at) * 1000)) order by e.episode_number) as episodes
    from series s join episodes e on e.series_id = s.id
    where s.status = 'published' and s.deleted_at is null and e.status = 'published' and e.deleted_at is null
    group by s.id order by s.published_at, s.title`;
  return (await query.execute(db)).rows.map((row) => ({ ...row, ...popularityOf(row.title) }));
}
