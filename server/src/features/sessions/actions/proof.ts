import { clock, type Database, type Tx } from '../../../kit/db/database.ts';
import { rateLimited, refuse } from '../../../kit/errors.ts';
import { isPassword, type Rehash, rehashed } from '../../../kit/passwords.ts';
import { type Credentials, findCredentials, findCredentialsById } from '../../admins/public.ts';
import * as audit from '../../audit/public.ts';
import { adminDisabled, invalidCredentials, otpRequired } from '../errors.ts';
import { throttle } from '../rules.ts';
import { insertFailure, lockThrottle, throttledSeconds, throttleKey } from '../sql.ts';
import { judgeCode, type SecondFactorKeys } from './second-factor.ts';

/**
 * Proofs of who someone is. Each is judged under a count of failures: the tenth of one email from one address within
 * a quarter of an hour is the last one that is looked at, on whatever process and however many come at once.
 */

export interface From {
  readonly database: Database;
  readonly ip: string;
  readonly requestId: string;
}

type Verdict = 'right' | 'wrong' | 'disabled' | 'otp_missing';

/** Judges one try, and commits its failure even though the request is refused. */
async function underThrottle(
  { database, ip, requestId }: From,
  email: string,
  actor: audit.Actor,
  judge: (tx: Tx, now: Date) => Promise<Verdict>,
): Promise<void> {
  const key = throttleKey(email, ip);
  const verdict = await database.transaction(async (tx, now) => {
    await lockThrottle(tx, key);
    const retryAfterS = await throttledSeconds(tx, key, now);
    if (retryAfterS > 0) return { retryAfterS };
    const judged = await judge(tx, now);
    if (judged === 'wrong') await recordFailure(tx, key, actor, { requestId, ip, now });
    return judged;
  });
  if (typeof verdict === 'object') refuse(rateLimited, verdict);
  if (verdict === 'disabled') refuse(adminDisabled);
  if (verdict === 'otp_missing') refuse(otpRequired);
  if (verdict === 'wrong') refuse(invalidCredentials);
}

async function recordFailure(
  tx: Tx,
  key: Buffer,
  actor: audit.Actor,
  from: { requestId: string; ip: string; now: Date },
): Promise<void> {
  await insertFailure(tx, key, from.now);
  const target = actor.id === null ? {} : { target: { type: 'admin', id: actor.id } };
  await audit.write(tx, actor, from, { action: 'admin.sign_in_failed', ...target });
  if ((await throttledSeconds(tx, key, from.now)) === 0) return;
  const flags = { failures: throttle.failures };
  await audit.write(tx, actor, from, { action: 'admin.sign_in_throttled', ...target, flags });
}

/** A flood that is throttled anyway must not cost a password hash each. */
async function mustNotBeThrottled({ database, ip }: From, email: string): Promise<void> {
  const retryAfterS = await throttledSeconds(database.db, throttleKey(email, ip), await clock(database.db));
  if (retryAfterS > 0) refuse(rateLimited, { retryAfterS });
}

export interface Proven {
  readonly credentials: Credentials;
  /** Whether a second factor was shown, and not merely sent by one who has none. */
  readonly secondFactor: boolean;
  readonly rehash: Rehash | undefined;
}

/**
 * Proves a sign-in. Unknown, deleted and wrong are answered alike and take the same time; that an admin is disabled
 * is told only to one who knows the password.
 */
export async function proveSignIn(
  from: From,
  keys: SecondFactorKeys,
  given: { email: string; password: string; otp?: string | undefined },
): Promise<Proven> {
  await mustNotBeThrottled(from, given.email);
  const found = await findCredentials(from.database.db, given.email);
  const matches = await isPassword(given.password, found?.password_hash);
  const actor = found ? { id: found.id, email: found.email } : { id: null, email: 'unknown' };
  let secondFactor = false;
  await underThrottle(from, given.email, actor, async (tx, now) => {
    if (!found || !matches) return 'wrong';
    if (!found.is_active) return 'disabled';
    const second = await judgeCode(tx, now, keys, found.id, 'confirmed', given.otp);
    if (second === 'missing') return 'otp_missing';
    secondFactor = typeof second === 'object';
    return second === 'wrong' ? 'wrong' : 'right';
  });
  const credentials = found ?? refuse(invalidCredentials);
  return { credentials, secondFactor, rehash: await rehashed(given.password, credentials.password_hash) };
}

/** Proves that the caller still knows the password. */
export async function provePassword(from: From, adminId: string, password: string): Promise<Credentials> {
  const found = (await findCredentialsById(from.database.db, adminId)) ?? refuse(invalidCredentials);
  await mustNotBeThrottled(from, found.email);
  const matches = await isPassword(password, found.password_hash);
  await underThrottle(from, found.email, found, async () => (matches ? 'right' : 'wrong'));
  return found;
}

/**
 * Proves that the caller holds the second factor, set up or about to be, and answers by which secret. One whose second factor stands otherwise is
 * let through: the action says so in its words.
 */
export async function proveCode(
  from: From,
  keys: SecondFactorKeys,
  admin: { id: string; email: string },
  wanted: 'enrolled' | 'confirmed',
  otp: string,
): Promise<string | undefined> {
  let provenBy: string | undefined;
  await underThrottle(from, admin.email, admin, async (tx, now) => {
    const verdict = await judgeCode(tx, now, keys, admin.id, wanted, otp);
    if (typeof verdict === 'object') provenBy = verdict.provenBy;
    return verdict === 'wrong' ? 'wrong' : 'right';
  });
  return provenBy;
}
