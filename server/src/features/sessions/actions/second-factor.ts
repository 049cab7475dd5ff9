import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '../../../kit/db/database.ts';
import { invalidTransition, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { base32, newSecret, stepOfCode } from '../../../kit/one-time-code.ts';
import type { Sealer } from '../../../kit/sealed.ts';
import * as audit from '../../audit/public.ts';
import type { Admin } from '../door.ts';
import { deleteSecondFactor, lockSecondFactor, putSecondFactor, updateSecondFactor } from '../sql.ts';

export interface SecondFactorKeys {
  sealer: Sealer;
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

/** Judges a code, and uses it up: one from the app works once, a recovery code once and never again. */
export async function tryCode(
  tx: Tx,
  now: Date,
  keys: SecondFactorKeys,
  adminId: string,
  otp: string,
): Promise<'none' | 'right' | 'wrong'> {
  const factor = await lockSecondFactor(tx, adminId);
  if (!factor) return 'none';
  const step = stepOfCode(keys.sealer.open(factor.secret), otp, now, factor.last_step);
  if (step !== undefined) {
    await updateSecondFactor(tx, adminId, { last_step: step });
    return 'right';
  }
  const hash = hashCode(otp);
  if (!factor.recovery_codes.includes(hash)) return 'wrong';
  const left = factor.recovery_codes.filter((code) => code !== hash);
  await updateSecondFactor(tx, adminId, { recovery_codes: left });
  return 'right';
}

/** Judges the second factor of a sign-in; one that was never confirmed does not count. */
export async function isSecondFactor(
  tx: Tx,
  now: Date,
  keys: SecondFactorKeys,
  adminId: string,
  otp: string | undefined,
): Promise<'none' | 'missing' | 'right' | 'wrong'> {
  const factor = await lockSecondFactor(tx, adminId);
  if (!factor?.confirmed_at) return 'none';
  return otp === undefined ? 'missing' : tryCode(tx, now, keys, adminId, otp);
}

const refuseMove = (currentState: string, allowed: string[]): never =>
  refuse(invalidTransition, { currentState, allowed });

/** Offers a secret for the authenticator app. It counts only once a code made with it has been confirmed. */
export async function enroll(ctx: Ctx<Admin>, keys: SecondFactorKeys) {
  const { id, email } = ctx.caller;
  const factor = await lockSecondFactor(ctx.tx, id);
  if (factor?.confirmed_at) return refuseMove('confirmed', ['disable']);
  const secret = newSecret();
  await putSecondFactor(ctx.tx, id, keys.sealer.seal(secret), ctx.now);
  await audit.record(ctx, { action: 'admin.second_factor_enroll', target: { type: 'admin', id } });
  const label = encodeURIComponent(`Cliffhanger:${email}`);
  return { secret, otpauthUrl: `otpauth://totp/${label}?secret=${secret}&issuer=Cliffhanger` };
}

/** Turns the second factor on. The recovery codes are shown this once and kept as hashes. */
export async function confirm(ctx: Ctx<Admin>): Promise<{ recoveryCodes: string[] }> {
  const { id } = ctx.caller;
  const factor = await lockSecondFactor(ctx.tx, id);
  if (!factor || factor.confirmed_at) return refuseMove(factor ? 'confirmed' : 'none', [factor ? 'disable' : 'enroll']);
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await updateSecondFactor(ctx.tx, id, { recovery_codes: recoveryCodes.map(hashCode), confirmed_at: ctx.now });
  const target = { type: 'admin', id };
  await audit.record(ctx, { action: 'admin.second_factor_confirm', target, after: { has_second_factor: true } });
  return { recoveryCodes };
}

export async function disable(ctx: Ctx<Admin>): Promise<void> {
  const { id } = ctx.caller;
  const factor = await lockSecondFactor(ctx.tx, id);
  if (!factor?.confirmed_at) return refuseMove(factor ? 'enrolled' : 'none', ['enroll']);
  await deleteSecondFactor(ctx.tx, id);
  const target = { type: 'admin', id };
  await audit.record(ctx, { action: 'admin.second_factor_disable', target, after: { has_second_factor: false } });
}
