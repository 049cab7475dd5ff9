import { sql } from 'kysely';
import { arrayLiteral } from '../../kit/db/batched-read.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isoTime } from '../../kit/db/fragments.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import type { Rehash } from '../../kit/passwords.ts';
import type { Status, StatusFields } from './rules.ts';

export interface UserRow {
  id: string;
  isGuest: boolean;
  email: string | null;
  phoneE164: string | null;
  displayName: string | null;
  avatarUrl: string | null;
  countryCode: string | null;
  language: string | null;
  authProvider: string;
  status: Status;
  suspendedUntil: Date | null;
  suspendReason: string | null;
  banReason: string | null;
  tokenVersion: number;
  streak: { current: number; longest: number; lastClaimDate: string | null };
  pushPrefs: { drops: boolean; marketing: boolean; moderation: boolean };
  commentingSuspended: boolean;
  revision: number;
  createdAt: Date;
  lastSeenAt: Date | null;
}

/** A streak is over once a whole UTC day was missed, whether or not the user has come back since. */
const currentStreak = `case when u.streak_last_claim >= (clock() at time zone 'UTC')::date - 1
  then u.streak_current else 0 end`;
const columnsWith = (moment: (column: string) => string): string => `
  u.id, u.is_guest as "isGuest", u.email, u.phone_e164 as "phoneE164", u.display_name as "displayName",
  u.avatar_url as "avatarUrl", u.country_code as "countryCode", u.language, u.auth_provider as "authProvider", u.status,
  ${moment('u.suspended_until')} as "suspendedUntil", u.suspend_reason as "suspendReason", u.ban_reason as "banReason", u.token_version as "tokenVersion",
  json_build_object('current', ${currentStreak}, 'longest', u.streak_longest, 'lastClaimDate', u.streak_last_claim) as streak,
  json_build_object('drops', u.push_drops, 'marketing', u.push_marketing, 'moderation', u.push_moderation) as "pushPrefs",
  u.commenting_suspended as "commentingSuspended", u.revision, ${moment('u.created_at')} as "createdAt",
  ${moment('s.last_seen_at')} as "lastSeenAt"`;
const columns = sql.raw(columnsWith((column) => column));
const jsonColumns = sql.raw(columnsWith(isoTime));

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return (await listUsers(db, [id])).get(id);
}

/** Users by their ids. */
export async function listUsers(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, UserRow>> {
  const query = sql<UserRow>`
    select ${columns} from users u join user_last_seen s on s.user_id = u.id
    where u.id = any(${arrayLiteral(ids)}::uuid[])`;
  return new Map((await executePrepared(db, query)).map((user) => [user.id, user]));
}

export interface UserJsonRow extends StatusFields {
  isGuest: boolean;
  revision: number;
  json: string;
}

/** A user as JSON with what others know of them: columns and joins in SQL, in which the user's id is `u.id`. */
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

/** Until when a user is suspended, in SQL. */
export const suspendedUntilSql = (userId: string): string => `(select suspended_until from users where id = ${userId})`;

export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  const query = sql<UserRow>`
    select ${columns} from users u join user_last_seen s on s.user_id = u.id where u.id = ${id} for no key update of u`;
  return (await query.execute(tx)).rows[0];
}

export interface LockedUser {
  id: string;
  countryCode: string | null;
  /** False where another transaction holds them. */
  isLocked: boolean;
}

/**
 * Locks these users in the order of their ids; without `wait` those alone whom no other transaction holds. Who is not
 * answered is not there.
 */
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

/** The same password, hashed anew: neither the revision nor the tokens change by it. */
export async function rehashUser(tx: Tx, id: string, { from, to }: Rehash): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute();
}

export interface NewUser {
  id: string;
  is_guest: boolean;
  auth_provider: 'guest' | 'password';
  email?: string | null;
  phone_e164?: string | null;
  display_name?: string | null;
  country_code?: string | null;
  language?: string | null;
  password_hash?: string | null;
}

export async function insertUser(tx: Tx, user: NewUser, now: Date): Promise<void> {
  await tx
    .insertInto('users')
    .values({ ...user, created_at: now, updated_at: now })
    .execute();
}

/** Makes guests. They are counted by country, in one order, so that two batches do not deadlock. */
export async function insertGuests(
  tx: Tx,
  guests: readonly Pick<NewUser, 'id' | 'country_code' | 'language'>[],
  now: Date,
): Promise<void> {
  const query = sql`
    insert into users (id, is_guest, auth_provider, country_code, language, created_at, updated_at)
    select id, true, 'guest', country_code, language, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(guests)}::jsonb) as g (id uuid, country_code text, language text)
    order by coalesce(country_code, '')`;
  await executePrepared(tx, query);
}

export interface UserChange {
  is_guest?: boolean;
  auth_provider?: 'guest' | 'password' | 'none';
  email?: string | null;
  phone_e164?: string | null;
  display_name?: string | null;
  avatar_url?: string | null;
  country_code?: string | null;
  language?: string | null;
  password_hash?: string | null;
  status?: Status;
  suspended_until?: Date | null;
  suspend_reason?: string | null;
  ban_reason?: string | null;
  push_drops?: boolean;
  push_marketing?: boolean;
  push_moderation?: boolean;
  commenting_suspended?: boolean;
}

/** `revoke` makes every token that was issued before worthless. */
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

/** Writes the streaks of users, who are locked. */
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

/** Stores that suspensions have run out; one that was renewed meanwhile, or that someone is just changing, stays. */
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
  const result = await tx
    .deleteFrom('user_revoked_tokens')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('user_revoked_tokens')
        .select('id')
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(most),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
