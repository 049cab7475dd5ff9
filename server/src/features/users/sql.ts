import { createHash, randomBytes } from 'node:crypto';
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import { arrayLiteral, type CallerValue } from '../../kit/db/batched-read.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isoTime, jsonArray } from '../../kit/db/fragments.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import type { Users } from '../../kit/db/schema.ts';
import { newId } from '../../kit/id.ts';
import type { Rehash } from '../../kit/passwords.ts';
import type { Status, StatusFields } from './rules.ts';
import type { UserRow } from './schema.ts';

/** A streak ends after a missed UTC day, even if the user does not return. */
const currentStreak = `case when u.streak_last_claim >= (clock() at time zone 'UTC')::date - 1
  then u.streak_current else 0 end`;
const columnsWith = (moment: (column: string) => string): string => `
  u.id, u.is_guest as "isGuest", u.email, u.phone_e164 as "phoneE164", u.display_name as "displayName",
  u.avatar_url as "avatarUrl", u.country_code as "countryCode", u.language, u.auth_provider as "authProvider", u.status,
  ${moment('u.suspended_until')} as "suspendedUntil", u.suspend_reason as "suspendReason", u.ban_reason as "banReason", u.token_version as "tokenVersion",
  json_build_object('current', ${currentStreak}, 'longest', u.streak_longest, 'lastClaimDate', u.streak_last_claim) as streak,
  json_build_object('drops', u.push_drops, 'marketing', u.push_marketing, 'moderation', u.push_moderation) as "pushPrefs",
  u.commenting_suspended as "commentingSuspended", u.revision, ${moment('u.created_at')} as "createdAt",
  ${moment('(select d.deletes_at from user_deletions d where d.user_id = u.id)')} as "deletesAt",
  ${moment('s.last_seen_at')} as "lastSeenAt"`;
const columns = sql.raw(columnsWith((column) => column));
const jsonColumns = sql.raw(columnsWith(isoTime));

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return (await listUsers(db, [id])).get(id);
}

export async function listUsers(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, UserRow>> {
  const query = sql<UserRow>`
    select ${columns} from users u join user_last_seen s on s.user_id = u.id
    where u.id = any(${arrayLiteral(ids)}::uuid[])`;
  return new Map((await executePrepared(db, query)).map((user) => [user.id, user]));
}

const text = (column: string): string => `coalesce(to_json(${column})::text, 'null')`;
/**
 * The caller's own account as JSON after its revision, read together with the caller. Put together by hand, because
 * `json_build_object` looks up types in every row. Whoever is let in is active.
 */
export const ownAccount: CallerValue<string> = {
  name: 'account',
  sql: (userId) => `
    (select u.revision || ' {"id":"' || u.id || '","email":' || ${text('u.email')}
      || ',"phoneE164":' || ${text('u.phone_e164')} || ',"displayName":' || ${text('u.display_name')}
      || ',"avatarUrl":' || ${text('u.avatar_url')} || ',"countryCode":' || ${text('u.country_code')}
      || ',"language":' || ${text('u.language')} || ',"isGuest":' || u.is_guest || ',"status":"active"'
      || ',"streak":{"current":' || ${currentStreak} || ',"longest":' || u.streak_longest
      || ',"lastClaimDate":' || coalesce('"' || u.streak_last_claim || '"', 'null')
      || '},"pushPrefs":{"drops":' || u.push_drops || ',"marketing":' || u.push_marketing
      || ',"moderation":' || u.push_moderation || '},"createdAt":"' || ${isoTime('u.created_at')} || '"}'
    from users u where u.id = ${userId})`,
};

/** What the service stores about a user in `users`, as JSON. */
export const accountJson = (userId: string): string => `(
  select json_build_object('id', u.id, 'email', u.email, 'phoneE164', u.phone_e164, 'displayName', u.display_name,
    'avatarUrl', u.avatar_url, 'countryCode', u.country_code, 'language', u.language, 'isGuest', u.is_guest,
    'status', u.status, 'streak', json_build_object('current', ${currentStreak}, 'longest', u.streak_longest,
      'lastClaimDate', u.streak_last_claim),
    'pushPrefs', json_build_object('drops', u.push_drops, 'marketing', u.push_marketing,
      'moderation', u.push_moderation),
    'createdAt', ${isoTime('u.created_at')}, 'lastSeenAt', ${isoTime('s.last_seen_at')})
  from users u join user_last_seen s on s.user_id = u.id where u.id = ${userId})`;

export interface UserJsonRow extends StatusFields {
  isGuest: boolean;
  revision: number;
  json: string;
}

/** A user as JSON with columns and joins of other features, in which the user is `u`. */
export async function findUserJson(
  db: Db,
  id: string,
  more: { columns: string; joins: string },
): Promise<UserJsonRow | undefined> {
  const query = sql<UserJsonRow>`
    select u.status, u.suspended_until as "suspendedUntil", u.is_guest as "isGuest", u.revision,
      (select row_to_json(j)::text from (select ${jsonColumns}, ${sql.raw(more.columns)}) j) as json
    from users u join user_last_seen s on s.user_id = u.id ${sql.raw(more.joins)} where u.id = ${id}`;
  return (await executePrepared(db, query))[0];
}

export const suspendedUntilSql = (userId: string): string => `(select suspended_until from users where id = ${userId})`;

export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  const query = sql<UserRow>`
    select ${columns} from users u join user_last_seen s on s.user_id = u.id where u.id = ${id} for no key update of u`;
  return (await query.execute(tx)).rows[0];
}

