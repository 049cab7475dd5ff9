import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';

/** What came of campaigns, by the market and language that users had when their messages were queued. */

export interface ResultRow {
  market: string | null;
  language: string | null;
  delivered: number;
  opened: number;
  started: number;
  unlocked: number;
}

const delivered = (campaignId: string) => sql`
  select coalesce(market, '') as market, coalesce(language, '') as language, count(distinct user_id)::integer as delivered
  from push_messages where campaign_id = ${campaignId} and outcome in ('delivered', 'logged') and not is_test
  group by 1, 2`;

/** Numbers of users. What they started and unlocked counts for a day after they opened the message. */
export async function listResults(db: Db, campaignId: string, isFinished: boolean): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    with delivered as (${isFinished ? sql`select market, language, delivered from push_results where campaign_id = ${campaignId}` : delivered(campaignId)}),
    opened as (
      select coalesce(o.market, '') as market, coalesce(o.language, '') as language, count(*)::integer as opened,
        count(*) filter (where exists (select from watched_episodes w where w.user_id = o.user_id
          and w.started_at >= o.opened_at and w.started_at < o.opened_at + interval '1 day'))::integer as started,
        count(*) filter (where exists (select from kept_unlocks k where k.user_id = o.user_id
          and k.created_at >= o.opened_at and k.created_at < o.opened_at + interval '1 day'))::integer as unlocked
      from push_opens o where o.campaign_id = ${campaignId} group by 1, 2)
    select nullif(market, '') as market, nullif(language, '') as language, coalesce(delivered, 0) as delivered,
      coalesce(opened, 0) as opened, coalesce(started, 0) as started, coalesce(unlocked, 0) as unlocked
    from delivered full join opened using (market, language) order by delivered desc, market, language`.execute(db);
  return rows;
}

/** Keeps the numbers of a finished campaign. */
export async function keepResults(tx: Tx, campaignId: string): Promise<void> {
  await sql`insert into push_results (campaign_id, market, language, delivered)
    select ${campaignId}, market, language, delivered from (${delivered(campaignId)}) d
    on conflict on constraint push_results_pk do nothing`.execute(tx);
}

export interface WaitingRow {
  market: string | null;
  users: number;
  until: Date;
}

/** Users whose messages wait for the end of quiet hours, by market. */
export async function listWaiting(db: Db, campaignId: string, now: Date): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select market, count(distinct user_id)::integer as users, next_attempt_at as until
    from push_messages where campaign_id = ${campaignId} and status = 'waiting' and status <> 'done' and attempts = 0
      and not is_test and next_attempt_at > ${now}
    group by market, next_attempt_at order by users desc, market`.execute(db);
  return rows;
}

/** Records that a user opened a message of theirs, at most once per campaign; whether there is such a message. */
export async function insertOpen(tx: Tx, userId: string, messageId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with message as (
      select campaign_id, user_id, market, language, is_test from push_messages
      where id = ${messageId} and user_id = ${userId}),
    written as (
      insert into push_opens (campaign_id, user_id, market, language, opened_at)
      select campaign_id, user_id, market, language, ${now} from message where not is_test
      on conflict on constraint push_opens_pk do nothing)
    select exists (select from message) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

export async function purgeOpens(tx: Tx, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from push_opens where (campaign_id, user_id) in (
      select campaign_id, user_id from push_opens where opened_at < ${before} order by opened_at limit ${most})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
