import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
import { busy, forAccepted, orRefusal } from '../../kit/batch-queue.ts';
import type { Database, Tx } from '../../kit/db/database.ts';
import { notFound, type Refused, refusal, refuse } from '../../kit/errors.ts';
import type { BatchCtx, Ctx } from '../../kit/http/endpoint.ts';
import { newId } from '../../kit/id.ts';
import { languageTag } from '../../kit/language.ts';
import type { Rehash } from '../../kit/passwords.ts';
import { mustMatch } from '../../kit/revision.ts';
import type { Tokens } from '../../kit/tokens.ts';
import {
  emailTaken,
  invalidCredentials,
  mustNotBeThrottled,
  throttledCheck,
  throttleKey,
  userPasswords,
} from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { identityTaken } from './errors.ts';
import type { ProvenIdentity } from './gateways.ts';
import { forLockedCallers, mustStillBeSignedIn, type User } from './guard.ts';
import { claimed, seenEveryMs, tokenSeconds } from './rules.ts';
import {
  type GuestBody,
  type PushPrefs,
  type RegisterBody,
  showMe,
  type UpdateMeBody,
  type UserRow,
} from './schema.ts';
import {
  findByEmail,
  findIdentity,
  findUser,
  insertGuests,
  insertIdentity,
  insertUser,
  listGuestsOf,
  listUsers,
  lockIdentity,
  lockUser,
  markSeen,
  newDeviceSecret,
  putDevices,
  rehashUser,
  revokeToken,
  takeDeletion,
  type UserChange,
  updateStreaks,
  updateUser,
} from './sql.ts';
import { liftSuspension, mustBeActive } from './status.ts';

interface Profile {
  countryCode?: string | null | undefined;
  language?: string | null | undefined;
}

const profileOf = ({ countryCode, language }: Profile) => ({
  ...(countryCode !== undefined && { country_code: countryCode?.toUpperCase() ?? null }),
  ...(language !== undefined && { language: language === null ? null : languageTag(language) }),
});

export interface GuestRequest {
  readonly requestId: string;
  readonly ip: string;
  readonly body: Static<typeof GuestBody>;
}

/** A guest who signs in; `secret` is the device secret of a new one. */
interface GuestSignIn {
  readonly request: GuestRequest;
  readonly userId: string;
  readonly secret?: string;
}

/**
 * Signs devices in as guests: with the secret of its first sign-in a device gets the same guest, without one a new
 * guest is created, and its secret is returned once.
 */
export async function signInGuests({ tx, now, wait }: BatchCtx, tokens: Tokens, requests: readonly GuestRequest[]) {
  return forAccepted(await identifyGuests(tx, requests), async (guests) => {
    const made = guests.filter(({ secret }) => secret !== undefined);
    const profiles = made.map(({ userId: id, request }) => ({ id, ...profileOf(request.body) }));
    if (profiles.length > 0) await insertGuests(tx, profiles, now);
    const users = await listUsers(
      tx,
      guests.map(({ userId }) => userId),
    );
    const active = await Promise.all(
      guests.map(async (guest) => {
        const found = users.get(guest.userId);
        if (found?.deletesAt && !wait) return busy;
        const user = await keptUser({ tx, now, ...guest.request }, found);
        return orRefusal(() => ({ ...guest, user: activeUser(user, now), ...guest.request }));
      }),
    );
    return forAccepted(active, async (signingIn) => {
      const devices = signingIn.map(({ userId, secret, body, ip }) => ({ ...body, userId, ip, secret }));
      await putDevices(tx, devices, now);
      const signedIn = await signInAll({ tx, now }, tokens, signingIn);
      return signedIn.map((one, n) => {
        const deviceSecret = signingIn[n]?.secret;
        return { ...one, ...(deviceSecret !== undefined && { deviceSecret }) };
      });
    });
  });
}

/** The guest of each request, by its secret. */
async function identifyGuests(tx: Tx, requests: readonly GuestRequest[]): Promise<(GuestSignIn | Refused)[]> {
  const returning = requests.filter(({ body }) => body.deviceSecret !== undefined);
  const shown = returning.map(({ body: { deviceId, deviceSecret = '' } }) => ({ deviceId, secret: deviceSecret }));
  const found = shown.length > 0 ? await listGuestsOf(tx, shown) : [];
  const guestOf = new Map(returning.map((request, n) => [request, found[n]]));
  return requests.map((request) => {
    if (request.body.deviceSecret === undefined) return { request, userId: newId(), secret: newDeviceSecret() };
    const userId = guestOf.get(request);
    return userId === undefined ? refusal(invalidCredentials) : { request, userId };
  });
}

