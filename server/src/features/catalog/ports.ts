import type { Db, Tx } from '../../kit/db/database.ts';
import type { State, Translations } from './rules.ts';

/** What the catalog shows of a file that belongs to it. */
export interface Asset {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly lang: string | null;
  readonly playbackId: string | null;
  readonly durationS: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly url: string | null;
}

/** What the catalog asks of the feature that keeps the files. */
export interface CatalogFiles {
  findAssets(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Asset>>;
  /** The same, and none of them is deleted before the transaction ends. */
  holdAssets(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Asset>>;
  listCaptions(db: Db, episodeIds: readonly string[]): Promise<ReadonlyMap<string, readonly Asset[]>>;
}

/** What the catalog asks of the feature that makes series free by the day. */
export interface Rotation {
  /** Which of these series are free for a market on the day of a moment, today if none is given. */
  findFreeToday(db: Db, seriesIds: readonly string[], market: string | null, at?: Date): Promise<ReadonlySet<string>>;
}

/** An episode as its price is asked for. */
export interface PricedEpisode {
  readonly id: string;
  readonly seriesId: string;
  readonly episodeNumber: number;
  readonly freeEpisodes: number;
}

/** Which of some episodes cost nothing in a market, and until when that holds, where it ends by itself. */
export interface FreeEpisodes {
  readonly ids: ReadonlySet<string>;
  readonly until: Date | undefined;
}

/** What the catalog asks of the feature that knows prices. */
export interface Prices {
  findFree(db: Db, episodes: readonly PricedEpisode[], market: string | null, at: Date): Promise<FreeEpisodes>;
}

export interface CatalogPorts {
  readonly files: CatalogFiles;
  readonly rotation: Rotation;
  readonly prices: Prices;
}

/** The video and the captions of an episode. */
export interface EpisodeFiles {
  readonly media: Asset | null;
  readonly captions: readonly Asset[];
}

/** What a series or an episode is called. */
export interface ItemNameRow {
  id: string;
  label: string;
  /** The same in the languages that any part of it is translated to. */
  labelI18n: Translations;
  status: State;
  /** Of its picture. */
  assetId: string | null;
}

export interface EpisodeLink {
  readonly id: string;
  readonly mediaAssetId: string | null;
}

/** An episode as one of its series. */
export interface SeriesEpisodeLink extends EpisodeLink {
  readonly status: State;
  /** Not when it is archived, nor as a draft that the series has gone live without. */
  readonly needsFiles: boolean;
}

/** The files of episodes, asked for together. */
export async function filesOf(
  db: Db,
  files: CatalogFiles,
  episodes: readonly EpisodeLink[],
): Promise<(id: string) => EpisodeFiles> {
  const linked = new Map(episodes.map(({ id, mediaAssetId }) => [id, mediaAssetId]));
  const [assets, captions] = await Promise.all([
    files.findAssets(
      db,
      [...linked.values()].filter((id) => id !== null),
    ),
    files.listCaptions(db, [...linked.keys()]),
  ]);
  return (id) => ({ media: assets.get(linked.get(id) ?? '') ?? null, captions: captions.get(id) ?? [] });
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

/** What a card is made of, with its files still by id. */
export interface CardRow {
  readonly id: string;
  readonly posterAssetId: string | null;
  readonly heroAssetId: string | null;
}

/** How to show series as cards; `free` are those that cost nothing today. */
export async function cardsOf(
  db: Db,
  files: Pick<CatalogFiles, 'findAssets'>,
  rows: readonly CardRow[],
  free: ReadonlySet<string>,
) {
  const links = rows.flatMap(({ posterAssetId, heroAssetId }) => [posterAssetId, heroAssetId]);
  const urlOf = await pictureUrls(db, files, links);
  return <Row extends CardRow>({ posterAssetId, heroAssetId, ...row }: Row) => ({
    ...row,
    posterUrl: urlOf(posterAssetId),
    heroUrl: urlOf(heroAssetId),
    isFreeToday: free.has(row.id),
  });
}
