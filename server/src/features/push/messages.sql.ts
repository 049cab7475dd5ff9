import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { filters } from '../../kit/db/filters.ts';
import { idPerRow } from '../../kit/db/fragments.ts';
import type { InLanguages } from '../../kit/http/schema.ts';
import { type Keyset, pageRows, type TimeCursor } from '../../kit/page.ts';
import { type Category, type MessageStatus, type Outcome, outcomesOf } from './rules.ts';
import type { MessageRow } from './schema.ts';

export interface MessageFilters {
  campaignId: string;
  status?: MessageStatus | undefined;
}

const conditions = filters<MessageFilters>({
  campaignId: (id) => sql<SqlBool>`m.campaign_id = ${id}`,
  status: (status) =>
    status === 'waiting' ? sql<SqlBool>`m.status <> 'done'` : sql<SqlBool>`m.outcome = any(${outcomesOf(status)})`,
});

const select = sql<MessageRow>`
  select m.id, m.user_id as "userId", u.display_name as "displayName", u.is_guest as "isGuest", m.is_test as "isTest",
    m.outcome, m.response_status as "responseStatus", m.attempts, m.next_attempt_at as "nextAttemptAt",
    m.created_at as "createdAt", m.updated_at as "updatedAt"
  from push_messages m join user_profiles u on u.id = m.user_id`;

export const listMessages = (db: Db, given: MessageFilters, keyset: Keyset): Promise<MessageRow[]> =>
  pageRows(db, keyset, select, conditions(given));

