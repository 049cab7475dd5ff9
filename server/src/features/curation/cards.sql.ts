import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { inLanguage } from '../../kit/db/translated.ts';
import type { CardRow, Language } from './rules.ts';

export interface SeriesCardRow extends CardRow {
  readonly slug: string;
  readonly title: string;
  readonly synopsis: string;
  readonly genreSlug: string | null;
  readonly tropes: string[];
  readonly freeEpisodes: number;
  readonly episodeCount: number;
}

/** Series as viewers see them at a moment: with the published episodes, and of a later one those that will be by then. */
export async function listCards(
  db: Db,
  ids: readonly string[],
  language: Language,
  { at, now }: { readonly at: Date; readonly now: Date },
): Promise<SeriesCardRow[]> {
  const query = sql<SeriesCardRow>`
    select s.id, s.slug, ${inLanguage('s.title', language)} as title, ${inLanguage('s.synopsis', language)} as synopsis,
      s.genre_slug as "genreSlug", s.tropes, s.free_episodes as "freeEpisodes", s.poster_asset_id as "posterAssetId",
      s.hero_asset_id as "heroAssetId",
      (select count(*)::integer from current_episodes e
        left join upcoming_publishes u on u.ref_type = 'episode' and u.ref_id = e.id and e.status = 'scheduled'
          and ${at > now}
        where e.series_id = s.id and (e.status = 'published' or u.run_at <= ${at})) as "episodeCount"
    from current_series s where s.id = any(${[...ids]}::uuid[])`;
  return (await query.execute(db)).rows;
}
