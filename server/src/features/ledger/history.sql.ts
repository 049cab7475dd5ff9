import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { type Keyset, pageRows, type TimeCursor } from '../../kit/page.ts';
import {
  type Balances,
  balanceColumns,
  type CauseNames,
  causeSql,
  causeSqlOf,
  type SubjectRow,
  subjectSql,
  subjectSqlOf,
} from './sql.ts';

export interface MovementRow extends CauseNames {
  id: string;
  at: Date;
  reason: string;
  refType: string;
  refId: string;
  amount: number;
  subject: SubjectRow | null;
}

/** What moved a user's coins before a point in time, newest first, as the wallets saw it. */
export async function listMovementsBefore(
  db: Db,
  userId: string,
  before: TimeCursor,
  limit: number,
): Promise<MovementRow[]> {
  const query = sql<MovementRow>`
    select id, created_at as at, reason, ref_type as "refType", ref_id as "refId",
      paid_change + bonus_change as amount, ${sql.raw(subjectSql)}, ${sql.raw(causeSql)}
    from ledger.events e
    where user_id = ${userId} and (created_at, id) < (${before.at}, ${before.id}::uuid)
    order by created_at desc, id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

export interface Credits {
  readonly refType: string;
  readonly from: Date;
  readonly before: Date;
}

/** The coins that a user was given for one kind of cause in a span of time. */
export async function sumCredits(tx: Tx, userId: string, { refType, from, before }: Credits): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(n.amount), 0)::bigint as sum
    from ledger.events e join ledger.entries n on n.user_id = e.user_id and n.event_id = e.id
    where e.user_id = ${userId} and e.ref_type = ${refType} and e.created_at >= ${from} and e.created_at < ${before}
      and n.seq is not null and n.amount > 0`.execute(tx);
  return rows[0]?.sum ?? 0;
}

/** The same for many users. */
export async function listCreditSums(
  db: Db,
  userIds: readonly string[],
  { refType, from, before }: Credits,
): Promise<ReadonlyMap<string, number>> {
  const query = sql<{ userId: string; sum: number }>`
    select e.user_id as "userId", sum(n.amount)::bigint as sum
    from ledger.events e join ledger.entries n on n.user_id = e.user_id and n.event_id = e.id
    where e.user_id = any(${[...userIds]}::uuid[]) and e.ref_type = ${refType} and e.created_at >= ${from}
      and e.created_at < ${before} and n.seq is not null and n.amount > 0
    group by e.user_id`;
  return new Map((await query.execute(db)).rows.map(({ userId, sum }) => [userId, sum]));
}

/** What users hold now, in one statement. */
export async function listBalances(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, Balances>> {
  const query = sql<Balances & { id: string }>`
    select u.id, ${sql.raw(balanceColumns('u.id'))} from unnest(${[...userIds]}::uuid[]) as u (id)`;
  return new Map((await query.execute(db)).rows.map(({ id, ...held }) => [id, held]));
}

export interface CreditRow {
  userId: string;
  amount: number;
  reason: string;
  at: Date;
}

/** The newest times that each of these users was given coins for one kind of cause. */
export async function listCredits(
  db: Db,
  userIds: readonly string[],
  refType: string,
  most: number,
): Promise<CreditRow[]> {
  const query = sql<CreditRow>`
    select u.id as "userId", e.amount, e.reason, e.at from unnest(${[...userIds]}::uuid[]) as u (id)
    cross join lateral (
      select paid_change + bonus_change as amount, reason, created_at as at from ledger.events
      where user_id = u.id and ref_type = ${refType} and paid_change + bonus_change > 0
      order by no desc limit ${most}) e
    order by u.id, e.at desc`;
  return (await query.execute(db)).rows;
}

/** What each of these events of a user put into the wallets, or took out of them. */
export async function listChanges(
  db: Db,
  userId: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, Balances>> {
  const query = sql<Balances & { id: string }>`
    select id, paid_change as paid, bonus_change as bonus from ledger.events
    where user_id = ${userId} and id = any(${[...eventIds]}::uuid[])`;
  return new Map((await query.execute(db)).rows.map(({ id, ...change }) => [id, change]));
}

export interface SideRow {
  id: string;
  eventId: string;
  account: string;
  amount: number;
  reason: string;
  createdAt: Date;
}

export interface Cause {
  readonly userId: string;
  readonly refType: string;
  readonly refId: string;
  /** When it began to move coins. */
  readonly since: Date;
  /** Movements that it set off and that name another cause. */
  readonly eventIds: readonly string[];
}

/** Both sides of what one cause moved, in the order in which it did. */
export async function listSides(db: Db, { userId, refType, refId, since, eventIds }: Cause): Promise<SideRow[]> {
  const query = sql<SideRow>`
    select n.id::text as id, e.id as "eventId", n.account, n.amount, coalesce(n.reason, e.reason) as reason,
      e.created_at as "createdAt"
    from ledger.events e join ledger.entries n on n.user_id = e.user_id and n.event_id = e.id
    where e.user_id = ${userId}
      and ((e.created_at >= ${since} and e.ref_type = ${refType} and e.ref_id = ${refId})
        or e.id = any(${[...eventIds]}::uuid[]))
    order by e.no, n.leg`;
  return (await query.execute(db)).rows;
}

export interface AccountEventRow extends CauseNames {
  id: string;
  createdAt: Date;
  account: string;
  amount: number;
  userId: string;
  displayName: string | null;
  isGuest: boolean;
  reason: string;
  refType: string;
  refId: string;
  subject: SubjectRow | null;
}

export interface AccountSpan {
  readonly account: string;
  readonly from: Date | undefined;
  readonly before: Date | undefined;
  /** What else must hold of the event `e`. */
  readonly conditions: readonly RawBuilder<SqlBool>[];
}

/**
 * The events that moved coins on an account in a span of time, of any user. Where an event has several parts, the
 * cause is that of the part that moved coins on the account.
 */
export function listAccountEvents(db: Db, span: AccountSpan, keyset: Keyset): Promise<AccountEventRow[]> {
  const { account, from, before, conditions } = span;
  const select = sql<AccountEventRow>`
    select e.id, e.created_at as "createdAt", ${account}::text as account, n.amount, e.user_id as "userId",
      u.display_name as "displayName", u.is_guest as "isGuest", coalesce(n.reason, e.reason) as reason, r.ref_type as "refType", r.ref_id as "refId",
      ${sql.raw(subjectSqlOf('r'))}, ${sql.raw(causeSqlOf('r'))}
    from ledger.events e
    join user_profiles u on u.id = e.user_id
    cross join lateral (
      select sum(l.amount)::bigint as amount, max(l.reason) as reason, max(l.ref_type) as ref_type, max(l.ref_id) as ref_id
      from ledger.entries l
      where l.user_id = e.user_id and l.event_id = e.id and l.account = ${account} having count(*) > 0) n
    cross join lateral (
      select coalesce(n.ref_type, e.ref_type) as ref_type, coalesce(n.ref_id, e.ref_id) as ref_id) r`;
  const within = [sql<SqlBool>`e.created_at >= ${from}`, sql<SqlBool>`e.created_at < ${before}`];
  return pageRows(db, keyset, select, [...within, ...conditions]);
}
