import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

export interface NamedVideo {
  id: string;
  providerId: string;
  fileName: string | null;
  seriesTitle: string | null;
  episodeNumber: number | null;
}

/** The videos that the provider knows by these ids, with the episodes that they are of. */
export async function listNamedVideos(db: Db, providerIds: readonly string[]): Promise<NamedVideo[]> {
  if (providerIds.length === 0) return [];
  const query = sql<NamedVideo>`
    select a.id, a.provider_id as "providerId", a.source_file_name as "fileName", s.title as "seriesTitle",
      e.episode_number as "episodeNumber"
    from media_assets a left join episode_names e on e.id = a.episode_id left join series_names s on s.id = e.series_id
    where a.provider = 'video_provider' and a.provider_id = any(${[...providerIds]}::text[]) and a.deleted_at is null`;
  return (await query.execute(db)).rows;
}
