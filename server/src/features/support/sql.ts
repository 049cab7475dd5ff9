import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { abdSpellings, foldArabic, folding, isArabic } from '../../kit/db/arabic.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { containsPattern, inlineLiteral } from '../../kit/db/filters.ts';
import { isoTime } from '../../kit/db/fragments.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { type JsonRow, sortValueSql } from '../../kit/json-page.ts';
import { type Keyset, pageParts, pageSql, type TimeCursor } from '../../kit/page.ts';
import { type Search, type Sort, type Status, selectivePart } from './rules.ts';
import type { NoteRow } from './schema.ts';

export interface UserFilters {
  search: Search;
  status?: Status | undefined;
  isGuest?: boolean | undefined;
  country?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
}

/** With the id column of the same index. */
export const sortColumns: Record<Sort, Pick<Keyset, 'column' | 'id' | 'kind' | 'nullable'>> = {
  created_at: { column: 'l.created_at', id: 'l.user_id', kind: 'time' },
  last_seen_at: { column: 's.last_seen_at', id: 's.user_id', kind: 'time', nullable: true },
  balance: { column: 'b.balance_total', id: 'b.user_id', kind: 'number' },
  spend: { column: 'l.total_spend_cents', id: 'l.user_id', kind: 'number' },
};

/** Conditions on `user_profiles`, which has the trigram index. */
function found(search: Search): RawBuilder<SqlBool>[] {
  switch (search.by) {
    case 'nothing':
      return [];
    case 'id':
      return [sql<SqlBool>`(u.id = ${search.id} or ${hasDevice(search.text)})`];
    case 'device':
      return [sql<SqlBool>`u.id in (select user_id from user_device_ids where device_id = ${search.deviceId})`];
    case 'digits': {
      const inPhone = (digits: string) => sql`regexp_replace(u.phone_e164, '\\D', '', 'g') like ${`%${digits}%`}`;
      const { digits, national, text } = search;
      // A country code has at most three digits.
      const isNational =
        national === undefined
          ? sql`false`
          : sql`(${inPhone(national)} and u.phone_e164 ~ ${`^\\+\\d{0,3}${national}`})`;
      return [sql<SqlBool>`(${inPhone(digits)} or ${isNational} or ${inWords(text)})`];
    }
    case 'text':
      return [sql<SqlBool>`(${inWords(search.text)})`];
  }
}

/** As an array, so that both sides of an `or` can use an index. */
const hasDevice = (deviceId: string): RawBuilder<unknown> =>
  sql`u.id = any(array(select user_id from user_device_ids where device_id = ${deviceId}))`;

/**
 * A part of the email or name, or a device id. Lower-cased by the database, because JavaScript folds some letters
 * differently.
 */
function inWords(text: string): RawBuilder<unknown> {
  const selective = selectivePart(text);
  const part = sql`lower(${containsPattern(selective)})`;
  const isWhole = (column: RawBuilder<string>) =>
    selective === text ? sql`true` : sql`position(lower(${text}) in lower(${column})) > 0`;
  const isIn = (column: RawBuilder<string>) => sql`lower(${column}) like ${part} and ${isWhole(column)}`;
  const folded = foldArabic(text);
  // A text of diacritics alone is searched unfolded.
  const isFolded = isArabic(text) && folded.trim() !== '';
  const inFolded = abdSpellings(folded).map((name) => sql`${foldedName} like lower(${containsPattern(name)})`);
  const inName = isFolded ? sql.join(inFolded, sql` or `) : isIn(sql`u.display_name`);
  return sql`${isIn(sql`u.email`)} or ${inName} or ${hasDevice(text)}`;
}

const foldedName = sql`translate(lower(u.display_name), ${sql.lit(folding.from)}, ${sql.lit(folding.to)})`;

