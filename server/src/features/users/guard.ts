import { busy, forAccepted, orRefusal } from '../../kit/batch-queue.ts';
import { arrayLiteral, type NumberedRow, withCallerValue } from '../../kit/db/batched-read.ts';
import type { Database, Tx } from '../../kit/db/database.ts';
import { Refused, refuse } from '../../kit/errors.ts';
import type { AuthRequest, AuthResult, BatchCtx, Guard, GuardSpec, Headers } from '../../kit/http/endpoint.ts';
import { endpointsFor } from '../../kit/http/endpoints.ts';
import { isId } from '../../kit/http/schema.ts';
import { bearerToken, type Claims, type Tokens } from '../../kit/tokens.ts';
import { invalidToken, tokenRevoked, unauthorized } from '../access/public.ts';
import type { AccessList } from './access-list.ts';
import type { Status } from './rules.ts';
import { findTokenChecks, lockTokenChecks, type TokenCheck } from './sql.ts';
import { liftSuspension, mustBeActive, statusRefusals } from './status.ts';

/** The user who makes a request, as stored at the time of the request. */
export interface User {
  readonly id: string;
  readonly countryCode: string | null;
  readonly language: string | null;
  readonly isGuest: boolean;
  readonly token: { readonly id: string; readonly expiresAt: Date; readonly version: number };
}

