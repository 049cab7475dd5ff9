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

/** Refuses unless the check succeeds; failures are throttled and audited. */
async function requireSuccess(
  { database, ip, requestId }: RequestOrigin,
  email: string,
  actor: audit.Actor,
  check: (tx: Tx, now: Date) => Promise<CheckResult>,
): Promise<void> {
  const result = await throttledCheck(database, throttleKey(email, ip), check, async (tx, now, isThrottled) => {
    // Attempts with unknown emails are only counted, because anyone could fill the audit log with them.
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
  /** False for an admin without a second factor, whatever code was sent. */
  readonly secondFactor: boolean;
  readonly rehash: Rehash | undefined;
}

/**
 * Unknown and deleted accounts and wrong passwords get the same response in the same time. Only with the right password
 * a disabled account is reported as such.
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
  await requireSuccess(from, given.email, actor, async (tx, now) => {
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

/** Counted across addresses, so that the holder of a stolen session cannot guess the password. */
const passwordKey = (adminId: string): Buffer => throttleKey(`password of ${adminId}`, 'any address');

/** Checks the password of the caller again. */
export async function verifyPassword(from: RequestOrigin, adminId: string, password: string): Promise<Credentials> {
  const found = (await findCredentialsById(from.database.db, adminId)) ?? refuse(invalidCredentials);
  const account = passwordKey(adminId);
  for (const key of [throttleKey(found.email, from.ip), account]) await mustNotBeThrottled(from.database, key);
  const matches = await adminPasswords.matches(password, found.password_hash, from.ip);
  await requireSuccess(from, found.email, found, (tx, now) =>
    throttledCheckIn(tx, now, account, async () => (matches ? 'right' : 'wrong')),
  );
  return found;
}

/**
 * Checks a code, and returns the secret that it belongs to. If the second factor is in another state, nothing is
 * checked; the action then refuses that state.
 */
export async function verifyCode(
  from: RequestOrigin,
  keys: SecondFactorKeys,
  admin: { id: string; email: string },
  wanted: 'enrolled' | 'confirmed',
  otp: string,
): Promise<string | undefined> {
  let provenBy: string | undefined;
  await requireSuccess(from, admin.email, admin, async (tx, now) => {
    const result = await checkCode(tx, now, keys, admin.id, wanted, otp);
    if (typeof result === 'object') provenBy = result.provenBy;
    return result === 'wrong' ? 'wrong' : 'right';
  });
  return provenBy;
}
