import type { Database, Tx } from '../../../kit/db/database.ts';
import { refuse } from '../../../kit/errors.ts';
import type { Rehash } from '../../../kit/passwords.ts';
import {
  adminDisabled,
  adminPasswords,
  invalidCredentials,
  mustNotBeThrottled,
  throttle,
  throttledCheck,
  throttledCheckIn,
  throttleKey,
} from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { otpRequired } from '../errors.ts';
import { countUnknown } from '../metrics.ts';
import { type Credentials, findCredentials, findCredentialsById } from '../sql.ts';
import { checkCode, type SecondFactorKeys } from './second-factor.ts';

export interface RequestOrigin {
  readonly database: Database;
  readonly ip: string;
  readonly requestId: string;
}

type CheckResult = 'right' | 'wrong' | 'disabled' | 'otp_missing';

/** Checks one try under the count of failures, and refuses one that is not right. */
async function mustBeRight(
  { database, ip, requestId }: RequestOrigin,
  email: string,
  actor: audit.Actor,
  check: (tx: Tx, now: Date) => Promise<CheckResult>,
): Promise<void> {
  const result = await throttledCheck(database, throttleKey(email, ip), check, async (tx, now, isThrottled) => {
    // Anyone can make up any number of emails: these are counted, and leave no rows that stay for good.
    if (actor.id === null) return countUnknown();
    const target = { target: { type: 'admin', id: actor.id } };
    const from = { requestId, ip, now };
    await audit.write(tx, actor, from, { action: 'admin.sign_in_failed', ...target });
    if (!isThrottled) return;
    const flags = { failures: throttle.failures };
    await audit.write(tx, actor, from, { action: 'admin.sign_in_throttled', ...target, flags });
  });
  if (result === 'disabled') refuse(adminDisabled);
  if (result === 'otp_missing') refuse(otpRequired);
  if (result === 'wrong') refuse(invalidCredentials);
}

export interface VerifiedSignIn {
  readonly credentials: Credentials;
  /** Whether a second factor was shown, and not merely sent by one who has none. */
  readonly secondFactor: boolean;
  readonly rehash: Rehash | undefined;
}

/**
 * Proves a sign-in. Unknown, deleted and wrong are answered alike and take the same time; that an admin is disabled
 * is told only to one who knows the password.
 */
export async function verifySignIn(
  from: RequestOrigin,
  keys: SecondFactorKeys,
  given: { email: string; password: string; otp?: string | undefined },
): Promise<VerifiedSignIn> {
  await mustNotBeThrottled(from.database, throttleKey(given.email, from.ip));
  const found = await findCredentials(from.database.db, given.email);
  const matches = await adminPasswords.matches(given.password, found?.password_hash, from.ip);
  const actor = found ? { id: found.id, email: found.email } : { id: null, email: 'unknown' };
  let secondFactor = false;
  await mustBeRight(from, given.email, actor, async (tx, now) => {
    if (!found || !matches) return 'wrong';
    if (!found.is_active) return 'disabled';
    const second = await checkCode(tx, now, keys, found.id, 'confirmed', given.otp);
    if (second === 'missing') return 'otp_missing';
    secondFactor = typeof second === 'object';
    return second === 'wrong' ? 'wrong' : 'right';
  });
  const credentials = found ?? refuse(invalidCredentials);
  return {
    credentials,
    secondFactor,
    rehash: await adminPasswords.rehashed(given.password, credentials.password_hash, from.ip),
  };
}

/** Whoever holds a session alone must not find out its password, from however many addresses they guess. */
const passwordOf = (adminId: string): Buffer => throttleKey(`password of ${adminId}`, 'any address');

/** Proves that the caller still knows the password. */
export async function verifyPassword(from: RequestOrigin, adminId: string, password: string): Promise<Credentials> {
  const found = (await findCredentialsById(from.database.db, adminId)) ?? refuse(invalidCredentials);
  const account = passwordOf(adminId);
  for (const key of [throttleKey(found.email, from.ip), account]) await mustNotBeThrottled(from.database, key);
  const matches = await adminPasswords.matches(password, found.password_hash, from.ip);
  await mustBeRight(from, found.email, found, (tx, now) =>
    throttledCheckIn(tx, now, account, async () => (matches ? 'right' : 'wrong')),
  );
  return found;
}

/**
 * Proves that the caller holds the second factor, set up or about to be, and answers by which secret. One whose second
 * factor stands otherwise is let through: the action says so in its words.
 */
export async function verifyCode(
  from: RequestOrigin,
  keys: SecondFactorKeys,
  admin: { id: string; email: string },
  wanted: 'enrolled' | 'confirmed',
  otp: string,
): Promise<string | undefined> {
  let provenBy: string | undefined;
  await mustBeRight(from, admin.email, admin, async (tx, now) => {
    const result = await checkCode(tx, now, keys, admin.id, wanted, otp);
    if (typeof result === 'object') provenBy = result.provenBy;
    return result === 'wrong' ? 'wrong' : 'right';
  });
  return provenBy;
}
