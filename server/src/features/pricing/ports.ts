import type { Db } from '../../kit/db/database.ts';

/** The days on which a series is free. */
export interface FreeDays {
  /** Whether it is in a market on the UTC day of a moment. */
  isFreeOn(db: Db, seriesId: string, market: string | null, at: Date): Promise<boolean>;
}
