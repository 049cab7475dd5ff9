import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { contains, filters } from '../../kit/db/filters.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import { isCountedByDay, type SegmentRule } from './rules.ts';
import type { SegmentRow } from './schema.ts';

const select = sql<SegmentRow>`
  select id, name, rule, revision, created_at as "createdAt", updated_at as "updatedAt" from segments`;

interface SegmentFilters {
  q?: string | undefined;
}

const conditionsOfList = filters<SegmentFilters>({ q: contains('name') });

export const listSegments = (db: Db, given: SegmentFilters, keyset: Keyset): Promise<SegmentRow[]> =>
  pageRows(db, keyset, select, conditionsOfList(given));

export async function findSegment(db: Db, id: string): Promise<SegmentRow | undefined> {
  return (await sql<SegmentRow>`${select} where id = ${id}`.execute(db)).rows[0];
}

export async function listRules(db: Db, ids: readonly string[]): Promise<{ id: string; rule: SegmentRule }[]> {
  const query = sql<{ id: string; rule: SegmentRule }>`
    select id, rule from segments where id = any(${[...ids]}::uuid[])`;
  return (await query.execute(db)).rows;
}

export async function lockSegment(tx: Tx, id: string): Promise<SegmentRow | undefined> {
  return (await sql<SegmentRow>`${select} where id = ${id} for no key update`.execute(tx)).rows[0];
}

/** Prevents that a segment is deleted while something that targets it is created. */
export async function lockSegmentForShare(tx: Tx, id: string): Promise<{ id: string } | undefined> {
  return (await sql<{ id: string }>`select id from segments where id = ${id} for key share`.execute(tx)).rows[0];
}

export type SegmentFields = Pick<SegmentRow, 'name' | 'rule'>;

export async function insertSegment(tx: Tx, id: string, { name, rule }: SegmentFields, now: Date): Promise<void> {
  await tx
    .insertInto('segments')
    .values({ id, name, rule: JSON.stringify(rule), created_at: now, updated_at: now })
    .execute();
}

export async function updateSegment(tx: Tx, id: string, { name, rule }: SegmentFields, now: Date): Promise<void> {
  await tx
    .updateTable('segments')
    .set((eb) => ({ name, rule: JSON.stringify(rule), updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteSegment(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('segments').where('id', '=', id).execute();
}

/** The conditions of a rule for the user `l`. */
const conditionsOf = filters<SegmentRule>({
  countries: (codes) => sql<SqlBool>`l.country_code = any(${codes})`,
  languages: (codes) => sql<SqlBool>`exists (select from user_profiles u where u.id = l.user_id
    and split_part(u.language, '-', 1) = any(${codes}))`,
  guest: (guest) => sql<SqlBool>`l.is_guest = ${guest}`,
  minSpendCents: (cents) => sql<SqlBool>`l.total_spend_cents >= ${cents}`,
  maxSpendCents: (cents) => sql<SqlBool>`l.total_spend_cents <= ${cents}`,
  registeredAfter: (moment) => sql<SqlBool>`l.created_at >= ${moment}::timestamptz`,
  registeredBefore: (moment) => sql<SqlBool>`l.created_at < ${moment}::timestamptz`,
  seenWithinDays: (days) => sql<SqlBool>`exists (select from user_last_seen s where s.user_id = l.user_id
    and s.last_seen_at > clock() - ${days} * interval '1 day')`,
  platforms: (names) => sql<SqlBool>`exists (select from user_device_platforms d where d.user_id = l.user_id
    and lower(d.platform) = any(${names}))`,
  subscribed: (is) => sql<SqlBool>`${sql.raw(is ? '' : 'not')} exists (select from running_subscriptions s
    where s.user_id = l.user_id)`,
});

/** Deleted users are in no segment. */
function membersSql(rule: SegmentRule, conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> {
  const where = sql.join([sql<SqlBool>`l.status <> 'deleted'`, ...conditionsOf(rule), ...conditions], sql` and `);
  return sql`from user_listing l where ${where}`;
}

/** SQL of the members as rows of `user_id`. */
export const membersOf = (rule: SegmentRule): RawBuilder<unknown> => sql`select l.user_id ${membersSql(rule, [])}`;

/** SQL of whether the user of an expression is a member. */
export const isMemberSql =
  (rule: SegmentRule) =>
  (userId: string): RawBuilder<SqlBool> =>
    sql<SqlBool>`exists (select ${membersSql(rule, [sql<SqlBool>`l.user_id = ${sql.raw(userId)}`])})`;

export async function countMembers(db: Db, rule: SegmentRule): Promise<number> {
  const query = isCountedByDay(rule)
    ? countedByDay(rule)
    : sql<{ count: number }>`select count(*) as count ${membersSql(rule, [])}`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
}

const dayConditions = filters<Pick<SegmentRule, 'countries' | 'guest' | 'registeredAfter' | 'registeredBefore'>>({
  countries: (codes) => sql<SqlBool>`country_code = any(${codes})`,
  guest: (guest) => sql<SqlBool>`is_guest = ${guest}`,
  registeredAfter: (moment) => sql<SqlBool>`day >= ${moment.slice(0, 10)}::date`,
  registeredBefore: (moment) => sql<SqlBool>`day < ${moment.slice(0, 10)}::date`,
});

function countedByDay(rule: SegmentRule): RawBuilder<{ count: number }> {
  const where = sql.join([sql<SqlBool>`status <> 'deleted'`, ...dayConditions(rule)], sql` and `);
  return sql`select coalesce(sum(users), 0)::bigint as count from user_counts where ${where}`;
}

/** Those of these users that are members. */
export async function listMembers(db: Db, userIds: readonly string[], rule: SegmentRule): Promise<Set<string>> {
  const among = sql<SqlBool>`l.user_id = any(${[...userIds]}::uuid[])`;
  const query = sql<{ id: string }>`select l.user_id as id ${membersSql(rule, [among])}`;
  return new Set((await query.execute(db)).rows.map(({ id }) => id));
}
