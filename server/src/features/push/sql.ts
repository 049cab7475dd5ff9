import { type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { contains, eq, filters } from '../../kit/db/filters.ts';
import { idPerRow, isoTime, jsonArray } from '../../kit/db/fragments.ts';
import type { PushCampaigns } from '../../kit/db/schema.ts';
import type { InLanguages } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import { type Keyset, pageRows, type TimeCursor } from '../../kit/page.ts';
import type { DeviceKind, PushDevice } from './gateways.ts';
import {
  type CampaignStatus,
  type Category,
  type Content,
  type LinkTarget,
  type MarketTime,
  type MessageStatus,
  type Outcome,
  outcomesOf,
} from './rules.ts';
import type { CampaignFields, CampaignRow, MessageRow, PushSettings, SettingsRow } from './schema.ts';

/** `queued` is counted like an outcome. */
const select = sql<CampaignRow>`
  select c.id, c.title_i18n as "titleI18n", c.body_i18n as "bodyI18n", c.category, c.segment_id as "segmentId",
    s.name as "segmentName", c.market, c.link, c.picture_asset_id as "pictureAssetId", c.data, coalesce(sl.id, en.id) as "linkId",
    coalesce(sl.title, en.title) as "linkTitle", coalesce(sl.title_i18n, en.title_i18n) as "linkTitleI18n", es.slug as "linkSeries", c.send_at as "sendAt", c.status, c.audience_users as "audienceUsers",
    c.audience_devices as "audienceDevices", coalesce(n.queued, 0) as queued, coalesce(n.ended, '{}') as ended,
    json_build_object('id', a.id, 'name', a.name) as "createdBy", c.started_at as "startedAt",
    c.finished_at as "finishedAt", c.revision, c.created_at as "createdAt", c.updated_at as "updatedAt"
  from push_campaigns c join admin_names a on a.id = c.created_by left join segment_names s on s.id = c.segment_id
  left join series_links sl on sl.slug = substring(c.link from '^/series/(.*)$')
  left join episode_names en on en.id = substring(c.link from '^/episodes/(.*)$')::uuid
  left join series_links es on es.id = en.series_id
  left join lateral (
    select max(messages) filter (where outcome = 'queued') as queued,
      json_object_agg(outcome, messages) filter (where outcome <> 'queued') as ended
    from push_counts where campaign_id = c.id) n on true`;

export interface CampaignFilters {
  status?: CampaignStatus | undefined;
  category?: Category | undefined;
  q?: string | undefined;
}

const conditions = filters<CampaignFilters>({
  status: eq('c.status'),
  category: eq('c.category'),
  q: contains(`c.title_i18n ->> 'en'`, `c.title_i18n ->> 'ar'`, `c.title_i18n ->> 'id'`),
});

export const listCampaigns = (db: Db, given: CampaignFilters, keyset: Keyset): Promise<CampaignRow[]> =>
  pageRows(db, keyset, select, conditions(given));

export async function findCampaign(db: Db, id: string): Promise<CampaignRow | undefined> {
  return (await sql<CampaignRow>`${select} where c.id = ${id}`.execute(db)).rows[0];
}

export async function lockCampaign(tx: Tx, id: string): Promise<CampaignRow | undefined> {
  return (await sql<CampaignRow>`${select} where c.id = ${id} for no key update of c`.execute(tx)).rows[0];
}

const columnsOf = ({ titleI18n, bodyI18n, category, segmentId, market, sendAt, ...more }: CampaignFields) => ({
  title_i18n: JSON.stringify(titleI18n),
  body_i18n: JSON.stringify(bodyI18n),
  category,
  segment_id: segmentId,
  market,
  send_at: sendAt,
  link: more.link,
  picture_asset_id: more.pictureAssetId,
  data: JSON.stringify(more.data),
});

export async function insertCampaign(
  tx: Tx,
  { id, createdBy }: { id: string; createdBy: string },
  fields: CampaignFields,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('push_campaigns')
    .values({ id, created_by: createdBy, ...columnsOf(fields), created_at: now, updated_at: now })
    .execute();
}

export async function updateCampaign(tx: Tx, id: string, fields: CampaignFields, now: Date): Promise<void> {
  await tx
    .updateTable('push_campaigns')
    .set((eb) => ({ ...columnsOf(fields), updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function moveCampaign(tx: Tx, id: string, state: Updateable<PushCampaigns>, now: Date): Promise<void> {
  await tx
    .updateTable('push_campaigns')
    .set((eb) => ({ ...state, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** `isMember` checks the segment; undefined for everyone. */
export interface Audience {
  readonly category: Category;
  readonly market: string | null;
  readonly isMember?: ((userId: string) => RawBuilder<SqlBool>) | undefined;
}

/** Condition on devices `s` of users `u`: in the audience, with the category enabled, and active. */
function meant({ category, market, isMember }: Audience, now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`u.${sql.raw(category)}
    and (u.status = 'active' or (u.status = 'suspended' and u.suspended_until <= ${now}))
    and ${market === null ? sql`true` : sql`u.country_code = ${market}`}
    and ${isMember ? isMember('u.user_id') : sql`true`}`;
}

export interface AudienceCount {
  users: number;
  devices: number;
}

/** If it were sent now. */
export async function countAudience(db: Db, audience: Audience, now: Date): Promise<AudienceCount> {
  const query = sql<AudienceCount>`
    select count(distinct s.user_id)::integer as users, count(*)::integer as devices
    from push_subscriptions s join user_push_choices u on u.user_id = s.user_id where ${meant(audience, now)}`;
  return (await query.execute(db)).rows[0] ?? { users: 0, devices: 0 };
}

export interface AudienceGroup {
  market: string | null;
  /** Without its region. */
  language: string | null;
  users: number;
}

/** The same users by market and language. */
export async function groupAudience(db: Db, audience: Audience, now: Date): Promise<AudienceGroup[]> {
  const query = sql<AudienceGroup>`
    select u.country_code as market, split_part(u.language, '-', 1) as language, count(distinct s.user_id)::integer as users
    from push_subscriptions s join user_push_choices u on u.user_id = s.user_id where ${meant(audience, now)}
    group by 1, 2 order by users desc, 1, 2`;
  return (await query.execute(db)).rows;
}

/** Whether this is an image that everyone may see. */
export async function isPicture(db: Db, assetId: string): Promise<boolean> {
  const query = sql`select from ready_assets where id = ${assetId} and kind in ('poster', 'hero')`;
  return (await query.execute(db)).rows.length > 0;
}

/** Whether there is what a link opens. */
export async function linkLeads(db: Db, target: LinkTarget): Promise<boolean> {
  if (target.type === 'store') return true;
  const query = sql<{ leads: boolean }>`
    select ${
      target.type === 'series'
        ? sql`exists (select from series_links where slug = ${target.slug})`
        : sql`exists (select from episode_names e join series_links s on s.id = e.series_id where e.id = ${target.id})`
    } as leads`;
  return (await query.execute(db)).rows[0]?.leads ?? false;
}

export async function setAudience(tx: Tx, id: string, { users, devices }: AudienceCount): Promise<void> {
  const counted = { audience_users: users, audience_devices: devices };
  await tx.updateTable('push_campaigns').set(counted).where('id', '=', id).execute();
}

/** Queues messages for the next devices, and stores the position. Returns the number of devices read. */
export async function queueNext(
  tx: Tx,
  campaignId: string,
  audience: Audience,
  quiet: readonly MarketTime[],
  most: number,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ seen: number }>`
    with next as (
      select s.id, s.user_id from push_subscriptions s
      where s.id > coalesce((select queue_position from push_campaigns where id = ${campaignId}),
        '00000000-0000-0000-0000-000000000000')
      order by s.id limit ${most}),
    queued as (
      insert into push_messages (id, campaign_id, user_id, subscription_id, market, language, next_attempt_at, created_at, updated_at)
      select ${idPerRow()}, ${campaignId}, s.user_id, s.id, u.country_code, split_part(u.language, '-', 1),
        coalesce(q.at, ${now}), ${now}, ${now}
      from next s join user_push_choices u on u.user_id = s.user_id
      left join unnest(${quiet.map(({ market }) => market)}::text[], ${quiet.map(({ at }) => at)}::timestamptz[]) q (market, at)
        on q.market = coalesce(u.country_code, '')
      where ${meant(audience, now)} returning 1),
    counted as (
      insert into push_counts (campaign_id, outcome, messages)
      select ${campaignId}, 'queued', count(*) from queued
      on conflict on constraint push_counts_pk do update set messages = push_counts.messages + excluded.messages),
    placed as (
      update push_campaigns set queue_position = coalesce((select id from next order by id desc limit 1), queue_position),
        queued_at = case when (select count(*) from next) < ${most} then ${now}::timestamptz end, updated_at = ${now}
      where id = ${campaignId})
    select count(*)::integer as seen from next`.execute(tx);
  return rows[0]?.seen ?? 0;
}

/** The next due campaign. */
export async function findDueCampaign(tx: Tx, now: Date): Promise<CampaignRow | undefined> {
  const query = sql<CampaignRow>`${select} where c.status = 'scheduled' and c.send_at <= ${now}
    order by c.send_at, c.id limit 1 for no key update of c skip locked`;
  return (await query.execute(tx)).rows[0];
}

export interface OpenCampaign extends Pick<CampaignFields, 'category' | 'market' | 'segmentId'> {
  id: string;
  isQueued: boolean;
}

/** Campaigns that are being sent. */
export async function listOpenCampaigns(db: Db): Promise<OpenCampaign[]> {
  const query = sql<OpenCampaign>`
    select id, category, market, segment_id as "segmentId", queued_at is not null as "isQueued" from push_campaigns
    where status = 'sending' order by started_at, id`;
  return (await query.execute(db)).rows;
}

/** Serializes sending with cancellation. */
export async function lockCampaignForShare(tx: Tx, id: string, isTest: boolean): Promise<CampaignToSend | undefined> {
  const query = sql<CampaignToSend>`
    select c.id, c.title_i18n as "titleI18n", c.body_i18n as "bodyI18n", c.category, c.link, sl.slug as "linkSeries",
      c.picture_asset_id as "pictureAssetId", c.data, coalesce(c.send_at, c.created_at) as "dueAt"
    from push_campaigns c left join episode_names e on e.id = substring(c.link from '^/episodes/(.*)$')::uuid
    left join series_links sl on sl.id = e.series_id
    where c.id = ${id} and (${isTest} or c.status = 'sending') for share of c`;
  return (await query.execute(tx)).rows[0];
}

export interface CampaignToSend extends Content {
  pictureAssetId: string | null;
  dueAt: Date;
}

/** Finishes a campaign without open messages; returns whether it did. */
export async function finishCampaign(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update push_campaigns set status = 'sent', finished_at = ${now}, updated_at = ${now}, revision = revision + 1
    where id = ${id} and status = 'sending' and queued_at is not null
      and not exists (select from push_messages m where m.campaign_id = ${id} and m.status <> 'done' and not m.is_test)`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

/** For the segments feature. */
export async function listSegmentUses(db: Db, segmentIds: readonly string[]) {
  const query = sql<{ segmentId: string; type: 'push_campaign'; id: string; label: string }>`
    select segment_id as "segmentId", 'push_campaign' as type, id, title_i18n ->> 'en' as label from push_campaigns
    where segment_id = any(${[...segmentIds]}::uuid[]) order by created_at desc`;
  return (await query.execute(db)).rows;
}

const selectSettings = sql<SettingsRow>`
  select enabled, daily_cap as "dailyCap", quiet_hours as "quietHours", revision, updated_at as "updatedAt"
  from push_settings`;

const one = (rows: readonly SettingsRow[]): SettingsRow => {
  const [row] = rows;
  if (!row) throw new Error('there are no settings of pushes');
  return row;
};

export const findSettings = async (db: Db): Promise<SettingsRow> => one((await selectSettings.execute(db)).rows);

export const lockSettings = async (tx: Tx): Promise<SettingsRow> =>
  one((await sql<SettingsRow>`${selectSettings} for no key update`.execute(tx)).rows);

/** Serializes sending with changes: no batch starts after pushes are disabled. */
export const lockSettingsForShare = async (tx: Tx): Promise<SettingsRow> =>
  one((await sql<SettingsRow>`${selectSettings} for share`.execute(tx)).rows);

export async function updateSettings(
  tx: Tx,
  { enabled, dailyCap, quietHours }: PushSettings,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('push_settings')
    .set((eb) => ({
      enabled,
      daily_cap: dailyCap,
      quiet_hours: JSON.stringify(quietHours),
      updated_at: now,
      revision: eb('revision', '+', 1),
    }))
    .execute();
}

/** Registers a device, and moves it from another user to this one. */
export async function putSubscription(
  tx: Tx,
  userId: string,
  device: PushDevice,
  most: number,
  now: Date,
): Promise<void> {
  const { kind, endpoint } = device;
  const { p256dh, auth } = device.kind === 'web' ? device : { p256dh: null, auth: null };
  // A new id for a new user, so that queued messages for the previous one are not delivered.
  await sql`
    insert into push_subscriptions as s (id, user_id, kind, endpoint, p256dh, auth, created_at, updated_at)
    values (${newId()}, ${userId}, ${kind}, ${endpoint}, ${p256dh}, ${auth}, ${now}, ${now})
    on conflict on constraint push_subscriptions_endpoint_unique do update set
      id = case when s.user_id = excluded.user_id then s.id else excluded.id end, user_id = excluded.user_id,
      kind = excluded.kind, p256dh = excluded.p256dh, auth = excluded.auth, updated_at = excluded.updated_at`.execute(
    tx,
  );
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId} order by updated_at desc, id desc offset ${most})`.execute(
    tx,
  );
}

export async function deleteSubscriptions(tx: Tx, userId: string): Promise<void> {
  await sql`delete from push_subscriptions where user_id = ${userId}`.execute(tx);
}

/** Unless registered again since. */
export async function dropSubscriptions(
  tx: Tx,
  gone: readonly { readonly id: string; readonly goneAt: Date }[],
): Promise<void> {
  if (gone.length === 0) return;
  await sql`
    delete from push_subscriptions s
    using unnest(${gone.map(({ id }) => id)}::uuid[], ${gone.map(({ goneAt }) => goneAt)}::timestamptz[]) g (id, at)
    where s.id = g.id and s.updated_at <= g.at`.execute(tx);
}

/** Number of devices of a user, as SQL. */
export const devicesCount = (userId: string): string =>
  `(select count(*)::integer from push_subscriptions where user_id = ${userId})`;

export interface MessageFilters {
  campaignId: string;
  status?: MessageStatus | undefined;
}

const messageConditions = filters<MessageFilters>({
  campaignId: (id) => sql<SqlBool>`m.campaign_id = ${id}`,
  status: (status) =>
    status === 'waiting' ? sql<SqlBool>`m.status <> 'done'` : sql<SqlBool>`m.outcome = any(${outcomesOf(status)})`,
});

const selectMessages = sql<MessageRow>`
  select m.id, m.user_id as "userId", u.display_name as "displayName", u.is_guest as "isGuest", m.is_test as "isTest",
    m.outcome, m.response_status as "responseStatus", m.attempts, m.next_attempt_at as "nextAttemptAt",
    m.created_at as "createdAt", m.updated_at as "updatedAt"
  from push_messages m join user_profiles u on u.id = m.user_id`;

export const listMessages = (db: Db, given: MessageFilters, keyset: Keyset): Promise<MessageRow[]> =>
  pageRows(db, keyset, selectMessages, messageConditions(given));

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
  kind: DeviceKind | null;
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
      t.created_at as "createdAt", s.kind, s.endpoint, s.p256dh, s.auth, u.country_code as market, u.language, u.drops, u.marketing, u.moderation,
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

/** Sets `finished_at` of cancelled campaigns without open messages; returns their ids. */
export async function closeCancelled(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update push_campaigns c set finished_at = ${now} where c.status = 'cancelled' and c.finished_at is null
      and not exists (select from push_messages m where m.campaign_id = c.id and m.status <> 'done' and not m.is_test)
    returning c.id`.execute(tx);
  return rows.map(({ id }) => id);
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

/** SQL of the devices of a user that receive pushes as a JSON array, oldest first. */
export const pushDevicesJson = (userId: string): string =>
  jsonArray(`
    select p.id, ${isoTime('p.created_at')} as "createdAt" from push_subscriptions p
    where p.user_id = ${userId} order by p.created_at, p.id`);