/**
 * Registers a new user, or converts the guest, who keeps everything. Tokens of the guest are revoked, because others
 * who hold one would have access to the account.
 */
export async function register(
  ctx: Ctx,
  tokens: Tokens,
  given: Omit<Static<typeof RegisterBody>, 'password'>,
  passwordHash: string,
  guest: User | undefined,
) {
  if (await findByEmail(ctx.tx, given.email)) refuse(emailTaken);
  const account = {
    is_guest: false,
    auth_provider: 'password' as const,
    email: given.email,
    password_hash: passwordHash,
    ...(given.displayName !== undefined && { display_name: given.displayName }),
    ...(given.phoneE164 !== undefined && { phone_e164: given.phoneE164 }),
    ...profileOf(given),
  };
  if (guest) {
    // Only the first of concurrent requests with one token succeeds.
    await lockSelf(ctx, guest);
    await updateUser(ctx.tx, guest.id, account, ctx.now, true);
    return signIn(ctx, tokens, guest.id);
  }
  const id = newId();
  await insertUser(ctx.tx, { id, ...account }, ctx.now);
  return signIn(ctx, tokens, id);
}

/**
 * Signs in the user of an identity. A new one is linked to the caller: a guest, who becomes a registered user and keeps
 * everything, or a registered user; without a caller a new user is created. An email address that another user has
 * does not link anything, because it proves less than the identity.
 */
export async function signInWith(
  ctx: Ctx,
  tokens: Tokens,
  { identity, caller, profile }: { identity: ProvenIdentity; caller: User | undefined; profile: Profile },
) {
  const { tx, now } = ctx;
  await lockIdentity(tx, identity);
  const owner = await findIdentity(tx, identity);
  if (owner !== undefined) {
    if (caller && caller.id !== owner) refuse(identityTaken);
    return signIn(ctx, tokens, owner);
  }
  const id = caller?.id ?? newId();
  if (caller) await lockSelf(ctx, caller);
  if (!caller || caller.isGuest) {
    const { email, name } = identity;
    const isFree = email !== null && (await findByEmail(tx, email)) === undefined;
    const account = {
      is_guest: false,
      auth_provider: identity.provider,
      ...(isFree && { email }),
      ...(name !== null && { display_name: name }),
      ...profileOf(profile),
    };
    if (caller) await updateUser(tx, id, account, now, true);
    else await insertUser(tx, { id, ...account }, now);
  }
  if (!(await insertIdentity(tx, identity, id, now))) refuse(identityTaken);
  return signIn(ctx, tokens, id);
}

/** Suspended, banned and deleted users get no token. */
function activeUser(user: UserRow | undefined, now: Date): UserRow {
  if (!user) return refuse(invalidCredentials);
  mustBeActive(user, now);
  return user;
}

/** Cancels the deletion of the account, if there is one. A deletion that has begun is waited for. */
async function keptUser(
  { tx, now, requestId }: Pick<Ctx, 'tx' | 'now' | 'requestId'>,
  found: UserRow | undefined,
): Promise<UserRow | undefined> {
  if (!found?.deletesAt) return found;
  const user = await lockUser(tx, found.id);
  if (await takeDeletion(tx, found.id)) {
    const change = { before: { deletesAt: found.deletesAt }, after: { deletesAt: null } };
    const target = { type: 'user', id: found.id };
    await audit.record(audit.systemCtx(tx, now, requestId), { action: 'user.cancel_deletion', target, ...change });
  }
  return user;
}

export async function signIn(ctx: Ctx, tokens: Tokens, id: string) {
  const { tx, now, requestId } = ctx;
  const user = activeUser(await keptUser(ctx, await findUser(tx, id)), now);
  const [signedIn] = await signInAll({ tx, now }, tokens, [{ user, requestId }]);
  return signedIn ?? refuse(invalidCredentials);
}

async function signInAll(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  tokens: Tokens,
  signingIn: readonly { readonly user: UserRow; readonly requestId: string }[],
) {
  for (const { user, requestId } of signingIn) {
    if (user.status === 'suspended') await liftSuspension(tx, now, user.id, requestId);
  }
  const seen = signingIn.map(({ user }) => [user.id, now.getTime()] as const);
  await markSeen(tx, seen, seenEveryMs);
  return signingIn.map(({ user }) => issueToken(tokens, user, now));
}

