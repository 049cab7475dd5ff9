import type { Tx } from '../../../kit/db/database.ts';
import { notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { newId } from '../../../kit/id.ts';
import type { Tokens } from '../../../kit/tokens.ts';
import {
  type Admin,
  adminDisabled,
  cookieName,
  inOrder,
  insertSession,
  invalidCredentials,
  listSessions,
  revokeSession,
  revokeSessions,
} from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { sessionSeconds } from '../rules.ts';
import type { AdminRow } from '../schema.ts';
import {
  type Credentials,
  findAdmin,
  findCredentialsById,
  lockAdmin,
  markSignedIn,
  rehashAdmin,
  updateAdmin,
} from '../sql.ts';
import type { VerifiedSignIn } from './proof.ts';
import type { SecondFactorKeys } from './second-factor.ts';

export interface Keys extends SecondFactorKeys {
  readonly tokens: Tokens;
  /** Whether the cookie has `Secure`. */
  readonly secureCookie: boolean;
}

interface Opening {
  userAgent: string | null;
  secondFactor: boolean;
}

export async function signIn(ctx: Ctx, keys: Keys, proven: VerifiedSignIn, userAgent: string | null) {
  const admin = await lockProven(ctx.tx, proven.credentials);
  if (proven.rehash) await rehashAdmin(ctx.tx, admin.id, proven.rehash);
  const caller = { id: admin.id, email: admin.email };
  await audit.record({ ...ctx, caller }, { action: 'admin.sign_in', target: { type: 'admin', id: admin.id } });
  return openSession(ctx, keys, admin, { userAgent, secondFactor: proven.secondFactor });
}

/** Refuses if the password was replaced after it was checked in `prepare`. */
async function lockProven(tx: Tx, { id, password_hash }: Credentials): Promise<AdminRow> {
  const admin = (await lockAdmin(tx, id)) ?? refuse(invalidCredentials);
  const current = await findCredentialsById(tx, id);
  if (current?.password_hash !== password_hash) return refuse(invalidCredentials);
  return admin.is_active ? admin : refuse(adminDisabled);
}

async function openSession(ctx: Ctx, keys: Keys, admin: AdminRow, { userAgent, secondFactor }: Opening) {
  const iat = Math.floor(ctx.now.getTime() / 1000);
  const exp = iat + sessionSeconds;
  const jti = newId();
  await insertSession(ctx.tx, {
    id: jti,
    admin_id: admin.id,
    ip: ctx.ip,
    user_agent: userAgent?.slice(0, 300) ?? null,
    second_factor_at: secondFactor ? ctx.now : null,
    created_at: ctx.now,
    expires_at: new Date(exp * 1000),
  });
  await markSignedIn(ctx.tx, admin.id, ctx.now);
  const { id, email, name, role, token_version, must_reset_password } = admin;
  const token = keys.tokens.sign({ sub: id, role, token_version, jti, iat, exp });
  ctx.header('set-cookie', cookie(token, sessionSeconds, keys.secureCookie));
  const permissions = inOrder(admin.permissions);
  return { access_token: token, admin: { id, email, name, role, permissions, must_reset_password } };
}

function cookie(value: string, maxAge: number, secure: boolean): string {
  return `${cookieName}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAge}${secure ? '; Secure' : ''}`;
}

/** Ends all other sessions; this one continues with a new token. */
export async function changePassword(
  ctx: Ctx<Admin>,
  keys: Keys,
  proven: Credentials,
  passwordHash: string,
  opening: Opening,
) {
  const { id } = ctx.caller;
  await lockProven(ctx.tx, proven);
  const change = { password_hash: passwordHash, must_reset_password: false };
  await updateAdmin(ctx.tx, id, change, ctx.now, true);
  await revokeSessions(ctx.tx, id, ctx.now);
  const after = { must_reset_password: false };
  await audit.record(ctx, { action: 'admin.change_password', target: { type: 'admin', id }, after });
  const admin = (await findAdmin(ctx.tx, id)) ?? refuse(invalidCredentials);
  return openSession(ctx, keys, admin, opening);
}

export async function signOut(ctx: Ctx<Admin>, keys: Keys): Promise<void> {
  const { id, session } = ctx.caller;
  await revokeSession(ctx.tx, session.id, id, session.expiresAt, ctx.now);
  ctx.header('set-cookie', cookie('', 0, keys.secureCookie));
  await audit.record(ctx, { action: 'admin.sign_out', target: { type: 'admin', id } });
}

export async function endSession(ctx: Ctx<Admin>, sessionId: string): Promise<void> {
  const { id } = ctx.caller;
  const sessions = await listSessions(ctx.tx, id, ctx.now);
  const session = sessions.find((row) => row.id === sessionId) ?? refuse(notFound);
  await revokeSession(ctx.tx, session.id, id, session.expires_at, ctx.now);
  await audit.record(ctx, { action: 'admin.end_session', target: { type: 'admin', id } });
}
