import type { Db } from '../../kit/db/database.ts';
import type { EpisodeRow } from './episodes.sql.ts';
import type { CatalogParts } from './parts.ts';
import type { EpisodeFiles } from './schema.ts';

/** The video and the captions of episodes, asked for together. */
export async function filesOf(
  db: Db,
  parts: CatalogParts,
  episodes: readonly Pick<EpisodeRow, 'id' | 'mediaAssetId'>[],
): Promise<(id: string) => EpisodeFiles> {
  const linked = new Map(episodes.map(({ id, mediaAssetId }) => [id, mediaAssetId]));
  const wanted = [...linked.values()].filter((id) => id !== null);
  const [assets, captions] = await Promise.all([
    parts.findAssets(db, wanted),
    parts.listCaptions(db, [...linked.keys()]),
  ]);
  return (id) => ({ media: assets.get(linked.get(id) ?? '') ?? null, captions: captions.get(id) ?? [] });
}
