import type { Db, Tx } from '../../kit/db/database.ts';
import type { Asset } from './schema.ts';

/** Implemented by `media`. */
export interface CatalogFiles {
  findAssets(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Asset>>;
  /** URLs of thumbnails, which expire, because an episode that is free now may be paid tomorrow. */
  findThumbs(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Assets, whose deletion it prevents until the transaction ends. */
  lockAssets(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Asset>>;
  listCaptions(db: Db, episodeIds: readonly string[]): Promise<ReadonlyMap<string, readonly Asset[]>>;
}

/** Implemented by `rotation`. */
export interface Rotation {
  /** Those of these series that are free in a market on the day of `at`, by default today. */
  findFreeToday(db: Db, seriesIds: readonly string[], market: string | null, at?: Date): Promise<ReadonlySet<string>>;
}

export interface PricedEpisode {
  readonly id: string;
  readonly seriesId: string;
  readonly episodeNumber: number;
  readonly freeEpisodes: number;
}

/** Free episodes, and when the next price override starts or ends. */
export interface FreeEpisodes {
  readonly ids: ReadonlySet<string>;
  readonly until: Date | undefined;
}

/** Implemented by `pricing`. */
export interface Prices {
  findFree(db: Db, episodes: readonly PricedEpisode[], market: string | null, at: Date): Promise<FreeEpisodes>;
}

export interface CatalogPorts {
  readonly files: CatalogFiles;
  readonly rotation: Rotation;
  readonly prices: Prices;
}
