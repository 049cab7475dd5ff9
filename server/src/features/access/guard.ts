import type { Database, Tx } from '../../kit/db/database.ts';
import { refuse } from '../../kit/errors.ts';
import type { AuthRequest, Guard, GuardSpec } from '../../kit/http/endpoint.ts';
import { endpointsFor } from '../../kit/http/endpoints.ts';
import { isId } from '../../kit/http/schema.ts';
import { bearerToken, type Claims, type Tokens } from '../../kit/tokens.ts';
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
import { type FoundCaller, findCaller, lockCallerForShare } from './sql.ts';

/** The admin who makes a request, as stored at the time of the request. */
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
      requireValidToken(claims, found);
      if (byCookie && request.method !== 'GET' && !isSameSite(request)) refuse(csrfRejected);
      requirePasswordResetAndMfa(request, found, mfaRequired);
      const { row, permissions, now } = found;
      requirePermission(request, permissions);
      const { email, role, value: callerValue } = row;
      const id = claims.sub;
      const session = { id: sessionIdOf(claims), expiresAt: expiryOf(claims), tokenVersion: row.token_version };
      const caller: Admin = { id, email, role, permissions, session };
      const confirm = (tx: Tx) => confirmCaller(tx, claims, request);
      const mayReadResponse = mayRead(request, permissions);
      return { caller, callerId: id, permissions, mayReadResponse, now, callerValue, confirm };
    },
  };
}

/**
 * Whether the caller may read the objects of an endpoint: `users:ban` changes users, and `users:read` reads them. A
 * real call shows its reply to callers without that permission too, because the audit log records the call; a dry run
 * is not recorded.
 */
function mayRead({ access }: AuthRequest, permissions: readonly string[]): boolean {
  if (typeof access === 'string') return true;
  const readers = access.map((permission) => permission.replace(/:.*/, ':read')).filter(isPermission);
  return readers.length === 0 || readers.some((reader) => hasPermission(permissions, reader));
}

const expiryOf = (claims: Claims): Date => new Date(claims.exp * 1000);

/** The header takes precedence over the cookie. */
function credentialOf(request: AuthRequest): { token: string; byCookie: boolean } {
  const { authorization, cookie } = request.headers;
  if (typeof authorization === 'string') {
    return { token: bearerToken(authorization) ?? refuse(invalidToken), byCookie: false };
  }
  const pairs = typeof cookie === 'string' ? cookie.split(';').map((pair) => pair.trim()) : [];
  const token = pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  return token ? { token, byCookie: true } : refuse(unauthorized);
}

/** The order of the checks is fixed: expired or deleted, then disabled, then revoked. */
function requireValidToken(claims: Claims, { row, now }: FoundCaller): void {
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

/** Applies to admins with a second factor, whether or not the installation requires one. */
function requireRecentSecondFactor(request: AuthRequest, { row, now }: FoundCaller): void {
  const shownAt = row.second_factor_at?.getTime() ?? 0;
  // A session from before the setup must show the second factor before its first change.
  if (request.isWrite && shownAt === 0) refuse(stepUpRequired);
  if (request.stepUp && now.getTime() - shownAt > secondFactorFreshMs) refuse(stepUpRequired);
}

/** If the installation requires a second factor, guarded endpoints refuse admins without one. */
function refuseWithoutSecondFactor({ stepUp }: AuthRequest, { permissions }: FoundCaller): void {
  const isGuarded = guardedPermissions.some((permission) => hasPermission(permissions, permission));
  if (isGuarded || stepUp) refuse(stepUpRequired);
}

function requirePermission({ access }: AuthRequest, permissions: readonly string[]): void {
  if (access === 'anyone' || access === 'signed_in') return;
  if (!access.some((permission) => hasPermission(permissions, permission)))
    refuse(insufficientPermissions, { required: [...access] });
}

/** Checks again at the end of a change: the admin may have been disabled or signed out while it waited for a lock. */
async function confirmCaller(tx: Tx, claims: Claims, request: AuthRequest): Promise<void> {
  const locked = (await lockCallerForShare(tx, claims)) ?? refuse(invalidToken);
  // Changes by this transaction, such as signing out, do not revoke its own permission.
  if (locked.is_own) return;
  if (locked.is_active === null) refuse(invalidToken);
  if (!locked.is_active) refuse(adminDisabled);
  if (locked.token_version !== claims.token_version || locked.is_revoked) refuse(tokenRevoked);
  requirePermission(request, locked.permissions);
}
