import type { Db } from '../../kit/db/database.ts';
import type { CatalogFiles } from '../catalog/public.ts';

/** What publishing asks of the feature in which viewers unlock episodes. */
export interface Unlocks {
  /** How many viewers have unlocked any of these episodes. */
  countUnlockers(db: Db, episodeIds: readonly string[]): Promise<number>;
}

export interface PublishingPorts {
  readonly files: CatalogFiles;
  readonly unlocks: Unlocks;
}
