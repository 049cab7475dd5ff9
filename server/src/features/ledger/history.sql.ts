import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { type Keyset, pageRows, type TimeCursor } from '../../kit/page.ts';
import type { CauseNames, EntryRow } from './schema.ts';
import { type Balances, balanceColumns, causeSql, subjectSql } from './sql.ts';

interface MovementRow extends CauseNames, Pick<EntryRow, 'id' | 'amount' | 'reason' | 'refType' | 'refId'> {
  at: Date;
}

/** Coin movements of a user before a point in their timeline, newest first. */
export async function listMovementsBefore(
  db: Db,
  userId: string,
  before: TimeCursor,
  limit: number,
): Promise<MovementRow[]> {
  const query = sql<MovementRow>`
    select id, created_at as at, reason, ref_type as "refType", ref_id as "refId",
      paid_change + bonus_change as amount, ${sql.raw(subjectSql())}, ${sql.raw(causeSql())}
    from ledger.events e
    where user_id = ${userId} and (created_at, id) < (${before.at}, ${before.id}::uuid)
    order by created_at desc, id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

interface Credits {
  readonly refType: string;
  readonly from: Date;
  readonly before: Date;
}

/** Coins credited to each of these users by causes of one type in a time span. */
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

export async function listBalances(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, Balances>> {
  const query = sql<Balances & { id: string }>`
    select u.id, ${sql.raw(balanceColumns('u.id'))} from unnest(${[...userIds]}::uuid[]) as u (id)`;
  return new Map((await query.execute(db)).rows.map(({ id, ...balances }) => [id, balances]));
}

interface CreditRow {
  userId: string;
  amount: number;
  reason: string;
  at: Date;
}

/** The newest credits of each of these users by causes of one type. */
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

/** The change of the wallets by each of these events of a user. */
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

interface SideRow {
  id: string;
  eventId: string;
  account: string;
  amount: number;
  reason: string;
  createdAt: Date;
}

interface Cause {
  readonly userId: string;
  readonly refType: string;
  readonly refId: string;
  /** The time of its first movement. */
  readonly since: Date;
  /** Events that belong to it, but have another cause. */
  readonly eventIds: readonly string[];
}

/** All entries of one cause, in order. */
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

export interface AccountEventRow extends Omit<EntryRow, 'eventId' | 'accounts'> {
  account: string;
  userId: string;
  displayName: string | null;
  isGuest: boolean;
}

interface AccountSpan {
  readonly account: string;
  readonly from: Date | undefined;
  readonly before: Date | undefined;
  /** Further conditions on the event `e`. */
  readonly conditions: readonly RawBuilder<SqlBool>[];
}

/**
 * Events of any user that moved coins on an account. The cause of an event with several parts is that of the part on this
 * account.
 */
export function listAccountEvents(db: Db, span: AccountSpan, keyset: Keyset): Promise<AccountEventRow[]> {
  const { account, from, before, conditions } = span;
  const select = sql<AccountEventRow>`
    select e.id, e.created_at as "createdAt", ${account}::text as account, n.amount, e.user_id as "userId",
      u.display_name as "displayName", u.is_guest as "isGuest", coalesce(n.reason, e.reason) as reason, r.ref_type as "refType", r.ref_id as "refId",
      ${sql.raw(subjectSql('r'))}, ${sql.raw(causeSql('r'))}
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

const day = sql<string>`(e.created_at at time zone 'UTC')::date`;

/**
 * SQL of day, account and amount of the movements of the users in `members`, a table of the outer statement: on wallets
 * since the beginning, on sources and sinks within the span.
 */
export function sumsOfMembers({ from, before, conditions }: Omit<AccountSpan, 'account'>): RawBuilder<unknown> {
  const until = sql.join([sql<SqlBool>`e.created_at < ${before}`, ...conditions], sql` and `);
  return sql`
    select d.day, w.account, w.amount::bigint
    from (
      select ${day} as day, sum(e.paid_change) as paid, sum(e.bonus_change) as bonus
      from ledger.events e join members m on m.user_id = e.user_id where ${until} group by 1) d
    cross join lateral (values ('wallet_paid', d.paid), ('wallet_bonus', d.bonus)) as w (account, amount)
    union all
    select ${day}, n.account::text, sum(n.amount)::bigint
    from ledger.events e
    join members m on m.user_id = e.user_id
    join ledger.entries n on n.user_id = e.user_id and n.event_id = e.id and n.seq is null
    where e.created_at >= ${from} and ${until} group by 1, 2`;
}