export interface LockedUser {
  id: string;
  countryCode: string | null;
  /** False if locked by another transaction. */
  isLocked: boolean;
}

/** Locks users in the order of their ids; without `wait` skips locked ones. Unknown ids are omitted. */
export async function lockUsers(
  tx: Tx,
  ids: readonly string[],
  { wait }: { readonly wait: boolean },
): Promise<Map<string, LockedUser>> {
  const list = arrayLiteral(ids);
  const query = sql<LockedUser>`
    with locked as (
      select id, country_code from users where id = any(${list}::uuid[])
      order by id for no key update ${sql.raw(wait ? '' : 'skip locked')})
    select u.id, l.country_code as "countryCode", l.id is not null as "isLocked"
    from users u left join locked l on l.id = u.id where u.id = any(${list}::uuid[])`;
  return new Map((await executePrepared(tx, query)).map((user) => [user.id, user]));
}

export interface UserCredentials {
  id: string;
  passwordHash: string | null;
}

export async function findByEmail(db: Db, email: string): Promise<UserCredentials | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'password_hash as passwordHash'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

export interface IdentityKey {
  readonly provider: string;
  readonly subject: string;
}

/** Sign-ins with one identity run one after the other, so that only one creates or links an account. */
export async function lockIdentity(tx: Tx, { provider, subject }: IdentityKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${subject}`}, hashtext('identity')))`.execute(
    tx,
  );
}

export async function findIdentity(tx: Tx, { provider, subject }: IdentityKey): Promise<string | undefined> {
  const query = sql<{ userId: string }>`
    select user_id as "userId" from user_identities where provider = ${provider} and subject = ${subject}`;
  return (await query.execute(tx)).rows[0]?.userId;
}

/** False if the user has another account at the provider. */
export async function insertIdentity(tx: Tx, key: IdentityKey, userId: string, now: Date): Promise<boolean> {
  const query = sql`
    insert into user_identities (provider, subject, user_id, created_at)
    values (${key.provider}, ${key.subject}, ${userId}, ${now}) on conflict (user_id, provider) do nothing
    returning user_id`;
  return (await query.execute(tx)).rows.length > 0;
}

export async function deleteIdentities(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('user_identities').where('user_id', '=', userId).execute();
}

/** SQL of the accounts of a user at identity providers as a JSON array. */
export const identitiesJson = (userId: string): string =>
  jsonArray(`
    select i.provider, i.subject, ${isoTime('i.created_at')} as "createdAt" from user_identities i
    where i.user_id = ${userId} order by i.created_at, i.provider`);

/** Keeps the revision and the tokens, because the password is the same. */
export async function rehashUser(tx: Tx, id: string, { from, to }: Rehash): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute();
}

