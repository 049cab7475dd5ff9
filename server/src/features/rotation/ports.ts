import type { Db } from '../../kit/db/database.ts';

/** What the rotation asks of the feature that knows what is watched. */
export interface Watching {
  /** How often episodes of each series were begun since a moment. */
  countStarts(db: Db, since: Date): Promise<ReadonlyMap<string, number>>;
}