/** Queues test messages to the devices of a user; returns how many. */
export async function insertTests(tx: Tx, campaignId: string, userId: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into push_messages (id, campaign_id, user_id, subscription_id, is_test, next_attempt_at, created_at, updated_at)
    select ${idPerRow()}, ${campaignId}, user_id, id, true, ${now}, ${now}, ${now}
    from push_subscriptions where user_id = ${userId}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export interface ClaimedMessage {
  id: string;
  userId: string;
  subscriptionId: string;
  isTest: boolean;
  attempts: number;
  createdAt: Date;
  endpoint: string | null;
  p256dh: string | null;
  auth: string | null;
  market: string | null;
  language: string | null;
  isActive: boolean;
  drops: boolean;
  marketing: boolean;
  moderation: boolean;
}

/**
 * Claims due messages for the duration of a lease, with the facts for the decision. Skips locked messages; the messages
 * of a dead process can be claimed when their lease ends.
 */
export async function claimMessages(
  tx: Tx,
  { campaignId, isTest, most, until }: { campaignId: string; isTest: boolean; most: number; until: Date },
  now: Date,
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    with due as (
      select id from push_messages where campaign_id = ${campaignId} and is_test = ${isTest} and status <> 'done'
        and next_attempt_at <= ${now} order by next_attempt_at limit ${most} for no key update skip locked),
    taken as (
      update push_messages m set status = 'sending', attempts = m.attempts + 1, next_attempt_at = ${until}, updated_at = ${now}
      from due where m.id = due.id
      returning m.id, m.user_id, m.subscription_id, m.is_test, m.attempts, m.created_at)
    select t.id, t.user_id as "userId", t.subscription_id as "subscriptionId", t.is_test as "isTest", t.attempts,
      t.created_at as "createdAt", s.endpoint, s.p256dh, s.auth, u.country_code as market, u.language, u.drops, u.marketing, u.moderation,
      u.status = 'active' or (u.status = 'suspended' and coalesce(u.suspended_until <= ${now}, false)) as "isActive"
    from taken t join user_push_choices u on u.user_id = t.user_id
    left join push_subscriptions s on s.id = t.subscription_id and s.user_id = t.user_id`.execute(tx);
  return rows;
}

/**
 * Counts a campaign once per user and UTC day, and returns the users within the cap. Locks rows in the order of user
 * ids to avoid deadlocks.
 */
export async function countAgainstDailyCap(
  tx: Tx,
  userIds: readonly string[],
  campaignId: string,
  cap: number,
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into push_user_days as d (user_id, day, campaign_ids)
    select id, (${now}::timestamptz at time zone 'UTC')::date, array[${campaignId}::uuid]
    from unnest(${[...new Set(userIds)].toSorted()}::uuid[]) id order by id
    on conflict on constraint push_user_days_pk do update
      set campaign_ids = case when ${campaignId} = any(d.campaign_ids) then d.campaign_ids
        else d.campaign_ids || ${campaignId}::uuid end
      where ${campaignId} = any(d.campaign_ids) or cardinality(d.campaign_ids) < ${cap}
    returning user_id as id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** An outcome, or the time of the next attempt. */
export interface Settlement {
  readonly id: string;
  readonly attempts: number;
  readonly outcome: Outcome | null;
  readonly responseStatus: number | null;
  readonly nextAttemptAt: Date | null;
  /** Whether this counts as an attempt. */
  readonly isAttempt: boolean;
}

/** Settles messages that are still claimed by this process, and updates the counts. */
export async function settleMessages(
  tx: Tx,
  campaignId: string,
  settlements: readonly Settlement[],
  now: Date,
): Promise<void> {
  if (settlements.length === 0) return;
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(settlements)}::jsonb) as g (id uuid, attempts integer, outcome text,
        "responseStatus" integer, "nextAttemptAt" timestamptz, "isAttempt" boolean)),
    written as (
      update push_messages m set status = case when g.outcome is null then 'waiting' else 'done' end, outcome = g.outcome,
        response_status = coalesce(g."responseStatus", m.response_status),
        attempts = m.attempts - case when g."isAttempt" then 0 else 1 end,
        next_attempt_at = coalesce(g."nextAttemptAt", m.next_attempt_at), updated_at = ${now}
      from given g where m.id = g.id and m.attempts = g.attempts and m.status = 'sending'
      returning m.outcome, m.is_test)
    insert into push_counts (campaign_id, outcome, messages)
    select ${campaignId}, outcome, count(*) from written where outcome is not null and not is_test
    group by outcome order by outcome
    on conflict on constraint push_counts_pk do update set messages = push_counts.messages + excluded.messages`.execute(
    tx,
  );
}

/** Makes messages due that wait for the end of former quiet hours; returns how many. */
export async function releaseMessages(tx: Tx, ends: readonly Date[], most: number, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update push_messages set next_attempt_at = ${now}, updated_at = ${now}
    where id in (
      select m.id from push_campaigns c join push_messages m on m.campaign_id = c.id
      where c.status = 'sending' and m.status <> 'done' and m.status = 'waiting' and not m.is_test
        and m.next_attempt_at = any(${ends}::timestamptz[]) and m.next_attempt_at > ${now}
      limit ${most} for no key update of m)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Campaigns with a due test: one that failed, or whose process died. */
export async function listDueTests(db: Db): Promise<string[]> {
  const query = sql<{ id: string }>`
    select distinct campaign_id as id from push_messages
    where is_test and status <> 'done' and next_attempt_at <= clock() order by id`;
  return (await query.execute(db)).rows.map(({ id }) => id);
}

/**
 * Ends unsent messages of cancelled campaigns; returns how many. Messages that are being sent are settled by their
 * sender.
 */
export async function cancelMessages(tx: Tx, now: Date, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with left_over as (
      select m.id from push_messages m join push_campaigns c on c.id = m.campaign_id
      where c.status = 'cancelled' and c.finished_at is null and m.status <> 'done' and not m.is_test
        and (m.status = 'waiting' or m.next_attempt_at <= ${now})
      limit ${most} for no key update of m skip locked),
    ended as (
      update push_messages m set status = 'done', outcome = 'cancelled', updated_at = ${now}
      from left_over where m.id = left_over.id returning m.campaign_id),
    counted as (
      insert into push_counts (campaign_id, outcome, messages)
      select campaign_id, 'cancelled', count(*) from ended group by campaign_id order by campaign_id
      on conflict on constraint push_counts_pk do update set messages = push_counts.messages + excluded.messages)
    select count(*)::integer as count from ended`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Sets `finished_at` of cancelled campaigns without open messages. */
export async function closeCancelled(tx: Tx, now: Date): Promise<void> {
  await sql`
    update push_campaigns c set finished_at = ${now} where c.status = 'cancelled' and c.finished_at is null
      and not exists (select from push_messages m where m.campaign_id = c.id and m.status <> 'done' and not m.is_test)`.execute(
    tx,
  );
}

export async function purgeMessages(tx: Tx, finishedBefore: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from push_messages where id in (
      select m.id from push_campaigns c join push_messages m on m.campaign_id = c.id
      where c.finished_at < ${finishedBefore} limit ${most})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function purgeDays(tx: Tx, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from push_user_days where (user_id, day) in (
      select user_id, day from push_user_days where day < (${before}::timestamptz at time zone 'UTC')::date
      order by day limit ${most})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export interface UserPushRow {
  id: string;
  at: Date;
  campaignId: string;
  titleI18n: InLanguages;
  category: Category;
  outcome: Outcome;
}

/** Campaigns sent to a user, or skipped, before a point in time; each once, newest first. */
export async function listPushesBefore(
  db: Db,
  userId: string,
  before: TimeCursor,
  limit: number,
): Promise<UserPushRow[]> {
  const query = sql<UserPushRow>`
    select m.id, m.created_at as at, c.id as "campaignId", c.title_i18n as "titleI18n", c.category, m.outcome
    from push_messages m join push_campaigns c on c.id = m.campaign_id
    where m.user_id = ${userId} and m.status = 'done' and (m.created_at, m.id) < (${before.at}, ${before.id}::uuid)
      and not exists (select from push_messages o where o.user_id = m.user_id and o.created_at = m.created_at
        and o.campaign_id = m.campaign_id and o.is_test = m.is_test and o.status = 'done'
        and (o.outcome = 'delivered', o.id) > (m.outcome = 'delivered', m.id))
    order by m.created_at desc, m.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}