export async function insertUser(tx: Tx, user: Insertable<Users>, now: Date): Promise<void> {
  await tx
    .insertInto('users')
    .values({ ...user, created_at: now, updated_at: now })
    .execute();
}

/** Ordered by country, because a trigger counts users by country and two batches must not deadlock. */
export async function insertGuests(
  tx: Tx,
  guests: readonly Pick<Insertable<Users>, 'id' | 'country_code' | 'language'>[],
  now: Date,
): Promise<void> {
  const query = sql`
    insert into users (id, is_guest, auth_provider, country_code, language, created_at, updated_at)
    select id, true, 'guest', country_code, language, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(guests)}::jsonb) as g (id uuid, country_code text, language text)
    order by coalesce(country_code, '')`;
  await executePrepared(tx, query);
}

export type UserChange = Updateable<Users>;

/** `revoke` invalidates all tokens issued before. */
export async function updateUser(tx: Tx, id: string, change: UserChange, now: Date, revoke = false): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({
      ...change,
      updated_at: now,
      revision: eb('revision', '+', 1),
      ...(revoke && { token_version: eb('token_version', '+', 1) }),
    }))
    .where('id', '=', id)
    .execute();
}

export interface NewStreak {
  readonly userId: string;
  readonly current: number;
  readonly longest: number;
  readonly lastClaimDate: string | null;
}

/** The users are locked. */
export async function updateStreaks(tx: Tx, streaks: readonly NewStreak[], now: Date): Promise<void> {
  const query = sql`
    update users u set streak_current = q.current, streak_longest = q.longest, streak_last_claim = q."lastClaimDate",
      updated_at = ${now}, revision = u.revision + 1
    from jsonb_to_recordset(${JSON.stringify(streaks)}::jsonb)
      as q ("userId" uuid, current integer, longest integer, "lastClaimDate" date)
    where u.id = q."userId"`;
  await executePrepared(tx, query);
}

export interface LiftedSuspension {
  id: string;
  suspendedUntil: Date;
}

/** Ends elapsed suspensions, except of users locked by others. */
export async function endSuspensions(
  tx: Tx,
  now: Date,
  userId: string | null,
  most: number,
): Promise<LiftedSuspension[]> {
  const { rows } = await sql<LiftedSuspension>`
    with due as (select id, suspended_until from users where status = 'suspended' and suspended_until <= ${now}
      and (${userId}::uuid is null or id = ${userId}) order by id limit ${most} for no key update skip locked)
    update users u set status = 'active', suspended_until = null, suspend_reason = null, updated_at = ${now},
      revision = revision + 1
    from due where u.id = due.id returning u.id, due.suspended_until as "suspendedUntil"`.execute(tx);
  return rows;
}

