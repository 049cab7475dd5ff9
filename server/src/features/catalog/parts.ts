import type { Db } from '../../kit/db/database.ts';

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

/** What later features know of series and episodes. Each registers its part. */
export interface CatalogParts {
  findAssets(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Asset>>;
  listCaptions(db: Db, episodeIds: readonly string[]): Promise<ReadonlyMap<string, readonly Asset[]>>;
  /** How many viewers have unlocked any of these episodes. */
  countUnlockers(db: Db, episodeIds: readonly string[]): Promise<number>;
  /** Which of these series are free today for a market. */
  findFreeToday(db: Db, seriesIds: readonly string[], market: string | null): Promise<ReadonlySet<string>>;
}

export const noParts: CatalogParts = {
  findAssets: async () => new Map(),
  listCaptions: async () => new Map(),
  countUnlockers: async () => 0,
  findFreeToday: async () => new Set(),
};
