import type { Db } from '../../kit/db/database.ts';
import type { CatalogFiles } from './ports.ts';
import { type CardRow, type EpisodeFiles, type EpisodeRow, showEpisode, type Viewer } from './schema.ts';

export interface EpisodeLink {
  readonly id: string;
  readonly mediaAssetId: string | null;
}

/** The files of episodes, looked up together. */
export async function filesOf(
  db: Db,
  files: CatalogFiles,
  episodes: readonly EpisodeLink[],
): Promise<(id: string) => EpisodeFiles> {
  const linked = new Map(episodes.map(({ id, mediaAssetId }) => [id, mediaAssetId]));
  const mediaIds = [...linked.values()].filter((id) => id !== null);
  const [assets, captions] = await Promise.all([
    files.findAssets(db, mediaIds),
    files.listCaptions(db, [...linked.keys()]),
  ]);
  return (id) => ({ media: assets.get(linked.get(id) ?? '') ?? null, captions: [...(captions.get(id) ?? [])] });
}

export async function showEpisodeWithFiles(db: Db, files: CatalogFiles, row: EpisodeRow, viewer: Viewer) {
  const filesOfEpisode = await filesOf(db, files, [row]);
  return showEpisode(row, filesOfEpisode(row.id), viewer);
}

export type PictureUrl = (assetId: string | null | undefined) => string | null;

/** The URLs of pictures by asset id. */
export async function pictureUrls(
  db: Db,
  files: Pick<CatalogFiles, 'findAssets'>,
  assetIds: readonly (string | null | undefined)[],
): Promise<PictureUrl> {
  const assets = await files.findAssets(db, [...new Set(assetIds.flatMap((id) => id ?? []))]);
  return (id) => assets.get(id ?? '')?.url ?? null;
}

/** Presents series as cards. */
export async function cardsOf(
  db: Db,
  files: Pick<CatalogFiles, 'findAssets'>,
  rows: readonly CardRow[],
  freeToday: ReadonlySet<string> | Promise<ReadonlySet<string>>,
) {
  const links = rows.flatMap(({ posterAssetId, heroAssetId }) => [posterAssetId, heroAssetId]);
  const [urlOf, free] = await Promise.all([pictureUrls(db, files, links), freeToday]);
  return <Row extends CardRow>({ posterAssetId, heroAssetId, ...row }: Row) => ({
    ...row,
    posterUrl: urlOf(posterAssetId),
    heroUrl: urlOf(heroAssetId),
    isFreeToday: free.has(row.id),
  });
}
