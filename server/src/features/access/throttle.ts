import { clock, type Database, type Tx } from '../../kit/db/database.ts';
import { rateLimited, refuse } from '../../kit/errors.ts';
import { insertFailure, lockThrottle, throttledSeconds } from './sql.ts';

/**
 * Checks of credentials count failures: after ten failures of one email from one address within 15 minutes, further
 * attempts are rejected, across processes and concurrent requests.
 */

/** Called before a password is hashed, so that throttled attempts are cheap. */
export async function mustNotBeThrottled({ db }: Database, key: Buffer): Promise<void> {
  const retryAfterS = await throttledSeconds(db, key, await clock(db));
  if (retryAfterS > 0) refuse(rateLimited, { retryAfterS });
}

/** Records a failure; `isThrottled` if it was the last allowed one. */
export type OnFailure = (tx: Tx, now: Date, isThrottled: boolean) => Promise<void>;

/** Checks one attempt. A failure is committed although the request is refused. */
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

/** Checks a second key within an attempt. A failure is committed with the attempt. */
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