export async function revokeToken(tx: Tx, id: string, userId: string, expiresAt: Date): Promise<void> {
  await tx
    .insertInto('user_revoked_tokens')
    .values({ id, user_id: userId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteExpiredTokens(tx: Tx, now: Date, most: number): Promise<number> {
  const query = sql`delete from user_revoked_tokens where id in (
    select id from user_revoked_tokens where expires_at <= ${now} order by expires_at limit ${most})`;
  return Number((await query.execute(tx)).numAffectedRows ?? 0);
}

export interface Device {
  deviceId: string;
  platform?: string | undefined;
  appVersion?: string | undefined;
  osVersion?: string | undefined;
  model?: string | undefined;
}

/** Devices of a user as JSON, most recently used first. */
export const devicesJson = (userId: string): string => `coalesce((select json_agg(d) from (
  select id, device_id as "deviceId", platform, app_version as "appVersion", os_version as "osVersion", model,
    last_ip as "lastIp", ${isoTime('first_seen')} as "firstSeen", ${isoTime('last_seen')} as "lastSeen"
  from user_devices where user_id = ${userId} order by last_seen desc) d), '[]')`;

/** The most recently used device as JSON. */
export const lastDeviceJson = (userId: string): string => `(
  select json_build_object('platform', platform, 'model', model)
  from user_devices where user_id = ${userId} order by last_seen desc limit 1)`;

export const newDeviceSecret = (): string => randomBytes(32).toString('base64url');
const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export interface DeviceSecret {
  readonly deviceId: string;
  readonly secret: string;
}

/** The guest of each device and secret. The device id proves nothing, because others see it too. */
export async function listGuestsOf(tx: Tx, shown: readonly DeviceSecret[]): Promise<(string | undefined)[]> {
  const rows = JSON.stringify(shown.map(({ deviceId, secret }) => [deviceId, hashSecret(secret).toString('hex')]));
  const query = sql<{ id: string | null }>`
    select found.id from jsonb_array_elements(${rows}::jsonb) with ordinality as q (shown, n) left join lateral (
      select u.id from user_devices d join users u on u.id = d.user_id
      where d.device_id = q.shown->>0 and d.secret_hash = decode(q.shown->>1, 'hex')
        and u.is_guest and u.status <> 'deleted'
      order by d.last_seen desc limit 1) found on true
    order by q.n`;
  return (await executePrepared(tx, query)).map(({ id }) => id ?? undefined);
}

export interface SeenDevice extends Device {
  readonly userId: string;
  readonly ip: string;
  readonly secret?: string | undefined;
}

export async function isKnownDevice(db: Db, deviceId: string): Promise<boolean> {
  const { rows } = await sql`select from user_devices where device_id = ${deviceId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Stores devices, each of a different user; the secret is stored only with a new device. */
export async function putDevices(tx: Tx, devices: readonly SeenDevice[], now: Date): Promise<void> {
  const rows = devices.map(({ secret, ...device }) => ({
    id: newId(),
    ...device,
    secretHash: secret === undefined ? null : hashSecret(secret).toString('hex'),
  }));
  const query = sql`
    insert into user_devices as d (user_id, id, device_id, platform, app_version, os_version, model, last_ip, first_seen,
      last_seen, secret_hash)
    select "userId", id, "deviceId", platform, "appVersion", "osVersion", model, ip, ${now}, ${now},
      decode("secretHash", 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as q ("userId" uuid, id uuid, "deviceId" text, platform text,
      "appVersion" text, "osVersion" text, model text, ip text, "secretHash" text)
    order by "userId"
    on conflict (user_id, device_id) do update set
      platform = coalesce(excluded.platform, d.platform), app_version = coalesce(excluded.app_version, d.app_version),
      os_version = coalesce(excluded.os_version, d.os_version), model = coalesce(excluded.model, d.model),
      last_ip = excluded.last_ip, last_seen = excluded.last_seen`;
  await executePrepared(tx, query);
}

/** Clears what identifies the devices; the rows are kept. */
export async function anonymizeDevices(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('user_devices')
    .set({ device_id: null, model: null, last_ip: null, secret_hash: null })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Stores when users were last seen, unless a stored time is recent. Locked rows are skipped, because only another
 * process that saw the same user locks them. Returns the stored times of users who were seen recently. Rows are looked
 * up one by one, because a join would make the planner scan the table.
 */
export async function markSeen(
  tx: Tx,
  seen: readonly (readonly [userId: string, atMs: number])[],
  everyMs: number,
): Promise<[userId: string, atMs: number][]> {
  const ids = seen.map(([userId]) => userId);
  const times = seen.map(([, atMs]) => new Date(atMs));
  const { rows } = await sql<{ userId: string; at: Date }>`
    with visits as (
      select * from unnest(${ids}::uuid[], ${times}::timestamptz[]) as v (user_id, at) order by user_id),
    due as (
      select v.user_id, v.at, s.place from visits v cross join lateral (
        select s.ctid as place from user_last_seen s where s.user_id = v.user_id
          and (s.last_seen_at is null or s.last_seen_at <= v.at - ${everyMs} * interval '1 ms')
        for no key update skip locked) s),
    written as (
      update user_last_seen s set last_seen_at = due.at from due
      where s.ctid = any(array(select place from due)) and s.user_id = due.user_id)
    select s.user_id as "userId", s.last_seen_at as at from visits v cross join lateral (
      select s.user_id, s.last_seen_at from user_last_seen s where s.user_id = v.user_id offset 0) s
    where v.user_id not in (select user_id from due) and s.last_seen_at > v.at - ${everyMs} * interval '1 ms'`.execute(
    tx,
  );
  return rows.map(({ userId, at }) => [userId, at.getTime()]);
}

export interface TokenCheck extends StatusFields {
  readonly id: string;
  readonly tokenVersion: number;
  /** Whether another transaction revoked the token. */
  readonly isRevoked: boolean;
  readonly now: Date;
}

interface TokenOwner {
  readonly id: string;
  readonly tokenId: string;
}

const idsOf = (callers: readonly TokenOwner[]): string => arrayLiteral(callers.map(({ id }) => id));
const checksOf = (callers: readonly TokenOwner[]) => sql<TokenCheck>`
  select u.id, u.status, u.suspended_until as "suspendedUntil", u.token_version as "tokenVersion", clock() as now,
    exists (select from user_revoked_tokens r where r.id = q.token_id
      and r.xmin <> pg_current_xact_id()::xid) as "isRevoked"
  from unnest(${idsOf(callers)}::uuid[], ${arrayLiteral(callers.map(({ tokenId }) => tokenId))}::uuid[]) as q (user_id, token_id)
  join users u on u.id = q.user_id`;

export const findTokenChecks = (tx: Tx, callers: readonly TokenOwner[]): Promise<TokenCheck[]> =>
  executePrepared(tx, checksOf(callers));

/**
 * Locks the users in the order of their ids. Without `wait`, users locked by others are omitted; with it, they are read
 * after the other transaction has ended.
 */
export async function lockTokenChecks(
  tx: Tx,
  callers: readonly TokenOwner[],
  { wait }: { readonly wait: boolean },
): Promise<TokenCheck[]> {
  if (wait)
    await sql`select from users where id = any(${idsOf(callers)}::uuid[]) order by id for no key update`.execute(tx);
  return executePrepared(tx, sql<TokenCheck>`${checksOf(callers)} order by u.id for no key update of u skip locked`);
}

/** The user is locked and has no scheduled deletion, because it is cancelled when they sign in. */
export async function scheduleDeletion(tx: Tx, userId: string, deletesAt: Date, now: Date): Promise<void> {
  await tx.insertInto('user_deletions').values({ user_id: userId, requested_at: now, deletes_at: deletesAt }).execute();
}

/** Oldest first, without failed users. */
export async function listDueDeletions(db: Db, most: number, failed: readonly string[]): Promise<string[]> {
  const query = sql<{ id: string }>`
    select user_id as id from user_deletions
    where deletes_at <= clock() and user_id <> all(${[...failed]}::uuid[])
    order by deletes_at, user_id limit ${most}`;
  return (await query.execute(db)).rows.map(({ id }) => id);
}

/** Removes the deletion of a locked user, by default whether due or not. False if there is none. */
export async function takeDeletion(tx: Tx, userId: string, dueBy?: Date): Promise<boolean> {
  const isDue = dueBy === undefined ? sql<SqlBool>`true` : sql<SqlBool>`deletes_at <= ${dueBy}`;
  const query = sql`delete from user_deletions where user_id = ${userId} and ${isDue} returning user_id`;
  return (await query.execute(tx)).rows.length > 0;
}

/** The present state of a user, or a revoked token. */
export interface ChangedAccess {
  readonly id: string;
  readonly status: Status | 'revoked';
  readonly tokenVersion: number;
  readonly countryCode: string | null;
  readonly language: string | null;
  readonly isGuest: boolean;
}

export async function listChangedAccess(db: Db, most: number): Promise<ChangedAccess[]> {
  const query = sql<ChangedAccess>`
    select u.id, u.status, u.token_version as "tokenVersion", u.country_code as "countryCode", u.language,
      u.is_guest as "isGuest"
    from user_access_changes c join users u on u.id = c.user_id
    union all select id, 'revoked', 0, null, null, false from user_revoked_tokens limit ${most}`;
  return (await query.execute(db)).rows;
}

export async function deleteAccessChanges(tx: Tx, before: Date, most: number): Promise<number> {
  const query = sql`delete from user_access_changes where user_id in (
    select user_id from user_access_changes where changed_at < ${before} order by changed_at limit ${most}) returning user_id`;
  return (await query.execute(tx)).rows.length;
}
