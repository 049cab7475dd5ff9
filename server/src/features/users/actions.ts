import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../kit/db/database.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
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
import { type Device, findGuestOf, newDeviceSecret, putDevice } from './devices.sql.ts';
import { mustStillBeSignedIn, type User } from './guard.ts';
import { markSeen } from './last-seen.sql.ts';
import { claimed, seenEveryMs, tokenSeconds } from './rules.ts';
import { showMe } from './schema.ts';
import {
  findByEmail,
  findUser,
  insertUser,
  lockUser,
  rehashUser,
  revokeToken,
  type UserChange,
  type UserRow,
  updateUser,
} from './sql.ts';
import { liftSuspension, mustBeActive } from './status.ts';

export interface Profile {
  countryCode?: string | null | undefined;
  language?: string | null | undefined;
}

const profileOf = ({ countryCode, language }: Profile) => ({
  ...(countryCode !== undefined && { country_code: countryCode?.toUpperCase() ?? null }),
  ...(language !== undefined && { language: language === null ? null : languageTag(language) }),
});

/**
 * Signs a device in as a guest: the one it was before, if it shows the secret that it was given then, or without any a
 * new one, whose secret is shown this once.
 */
export async function enterAsGuest(ctx: Ctx, tokens: Tokens, device: Device & Profile & { deviceSecret?: string }) {
  const { deviceId, deviceSecret } = device;
  const known =
    deviceSecret === undefined
      ? undefined
      : ((await findGuestOf(ctx.tx, deviceId, deviceSecret)) ?? refuse(invalidCredentials));
  const id = known ?? newId();
  const secret = known === undefined ? newDeviceSecret() : undefined;
  if (known === undefined) {
    await insertUser(ctx.tx, { id, is_guest: true, auth_provider: 'guest', ...profileOf(device) }, ctx.now);
  }
  await putDevice(ctx.tx, id, device, { ip: ctx.ip, now: ctx.now, secret });
  return { ...(await signIn(ctx, tokens, id)), ...(secret !== undefined && { deviceSecret: secret }) };
}

export interface Registration extends Profile {
  email: string;
  displayName?: string | undefined;
  phoneE164?: string | undefined;
}

/**
 * Registers a new user, or turns the guest who asks into a registered one, who keeps everything. Tokens of the guest end:
 * whoever else held one would hold the account.
 */
export async function register(
  ctx: Ctx,
  tokens: Tokens,
  given: Registration,
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
    // Of many who come with one token the first is registered, which ends the token.
    await lockSelf(ctx, guest);
    await updateUser(ctx.tx, guest.id, account, ctx.now, true);
    return signIn(ctx, tokens, guest.id);
  }
  const id = newId();
  await insertUser(ctx.tx, { id, ...account }, ctx.now);
  return signIn(ctx, tokens, id);
}

/** Issues a token; who is suspended, banned or deleted gets none. */
export async function signIn(ctx: Ctx, tokens: Tokens, id: string) {
  const user = (await findUser(ctx.tx, id)) ?? refuse(invalidCredentials);
  const status = mustBeActive(user, ctx.now);
  if (status !== user.status) await liftSuspension(ctx.tx, ctx.now, id, ctx.requestId);
  await markSeen(ctx.tx, [[id, ctx.now.getTime()]], seenEveryMs);
  const iat = Math.floor(ctx.now.getTime() / 1000);
  const claims = { sub: id, token_version: user.tokenVersion, jti: newId(), iat, exp: iat + tokenSeconds };
  return { access_token: await tokens.sign(claims), user: showMe(user, ctx.now) };
}

interface ProvenUser {
  readonly id: string;
  readonly rehash: Rehash | undefined;
}

/** Proves a user's sign-in, under the same count of failures that admins have. */
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

/** Signs a user in who has shown the password. */
export async function signInProven(ctx: Ctx, tokens: Tokens, { id, rehash }: ProvenUser) {
  if (rehash) await rehashUser(ctx.tx, id, rehash);
  return signIn(ctx, tokens, id);
}

export async function signOut(ctx: Ctx<User>): Promise<void> {
  const { id, token } = ctx.caller;
  await revokeToken(ctx.tx, token.id, id, token.expiresAt);
}

const mine = (ctx: Ctx<User>): Promise<UserRow> => lockSelf(ctx, ctx.caller);

/** Locks who asks, which may wait, and refuses one who was banned, deleted or signed out meanwhile. */
async function lockSelf(ctx: Ctx, caller: User): Promise<UserRow> {
  const user = (await lockUser(ctx.tx, caller.id)) ?? refuse(notFound);
  mustStillBeSignedIn(caller, user, ctx.now);
  return user;
}

/** Writes an edit of one's own account; one that changes nothing makes no new edition. */
async function edit(ctx: Ctx<User>, change: UserChange): Promise<UserRow> {
  const user = await mine(ctx);
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

export interface ProfileEdit extends Profile {
  displayName?: string | null;
  avatarUrl?: string | null;
}

export const updateMe = (ctx: Ctx<User>, given: ProfileEdit): Promise<UserRow> =>
  edit(ctx, {
    ...(given.displayName !== undefined && { display_name: given.displayName }),
    ...(given.avatarUrl !== undefined && { avatar_url: given.avatarUrl }),
    ...profileOf(given),
  });

export interface PushEdit {
  drops?: boolean;
  marketing?: boolean;
  moderation?: boolean;
}

export const updatePush = (ctx: Ctx<User>, prefs: PushEdit): Promise<UserRow> =>
  edit(ctx, {
    ...(prefs.drops !== undefined && { push_drops: prefs.drops }),
    ...(prefs.marketing !== undefined && { push_marketing: prefs.marketing }),
    ...(prefs.moderation !== undefined && { push_moderation: prefs.moderation }),
  });

/** Counts today for the user's streak; a second claim of the same UTC day changes nothing. */
export async function claimStreak(ctx: Ctx<User>) {
  const user = await mine(ctx);
  const result = claimed(user.streak, ctx.now);
  if (result.claimed) {
    const { current, longest, lastClaimDate } = result;
    const change = { streak_current: current, streak_longest: longest, streak_last_claim: lastClaimDate };
    await updateUser(ctx.tx, user.id, change, ctx.now);
  }
  return result;
}
