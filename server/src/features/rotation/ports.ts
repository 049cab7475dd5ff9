import type { Db } from '../../kit/db/database.ts';

export interface Watching {
  /** Starts of episodes since a moment, by series. */
  countStarts(db: Db, since: Date): Promise<ReadonlyMap<string, number>>;
}
