import type { Db } from '../../kit/db/database.ts';
import { holds } from '../access/public.ts';
import type { Subject } from '../system/public.ts';
import { listNamedVideos, type NamedVideo } from './subjects.sql.ts';

function providerIdOf(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null || !('providerId' in payload)) return '';
  return typeof payload.providerId === 'string' ? payload.providerId : '';
}

const labelOf = ({ id, fileName, seriesTitle, episodeNumber }: NamedVideo): string =>
  seriesTitle === null ? (fileName ?? id) : `${seriesTitle} · ${episodeNumber}`;

/** The videos that events of the provider are about. */
export async function subjectsOf(
  db: Db,
  payloads: readonly unknown[],
  permissions: readonly string[],
): Promise<(Subject | null)[]> {
  if (!holds(permissions, 'catalog:read')) return payloads.map(() => null);
  const providerIds = payloads.map(providerIdOf);
  const videos = await listNamedVideos(db, [...new Set(providerIds.filter(Boolean))]);
  return providerIds.map((providerId) => {
    const video = videos.find((one) => one.providerId === providerId);
    return video ? { type: 'media_asset', id: video.id, label: labelOf(video) } : null;
  });
}
