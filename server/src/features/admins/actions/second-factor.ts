import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '../../../kit/db/database.ts';
import type { Encryption } from '../../../kit/encryption.ts';
import { invalidTransition, notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { base32, newSecret, stepOfCode } from '../../../kit/one-time-code.ts';
import {
  type Admin,
  hasPermission,
  invalidCredentials,
  markSecondFactor,
  throttledCheckIn,
  throttleKey,
} from '../../access/public.ts';
import * as approvals from '../../approvals/public.ts';
import * as audit from '../../audit/public.ts';
import {
  type Credentials,
  deleteSecondFactor,
  findCredentialsById,
  insertAccessChange,
  listAdminNames,
  lockAdmin,
  lockSecondFactor,
  putSecondFactor,
  type SecondFactor,
  type SecondFactorChange,
  updateSecondFactor,
} from '../sql.ts';

export interface SecondFactorKeys {
  encryption: Encryption;
}

const recoveryCodeCount = 10;

const hashCode = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
    .digest('hex');

/** Ten characters in two groups. */
function newRecoveryCode(): string {
  const text = base32(randomBytes(7)).slice(0, 10);
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

type State = 'none' | 'enrolled' | 'confirmed';

const stateOf = (factor: SecondFactor | undefined): State => {
  if (!factor) return 'none';
  return factor.confirmed_at ? 'confirmed' : 'enrolled';
};

/** Checks and consumes a code if the second factor is in the wanted state; otherwise the code is ignored. */
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

/** Counted per account across addresses, because codes are short. */
const codesOf = (adminId: string): Buffer => throttleKey(`codes of ${adminId}`, 'any address');

/**
 * The change that consumes a valid code: codes of the app and recovery codes are valid once. The secret is encrypted
 * anew with the current key, so that an old key can be retired; recovery codes do not need the secret.
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

const refuseMove = (currentState: State): never =>
  refuse(invalidTransition, { currentState, allowed: movesFrom[currentState] });

/** Creates a secret for an authenticator app, which must be confirmed with a code. */
export async function enroll(ctx: Ctx<Admin>, keys: SecondFactorKeys, proven: Credentials) {
  const { id, email } = ctx.caller;
  const current = await findCredentialsById(ctx.tx, id);
  // The password may have been replaced since it was checked.
  if (current?.password_hash !== proven.password_hash) refuse(invalidCredentials);
  const secret = newSecret();
  const isStored = await putSecondFactor(ctx.tx, id, keys.encryption.encrypt(secret), ctx.now);
  if (!isStored) return refuseMove('confirmed');
  await audit.record(ctx, { action: 'admin.second_factor_enroll', target: { type: 'admin', id } });
  const label = encodeURIComponent(`Cliffhanger:${email}`);
  return { secret, otpauthUrl: `otpauth://totp/${label}?secret=${secret}&issuer=Cliffhanger` };
}

/** Refuses if the second factor was set up again after its code was checked in `prepare`. */
async function lockProven(ctx: Ctx<Admin>, wanted: State, provenBy: string | undefined): Promise<void> {
  const factor = await lockSecondFactor(ctx.tx, ctx.caller.id);
  if (stateOf(factor) !== wanted) refuseMove(stateOf(factor));
  if (factor?.secret !== provenBy) refuse(invalidCredentials);
}

/** Enables the second factor. Recovery codes are returned once and stored as hashes. */
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

export async function stepUp(ctx: Ctx<Admin>, provenBy: string | undefined): Promise<void> {
  const { id, session } = ctx.caller;
  await lockProven(ctx, 'confirmed', provenBy);
  await markSecondFactor(ctx.tx, session.id, ctx.now);
  await audit.record(ctx, { action: 'admin.step_up', target: { type: 'admin', id } });
}

/** Checked at the request and again at approval. */
async function lockClearable(ctx: Ctx<Admin>, adminId: string): Promise<void> {
  (await lockAdmin(ctx.tx, adminId)) ?? refuse(notFound);
  const state = stateOf(await lockSecondFactor(ctx.tx, adminId));
  if (state !== 'confirmed') refuseMove(state);
}

/** Clearing a lost second factor requires two superadmins, because one alone could take over any account. */
export const secondFactorClear: approvals.ApprovalKind = {
  kind: 'second_factor_clear',
  targetType: 'admin',
  requesters: ['*'],
  deciders: { permission: '*' },
  dedupeByTarget: true,
  errors: [notFound, invalidTransition],
  async describe(db, ids, { permissions }) {
    const names = hasPermission(permissions, '*') ? await listAdminNames(db, ids) : [];
    return new Map(names.map(({ id, name }) => [id, { label: name, pictureUrl: null }]));
  },
  execute: async (ctx, id, payload) => {
    await lockClearable(ctx, id);
    await deleteSecondFactor(ctx.tx, id);
    await insertAccessChange(ctx.tx, id, 'second_factor', ctx.caller, ctx.now);
    await audit.record(ctx, {
      action: 'admin.second_factor_clear',
      target: { type: 'admin', id },
      reason: reasonIn(payload),
      before: { has_second_factor: true },
      after: { has_second_factor: false },
    });
    return { id };
  },
};

export async function requestClearing(ctx: Ctx<Admin>, adminId: string, reason: string): Promise<approvals.Pending> {
  await approvals.closeStale(ctx, secondFactorClear, adminId);
  await lockClearable(ctx, adminId);
  const asked = { targetId: adminId, reason: 'two_person_rule', payload: { reason } };
  return approvals.request(ctx, secondFactorClear, asked);
}

function reasonIn(payload: unknown): string | null {
  const isGiven = payload !== null && typeof payload === 'object' && 'reason' in payload;
  return isGiven && typeof payload.reason === 'string' ? payload.reason : null;
}