function issueToken(tokens: Tokens, user: UserRow, now: Date) {
  const iat = Math.floor(now.getTime() / 1000);
  const { countryCode, language, isGuest, tokenVersion } = user;
  const holder = { countryCode, language, isGuest };
  const claims = { sub: user.id, token_version: tokenVersion, jti: newId(), iat, exp: iat + tokenSeconds, holder };
  return { access_token: tokens.sign(claims), user: showMe(user, now) };
}

interface ProvenUser {
  readonly id: string;
  readonly rehash: Rehash | undefined;
}

/** Checks a password; failures are throttled as for admins. */
export async function verifyUser(
  { database, ip }: { database: Database; ip: string },
  given: { email: string; password: string },
): Promise<ProvenUser> {
  const key = throttleKey(`user ${given.email}`, ip);
  await mustNotBeThrottled(database, key);
  const found = await findByEmail(database.db, given.email);
  const matches = await userPasswords.matches(given.password, found?.passwordHash ?? undefined, ip);
  const result = await throttledCheck(database, key, async () => (matches ? 'right' : 'wrong'));
  if (result === 'wrong' || !found?.passwordHash) return refuse(invalidCredentials);
  return { id: found.id, rehash: await userPasswords.rehashed(given.password, found.passwordHash, ip) };
}

export async function signInProven(ctx: Ctx, tokens: Tokens, { id, rehash }: ProvenUser) {
  if (rehash) await rehashUser(ctx.tx, id, rehash);
  return signIn(ctx, tokens, id);
}

export async function signOut(ctx: Ctx<User>): Promise<void> {
  const { id, token } = ctx.caller;
  await revokeToken(ctx.tx, token.id, id, token.expiresAt);
}

/** Refuses callers who were banned, deleted or signed out while this waited for the lock. */
export async function lockSelf(ctx: Ctx, caller: User): Promise<UserRow> {
  const user = (await lockUser(ctx.tx, caller.id)) ?? refuse(notFound);
  mustStillBeSignedIn(caller, user, ctx.now);
  return user;
}

/** An edit without changes keeps the revision. */
async function edit(ctx: Ctx<User>, change: UserChange): Promise<UserRow> {
  const user = await lockSelf(ctx, ctx.caller);
  mustMatch(ctx.ifMatch, user.revision);
  const { displayName, avatarUrl, countryCode, language, pushPrefs } = user;
  const current: UserChange = {
    display_name: displayName,
    avatar_url: avatarUrl,
    country_code: countryCode,
    language,
    push_drops: pushPrefs.drops,
    push_marketing: pushPrefs.marketing,
    push_moderation: pushPrefs.moderation,
  };
  if (isDeepStrictEqual({ ...current, ...change }, current)) return user;
  await updateUser(ctx.tx, user.id, change, ctx.now);
  return (await findUser(ctx.tx, user.id)) ?? refuse(notFound);
}

export const updateMe = (ctx: Ctx<User>, given: Static<typeof UpdateMeBody>): Promise<UserRow> =>
  edit(ctx, {
    ...(given.displayName !== undefined && { display_name: given.displayName }),
    ...(given.avatarUrl !== undefined && { avatar_url: given.avatarUrl }),
    ...profileOf(given),
  });

export const updatePush = (ctx: Ctx<User>, prefs: Partial<Static<typeof PushPrefs>>): Promise<UserRow> =>
  edit(ctx, {
    ...(prefs.drops !== undefined && { push_drops: prefs.drops }),
    ...(prefs.marketing !== undefined && { push_marketing: prefs.marketing }),
    ...(prefs.moderation !== undefined && { push_moderation: prefs.moderation }),
  });

/** A second claim on the same UTC day changes nothing. */
export const claimStreaks = (ctx: BatchCtx, requests: readonly { readonly caller: User }[]) =>
  forLockedCallers(ctx, requests, async (some) => {
    const users = await listUsers(
      ctx.tx,
      some.map(({ caller }) => caller.id),
    );
    const found = some.map(({ caller }) => users.get(caller.id) ?? refusal(notFound));
    return forAccepted(found, async (locked) => {
      const claims = locked.map(({ id: userId, streak }) => ({ userId, ...claimed(streak, ctx.now) }));
      const counted = claims.filter((one) => one.claimed);
      if (counted.length > 0) await updateStreaks(ctx.tx, counted, ctx.now);
      return claims;
    });
  });