const userGuardSpec: GuardSpec = {
  name: 'user',
  strict: false,
  security: { userBearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  rates: { read: 'user', write: 'user' },
  queuesByCaller: true,
  refusals: [unauthorized, invalidToken, tokenRevoked, ...statusRefusals],
};

export const userEndpoint = endpointsFor<User, never>(userGuardSpec);

interface CallerRow extends NumberedRow {
  status: Status;
  suspended_until: Date | null;
  token_version: number;
  is_revoked: boolean;
  country_code: string | null;
  language: string | null;
  is_guest: boolean;
  now_ms: number;
  value: unknown;
}

const findCaller = withCallerValue<CallerRow, Claims>({
  name: 'user_caller',
  values: (claims) => [arrayLiteral(claims.map(({ sub }) => sub)), arrayLiteral(claims.map(({ jti }) => jti))],
  text: (value) => `
  select q.n, u.status, u.suspended_until, u.token_version, r.id is not null as is_revoked,
         u.country_code, u.language, u.is_guest, (extract(epoch from clock()) * 1000)::float8 as now_ms,
         ${value('q.user_id')} as value
  from unnest($1::uuid[], $2::uuid[]) with ordinality as q (user_id, token_id, n)
  join users u on u.id = q.user_id
  left join user_revoked_tokens r on r.id = q.token_id`,
});

/** Refuses users who were banned, deleted or signed out since they were authenticated. */
export function mustStillBeSignedIn(
  { token }: User,
  user: Pick<TokenCheck, 'status' | 'suspendedUntil' | 'tokenVersion'>,
  now: Date,
): void {
  mustBeActive(user, now);
  if (user.tokenVersion !== token.version) refuse(tokenRevoked);
}

/** Checks again at the end of a change, which may have waited; a token that the change itself revoked is valid. */
async function confirmUser(tx: Tx, user: User): Promise<void> {
  const [refused] = await confirmCallers(tx, [user]);
  if (refused) throw refused;
}

function requireValidToken(user: User, found: TokenCheck): void {
  mustStillBeSignedIn(user, found, found.now);
  if (found.isRevoked) refuse(tokenRevoked);
}

/**
 * Runs the work for the requests of a batch whose callers are still valid. Locks the callers, who are all different,
 * until the batch ends; `busy` if another transaction has locked one.
 */
export async function forLockedCallers<Request extends { readonly caller: User }, Outcome>(
  { tx, wait }: BatchCtx,
  requests: readonly Request[],
  work: (some: readonly Request[]) => Promise<readonly Outcome[]>,
): Promise<(Outcome | Refused | typeof busy)[]> {
  const tokens = tokensOf(requests.map(({ caller }) => caller));
  const locked = new Map((await lockTokenChecks(tx, tokens, { wait })).map((found) => [found.id, found]));
  const checked = requests.map((request) => {
    const found = locked.get(request.caller.id);
    return found ? (refusalOf(() => requireValidToken(request.caller, found)) ?? request) : busy;
  });
  return forAccepted(checked, work);
}

/** The refusal of each caller of a batch, without locks. */
export async function confirmCallers(tx: Tx, users: readonly User[]): Promise<(Refused | undefined)[]> {
  const checks = new Map((await findTokenChecks(tx, tokensOf(users))).map((found) => [found.id, found]));
  return users.map((user) => refusalOf(() => requireValidToken(user, checks.get(user.id) ?? refuse(invalidToken))));
}

const tokensOf = (users: readonly User[]) => users.map(({ id, token }) => ({ id, tokenId: token.id }));

function refusalOf(check: () => void): Refused | undefined {
  const outcome = orRefusal(check);
  return outcome instanceof Refused ? outcome : undefined;
}

/** Authenticates the token of a request. */
export type Identify = (
  request: { readonly headers: Headers; readonly requestId: string },
  own?: AuthRequest['callerValue'],
) => Promise<AuthResult<User>>;

export function identifyUser(
  database: Database,
  tokens: Tokens,
  noteSeen: (userId: string, atMs: number) => void = () => {},
): Identify {
  return async ({ headers, requestId }, own) => {
    const claims = claimsOf(tokens, headers.authorization);
    const row = (await findCaller(own)(database, claims)) ?? refuse(invalidToken);
    const now = new Date(row.now_ms);
    const expiresAt = new Date(claims.exp * 1000);
    if (!(expiresAt > now)) return refuse(invalidToken);
    // The status is checked first, so that banned users get that error with any token.
    mustBeActive({ status: row.status, suspendedUntil: row.suspended_until }, now);
    if (claims.token_version !== row.token_version || row.is_revoked) return refuse(tokenRevoked);
    const { country_code: countryCode, language, is_guest: isGuest } = row;
    const id = claims.sub;
    const token = { id: claims.jti, expiresAt, version: row.token_version };
    const caller: User = { id, countryCode, language, isGuest, token };
    noteSeen(id, row.now_ms);
    // An elapsed suspension is stored before the response, so that later reads agree.
    if (row.status === 'suspended') await database.transaction((tx, at) => liftSuspension(tx, at, id, requestId));
    return { caller, callerId: id, now, callerValue: row.value, confirm: (tx) => confirmUser(tx, caller) };
  };
}

function claimsOf(tokens: Tokens, authorization: Headers[string]): Claims {
  if (typeof authorization !== 'string') return refuse(unauthorized);
  const token = bearerToken(authorization);
  const claims = token === undefined ? undefined : tokens.verify(token);
  return claims && isId(claims.sub) && isId(claims.jti) ? claims : refuse(invalidToken);
}

interface KnownUsers {
  readonly tokens: Tokens;
  readonly access: AccessList;
  readonly noteSeen: (userId: string, atMs: number) => void;
}

/** Shared reads check their caller against the token and the access list where these suffice, all else in the database. */
export function userGuard(identify: Identify, known?: KnownUsers): Guard {
  return {
    async authenticate(request) {
      const found = request.isShared && known ? findKnown(known, request.headers) : undefined;
      return found ?? identify(request, request.callerValue);
    },
  };
}

function findKnown({ tokens, access, noteSeen }: KnownUsers, { authorization }: Headers): AuthResult<User> | undefined {
  const claims = claimsOf(tokens, authorization);
  const found = access.find(claims);
  if (!found) return undefined;
  const { holder, now } = found;
  const expiresAt = new Date(claims.exp * 1000);
  if (!(expiresAt > now)) return refuse(invalidToken);
  const { countryCode, language, isGuest } = holder;
  const id = claims.sub;
  noteSeen(id, now.getTime());
  const token = { id: claims.jti, expiresAt, version: claims.token_version };
  return { caller: { id, countryCode, language, isGuest, token }, callerId: id, now };
}
