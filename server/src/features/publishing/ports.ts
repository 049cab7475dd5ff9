import type { Db } from '../../kit/db/database.ts';
import type { CatalogFiles } from '../catalog/public.ts';

/** Implemented by `unlocks`. */
export interface Unlocks {
  countUnlockers(db: Db, episodeIds: readonly string[]): Promise<number>;
}

export interface PublishingPorts {
  readonly files: CatalogFiles;
  readonly unlocks: Unlocks;
}
