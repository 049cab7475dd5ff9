import type { Database, Tx } from '../../kit/db/database.ts';
import { refuse } from '../../kit/errors.ts';
import type { AuthRequest, Guard, GuardSpec } from '../../kit/http/endpoint.ts';
import { endpointsFor } from '../../kit/http/endpoints.ts';
import { isId } from '../../kit/http/schema.ts';
import { bearerToken, type Claims, type Tokens } from '../../kit/tokens.ts';
import { type FoundCaller, findCaller, lockCallerForShare } from './caller.sql.ts';
import {
  adminDisabled,
  csrfRejected,
  insufficientPermissions,
  invalidToken,
  passwordResetRequired,
  stepUpRequired,
  tokenRevoked,
  unauthorized,
} from './errors.ts';
import {
  guardedPermissions,
  hasPermission,
  isPermission,
  type Permission,
  secondFactorFreshMs,
  sessionIdOf,
} from './rules.ts';

/** An admin who has come in: as the database has it at this very request, not as the token once said. */
export interface Admin {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly permissions: readonly string[];
  readonly session: { readonly id: string; readonly expiresAt: Date; readonly tokenVersion: number };
}

export const cookieName = 'svc_admin_token';

const adminGuardSpec: GuardSpec = {
  name: 'admin',
  strict: true,
  security: {
    adminBearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    adminCookie: { type: 'apiKey', in: 'cookie', name: cookieName },
  },
  rates: { read: 'admin_read', write: 'admin_write' },
  changesAtOnce: 4,
  refusals: [
    unauthorized,
    invalidToken,
    tokenRevoked,
    adminDisabled,
    insufficientPermissions,
    passwordResetRequired,
    stepUpRequired,
  ],
  changeRefusals: [csrfRejected],
};

/** An endpoint for admins. `access` lists permissions, any one of which is sufficient. */
export const adminEndpoint = endpointsFor<Admin, Permission>(adminGuardSpec);

export function adminGuard(database: Database, tokens: Tokens, mfaRequired: boolean): Guard {
  return {
    async authenticate(request) {
      const { token, byCookie } = credentialOf(request);
      const claims = tokens.verify(token) ?? refuse(invalidToken);
      if (!isId(claims.sub)) return refuse(invalidToken);
      const found = (await findCaller(database, claims, request.callerValue)) ?? refuse(invalidToken);
      mustBeValid(claims, found);
      if (byCookie && request.method !== 'GET' && !isSameSite(request)) refuse(csrfRejected);
      requirePasswordResetAndMfa(request, found, mfaRequired);
      const { row, permissions, now } = found;
      mustBeAllowed(request, permissions);
      const { email, role, value: callerValue } = row;
      const id = claims.sub;
      const session = { id: sessionIdOf(claims), expiresAt: expiryOf(claims), tokenVersion: row.token_version };
      const caller: Admin = { id, email, role, permissions, session };
      const confirm = (tx: Tx) => mustStillBeAllowed(tx, claims, request);
      const mayReadAnswer = mayRead(request, permissions);
      return { caller, callerId: id, permissions, mayReadAnswer, now, callerValue, confirm };
    },
  };
}

/**
 * Whether the caller may read what an endpoint is about: `users:ban` changes users, and `users:read` reads them. A real
 * call shows its reply to callers without that permission too, because the audit log records the call; a dry run is not
 * recorded.
 */
function mayRead({ access }: AuthRequest, permissions: readonly string[]): boolean {
  if (typeof access === 'string') return true;
  const readers = access.map((permission) => permission.replace(/:.*/, ':read')).filter(isPermission);
  return readers.length === 0 || readers.some((reader) => hasPermission(permissions, reader));
}

const expiryOf = (claims: Claims): Date => new Date(claims.exp * 1000);

/** The header wins over the cookie. */
function credentialOf(request: AuthRequest): { token: string; byCookie: boolean } {
  const { authorization, cookie } = request.headers;
  if (typeof authorization === 'string') {
    return { token: bearerToken(authorization) ?? refuse(invalidToken), byCookie: false };
  }
  const pairs = typeof cookie === 'string' ? cookie.split(';').map((pair) => pair.trim()) : [];
  const token = pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  return token ? { token, byCookie: true } : refuse(unauthorized);
}

/** The order is fixed: expired or gone, then disabled, then revoked. */
function mustBeValid(claims: Claims, { row, now }: FoundCaller): void {
  if (!(expiryOf(claims) > now)) refuse(invalidToken);
  if (!row.is_active) refuse(adminDisabled);
  if (claims.token_version !== row.token_version || row.is_revoked) refuse(tokenRevoked);
}

function isSameSite({ headers }: AuthRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (typeof origin !== 'string') return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

function requirePasswordResetAndMfa(request: AuthRequest, found: FoundCaller, mfaRequired: boolean): void {
  if (found.row.must_reset_password && !request.exemptFrom.includes('password_reset')) refuse(passwordResetRequired);
  if (request.exemptFrom.includes('second_factor')) return;
  if (found.row.has_second_factor) requireRecentSecondFactor(request, found);
  else if (mfaRequired) refuseWithoutSecondFactor(request, found);
}

/** An admin who has set up a second factor uses it, whether or not the installation requires one. */
function requireRecentSecondFactor(request: AuthRequest, { row, now }: FoundCaller): void {
  const shownAt = row.second_factor_at?.getTime() ?? 0;
  // A session from before it was set up may be a thief's, so it shows the second factor before it changes anything.
  if (request.isWrite && shownAt === 0) refuse(stepUpRequired);
  if (request.stepUp && now.getTime() - shownAt > secondFactorFreshMs) refuse(stepUpRequired);
}

/** Where the installation requires a second factor, an admin without one is refused what it guards. */
function refuseWithoutSecondFactor({ stepUp }: AuthRequest, { permissions }: FoundCaller): void {
  const isGuarded = guardedPermissions.some((permission) => hasPermission(permissions, permission));
  if (isGuarded || stepUp) refuse(stepUpRequired);
}

function mustBeAllowed({ access }: AuthRequest, held: readonly string[]): void {
  if (access === 'anyone' || access === 'signed_in') return;
  if (!access.some((permission) => hasPermission(held, permission)))
    refuse(insufficientPermissions, { required: [...access] });
}

/** Who was disabled, signed out or given less while their change waited does not make it. */
async function mustStillBeAllowed(tx: Tx, claims: Claims, request: AuthRequest): Promise<void> {
  const held = (await lockCallerForShare(tx, claims)) ?? refuse(invalidToken);
  // What they did to their own account, as by signing out, was judged before it was done.
  if (held.is_own) return;
  if (held.is_active === null) refuse(invalidToken);
  if (!held.is_active) refuse(adminDisabled);
  if (held.token_version !== claims.token_version || held.is_revoked) refuse(tokenRevoked);
  mustBeAllowed(request, held.permissions);
}
