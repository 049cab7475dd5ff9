import type { Db } from '../../kit/db/database.ts';

export interface FreeDays {
  /** Whether a series is free in a market on the UTC day of `at`. */
  isFreeOn(db: Db, seriesId: string, market: string | null, at: Date): Promise<boolean>;
}