/** Columns that both tables have. */
function filtered(filters: UserFilters, table: 'l' | 'u'): RawBuilder<SqlBool>[] {
  const { status, isGuest, country, from, before } = filters;
  const of = sql.raw(table);
  return [
    ...(status === undefined ? [] : [sql<SqlBool>`${of}.status = ${inlineLiteral(status)}`]),
    ...(isGuest === undefined ? [] : [sql<SqlBool>`${of}.is_guest = ${inlineLiteral(isGuest)}`]),
    ...(country === undefined ? [] : [sql<SqlBool>`${of}.country_code = ${inlineLiteral(country)}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`${of}.created_at >= ${from}`]),
    ...(before === undefined ? [] : [sql<SqlBool>`${of}.created_at < ${before}`]),
  ];
}

const columnsWith = (device: string) =>
  sql.raw(`
  u.id, u.email, u.phone_e164 as "phoneE164", u.display_name as "displayName", u.country_code as "countryCode", u.language,
  u.is_guest as "isGuest", case when u.is_guest then ${device} end as device, u.status, b.balance_total as "balanceTotal", l.total_spend_cents as "totalSpendCents",
  ${isoTime('s.last_seen_at')} as "lastSeenAt", ${isoTime('l.created_at')} as "createdAt"`);
const joined = sql.raw(`
  from user_listing l join user_balances b on b.user_id = l.user_id join user_last_seen s on s.user_id = l.user_id
  join user_profiles u on u.id = l.user_id`);

interface UserListRow extends JsonRow {
  status: 'active' | 'suspended' | 'banned' | 'deleted';
  suspendedUntil: Date | null;
  isGuest: boolean;
  total: number | null;
}

export interface UserPageRows {
  readonly rows: readonly UserListRow[];
  /** Of all pages. */
  readonly total: number;
}

interface KnownOfUser {
  readonly lastDevice: (userId: string) => string;
  readonly suspendedUntil: (userId: string) => string;
}

/** One statement, or more if the page has two parts or is empty. `known` are SQL expressions of the users feature. */
export async function listUsers(
  db: Db,
  filters: UserFilters,
  keyset: Keyset,
  known: KnownOfUser,
): Promise<UserPageRows> {
  const rows: UserListRow[] = [];
  // The best plan of a search or a time range depends on its values.
  const isPrepared = filters.search.by === 'nothing' && filters.from === undefined && filters.before === undefined;
  for (const page of pageParts(keyset)) {
    const where = sql.join([page.after, ...filtered(filters, 'l'), ...found(filters.search)], sql` and `);
    const total = rows.length === 0 ? sql`(${countSql(filters)})` : sql`null::bigint`;
    const query = sql<UserListRow>`
      select l.user_id as id, ${sql.raw(sortValueSql(keyset))} as "sortValue", ${total} as total, u.status, u.is_guest as "isGuest",
        case when u.status = 'suspended' then ${sql.raw(known.suspendedUntil('u.id'))} end as "suspendedUntil",
        (select row_to_json(j)::text from (select ${columnsWith(known.lastDevice('u.id'))}) j) as json
      ${joined} where ${where} order by ${page.orderBy} limit ${page.limit}`;
    rows.push(...(isPrepared ? await executePrepared(db, query) : (await query.execute(db)).rows));
    if (rows.length > keyset.limit) break;
  }
  const total = rows[0]?.total ?? (await countSql(filters).execute(db)).rows[0]?.total ?? 0;
  return { rows, total };
}

/** Without a search, the sum of a small table of counts. */
function countSql(filters: UserFilters): RawBuilder<{ total: number }> {
  const { search, status, isGuest, country, from, before } = filters;
  if (search.by !== 'nothing') {
    const where = sql.join([...filtered(filters, 'u'), ...found(search)], sql` and `);
    return sql`select count(*) as total from user_profiles u where ${where}`;
  }
  const conditions = [
    sql<SqlBool>`true`,
    ...(status === undefined ? [] : [sql<SqlBool>`status = ${inlineLiteral(status)}`]),
    ...(isGuest === undefined ? [] : [sql<SqlBool>`is_guest = ${inlineLiteral(isGuest)}`]),
    ...(country === undefined ? [] : [sql<SqlBool>`country_code = ${inlineLiteral(country)}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`day >= (${from}::timestamptz at time zone 'UTC')::date`]),
    ...(before === undefined ? [] : [sql<SqlBool>`day < (${before}::timestamptz at time zone 'UTC')::date`]),
  ];
  return sql`select coalesce(sum(users), 0)::bigint as total from user_counts where ${sql.join(conditions, sql` and `)}`;
}

export const spendSql = (userId: string): string =>
  `(select total_spend_cents from user_listing where user_id = ${userId})`;

const noteColumns = sql.raw('n.id, n.body, a.email as admin_email, a.name as admin_name, n.created_at');
const notes = sql.raw('from user_notes n join admin_names a on a.id = n.admin_id');

export async function listNotes(db: Db, userId: string, keyset: Keyset): Promise<NoteRow[]> {
  const page = pageSql(keyset);
  const query = sql<NoteRow>`select ${noteColumns} ${notes}
    where n.user_id = ${userId} and n.deleted_at is null and ${page.after} order by ${page.orderBy} limit ${page.limit}`;
  return (await query.execute(db)).rows;
}

export async function findNote(db: Db, userId: string, id: string): Promise<NoteRow | undefined> {
  const query = sql<NoteRow>`select ${noteColumns} ${notes}
    where n.user_id = ${userId} and n.id = ${id} and n.deleted_at is null`;
  return (await query.execute(db)).rows[0];
}

export async function insertNote(
  tx: Tx,
  note: { id: string; userId: string; body: string; adminId: string; now: Date },
) {
  await tx
    .insertInto('user_notes')
    .values({ id: note.id, user_id: note.userId, body: note.body, admin_id: note.adminId, created_at: note.now })
    .execute();
}

/** False if it was already deleted. */
export async function deleteNote(tx: Tx, userId: string, id: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('user_notes')
    .set({ deleted_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** Newest first. */
export async function listNotesBefore(db: Db, userId: string, before: TimeCursor, limit: number): Promise<NoteRow[]> {
  const query = sql<NoteRow>`select ${noteColumns} ${notes}
    where n.user_id = ${userId} and n.deleted_at is null and (n.created_at, n.id) < (${before.at}, ${before.id}::uuid)
    order by n.created_at desc, n.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

export interface ProfileRow {
  id: string;
  email: string | null;
  displayName: string | null;
  avatarUrl: string | null;
  isGuest: boolean;
  countryCode: string | null;
  status: Status;
}

export async function listProfiles(db: Db, ids: readonly string[]): Promise<ProfileRow[]> {
  const query = sql<ProfileRow>`
    select id, email, display_name as "displayName", avatar_url as "avatarUrl", is_guest as "isGuest",
      country_code as "countryCode", status
    from user_profiles where id = any(${[...ids]}::uuid[])`;
  return (await query.execute(db)).rows;
}
