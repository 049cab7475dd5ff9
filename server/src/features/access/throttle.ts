import { clock, type Database, type Tx } from '../../kit/db/database.ts';
import { rateLimited, refuse } from '../../kit/errors.ts';
import { insertFailure, lockThrottle, throttledSeconds } from './throttle.sql.ts';

/**
 * Proofs of who someone is are checked under a count of failures: the tenth of one email from one address within a
 * quarter of an hour is the last one that is looked at, on whatever process and however many come at once.
 */

/** A flood that is throttled anyway must not cost a password hash each. */
export async function mustNotBeThrottled({ db }: Database, key: Buffer): Promise<void> {
  const retryAfterS = await throttledSeconds(db, key, await clock(db));
  if (retryAfterS > 0) refuse(rateLimited, { retryAfterS });
}

/** What is written down with a failure, and whether it was the last one that is looked at. */
export type OnFailure = (tx: Tx, now: Date, isThrottled: boolean) => Promise<void>;

/** Checks one try. A wrong one is committed as a failure, even though the request is refused after it. */
export async function throttledCheck<CheckResult extends string>(
  database: Database,
  key: Buffer,
  check: (tx: Tx, now: Date) => Promise<CheckResult | 'wrong'>,
  onFailure: OnFailure = async () => {},
): Promise<CheckResult | 'wrong'> {
  const checked = await database.transaction(async (tx, now) => {
    await lockThrottle(tx, key);
    const retryAfterS = await throttledSeconds(tx, key, now);
    if (retryAfterS > 0) return { retryAfterS };
    const result = await check(tx, now);
    if (result === 'wrong') {
      await insertFailure(tx, key, now);
      await onFailure(tx, now, (await throttledSeconds(tx, key, now)) > 0);
    }
    return { result };
  });
  return 'result' in checked ? checked.result : refuse(rateLimited, checked);
}

/** Counts what is checked within a try by another key besides. A failure is committed with the try that it is part of. */
export async function throttledCheckIn<CheckResult>(
  tx: Tx,
  now: Date,
  key: Buffer,
  check: () => Promise<CheckResult | 'wrong'>,
): Promise<CheckResult | 'wrong'> {
  await lockThrottle(tx, key);
  const retryAfterS = await throttledSeconds(tx, key, now);
  if (retryAfterS > 0) refuse(rateLimited, { retryAfterS });
  const result = await check();
  if (result === 'wrong') await insertFailure(tx, key, now);
  return result;
}
