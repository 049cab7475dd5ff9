import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '../../../kit/db/database.ts';
import type { Encryption } from '../../../kit/encryption.ts';
import { invalidTransition, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { base32, newSecret, stepOfCode } from '../../../kit/one-time-code.ts';
import {
  type Admin,
  invalidCredentials,
  markSecondFactor,
  throttledCheckIn,
  throttleKey,
} from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import {
  deleteSecondFactor,
  lockSecondFactor,
  putSecondFactor,
  type SecondFactor,
  type SecondFactorChange,
  updateSecondFactor,
} from '../second-factor.sql.ts';
import { type Credentials, findCredentialsById } from '../sql.ts';

export interface SecondFactorKeys {
  encryption: Encryption;
}

const recoveryCodeCount = 10;

const hashCode = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
    .digest('hex');

/** Ten characters in two halves: easy to write down, impossible to guess. */
function newRecoveryCode(): string {
  const text = base32(randomBytes(7)).slice(0, 10);
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

export type State = 'none' | 'enrolled' | 'confirmed';

export const stateOf = (factor: SecondFactor | undefined): State => {
  if (!factor) return 'none';
  return factor.confirmed_at ? 'confirmed' : 'enrolled';
};

/** Checks a code where the second factor stands as wanted; where it does not, no code is looked at or used up. */
export async function checkCode(
  tx: Tx,
  now: Date,
  keys: SecondFactorKeys,
  adminId: string,
  wanted: 'enrolled' | 'confirmed',
  otp: string | undefined,
): Promise<'none' | 'missing' | 'wrong' | { provenBy: string }> {
  const factor = await lockSecondFactor(tx, adminId);
  if (!factor || stateOf(factor) !== wanted) return 'none';
  if (otp === undefined) return 'missing';
  return throttledCheckIn(tx, now, codesOf(adminId), async () => {
    const change = useCode(factor, keys, otp, now);
    if (!change) return 'wrong';
    await updateSecondFactor(tx, adminId, change);
    return { provenBy: change.secret ?? factor.secret };
  });
}

/** Codes are short: those of one account are counted together, from however many addresses they are guessed. */
const codesOf = (adminId: string): Buffer => throttleKey(`codes of ${adminId}`, 'any address');

/**
 * What a right code uses up: one from the app works once, a recovery code once and never again. Whoever shows a code
 * gets the secret encrypted anew, so that an old key can be dropped in time; recovery codes work without the secret.
 */
function useCode(factor: SecondFactor, keys: SecondFactorKeys, otp: string, now: Date): SecondFactorChange | undefined {
  const secret = keys.encryption.decrypt(factor.secret);
  const step = secret && stepOfCode(secret, otp, now, factor.last_step);
  if (secret && step) return { last_step: step, secret: keys.encryption.encrypt(secret) };
  const hash = hashCode(otp);
  if (!factor.recovery_codes.includes(hash)) return undefined;
  return { recovery_codes: factor.recovery_codes.filter((code) => code !== hash) };
}

const movesFrom: Record<State, string[]> = {
  none: ['enroll'],
  enrolled: ['enroll', 'confirm'],
  confirmed: ['disable', 'step_up'],
};

export const refuseMove = (currentState: State): never =>
  refuse(invalidTransition, { currentState, allowed: movesFrom[currentState] });

/** Offers a secret for the authenticator app. It counts only once a code made with it has been confirmed. */
export async function enroll(ctx: Ctx<Admin>, keys: SecondFactorKeys, proven: Credentials) {
  const { id, email } = ctx.caller;
  const current = await findCredentialsById(ctx.tx, id);
  // The password may have been replaced since it was proved.
  if (current?.password_hash !== proven.password_hash) refuse(invalidCredentials);
  const secret = newSecret();
  const isStored = await putSecondFactor(ctx.tx, id, keys.encryption.encrypt(secret), ctx.now);
  if (!isStored) return refuseMove('confirmed');
  await audit.record(ctx, { action: 'admin.second_factor_enroll', target: { type: 'admin', id } });
  const label = encodeURIComponent(`Cliffhanger:${email}`);
  return { secret, otpauthUrl: `otpauth://totp/${label}?secret=${secret}&issuer=Cliffhanger` };
}

/**
 * The caller's second factor, if it stands as wanted and is still the very one whose code was proved before this
 * transaction began: one that was set up anew meanwhile was proved by nobody.
 */
async function lockProven(ctx: Ctx<Admin>, wanted: State, provenBy: string | undefined): Promise<void> {
  const factor = await lockSecondFactor(ctx.tx, ctx.caller.id);
  if (stateOf(factor) !== wanted) refuseMove(stateOf(factor));
  if (factor?.secret !== provenBy) refuse(invalidCredentials);
}

/** Turns the second factor on. The recovery codes are shown this once and kept as hashes. */
export async function confirm(ctx: Ctx<Admin>, provenBy: string | undefined): Promise<{ recoveryCodes: string[] }> {
  const { id, session } = ctx.caller;
  await lockProven(ctx, 'enrolled', provenBy);
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await updateSecondFactor(ctx.tx, id, { recovery_codes: recoveryCodes.map(hashCode), confirmed_at: ctx.now });
  await markSecondFactor(ctx.tx, session.id, ctx.now);
  const target = { type: 'admin', id };
  await audit.record(ctx, { action: 'admin.second_factor_confirm', target, after: { has_second_factor: true } });
  return { recoveryCodes };
}

export async function disable(ctx: Ctx<Admin>, provenBy: string | undefined): Promise<void> {
  const { id } = ctx.caller;
  await lockProven(ctx, 'confirmed', provenBy);
  await deleteSecondFactor(ctx.tx, id);
  const target = { type: 'admin', id };
  await audit.record(ctx, { action: 'admin.second_factor_disable', target, after: { has_second_factor: false } });
}

/** Notes that the second factor was shown again just now. */
export async function stepUp(ctx: Ctx<Admin>, provenBy: string | undefined): Promise<void> {
  const { id, session } = ctx.caller;
  await lockProven(ctx, 'confirmed', provenBy);
  await markSecondFactor(ctx.tx, session.id, ctx.now);
  await audit.record(ctx, { action: 'admin.step_up', target: { type: 'admin', id } });
}
