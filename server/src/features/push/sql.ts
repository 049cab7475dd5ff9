import { type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { contains, eq, filters } from '../../kit/db/filters.ts';
import { idPerRow } from '../../kit/db/fragments.ts';
import type { PushCampaigns } from '../../kit/db/schema.ts';
import { newId } from '../../kit/id.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { CampaignStatus, Category, MarketTime } from './rules.ts';
import type { CampaignFields, CampaignRow, PushSettings, SettingsRow } from './schema.ts';

/** `queued` is counted like an outcome. */
const select = sql<CampaignRow>`
  select c.id, c.title_i18n as "titleI18n", c.body_i18n as "bodyI18n", c.category, c.segment_id as "segmentId",
    s.name as "segmentName", c.market, c.send_at as "sendAt", c.status, c.audience_users as "audienceUsers",
    c.audience_devices as "audienceDevices", coalesce(n.queued, 0) as queued, coalesce(n.ended, '{}') as ended,
    json_build_object('id', a.id, 'name', a.name) as "createdBy", c.started_at as "startedAt",
    c.finished_at as "finishedAt", c.revision, c.created_at as "createdAt", c.updated_at as "updatedAt"
  from push_campaigns c join admin_names a on a.id = c.created_by left join segment_names s on s.id = c.segment_id
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

const columnsOf = ({ titleI18n, bodyI18n, category, segmentId, market, sendAt }: CampaignFields) => ({
  title_i18n: JSON.stringify(titleI18n),
  body_i18n: JSON.stringify(bodyI18n),
  category,
  segment_id: segmentId,
  market,
  send_at: sendAt,
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
      insert into push_messages (id, campaign_id, user_id, subscription_id, next_attempt_at, created_at, updated_at)
      select ${idPerRow()}, ${campaignId}, s.user_id, s.id,
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
    select id, title_i18n as "titleI18n", body_i18n as "bodyI18n", category, coalesce(send_at, created_at) as "dueAt"
    from push_campaigns where id = ${id} and (${isTest} or status = 'sending') for share`;
  return (await query.execute(tx)).rows[0];
}

export interface CampaignToSend extends Pick<CampaignFields, 'titleI18n' | 'bodyI18n' | 'category'> {
  id: string;
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

export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Moves a subscription from another user to this one. */
export async function putSubscription(
  tx: Tx,
  userId: string,
  given: Subscription,
  most: number,
  now: Date,
): Promise<void> {
  const { endpoint, p256dh, auth } = given;
  // A new id for a new user, so that queued messages for the previous one are not delivered.
  await sql`
    insert into push_subscriptions as s (id, user_id, endpoint, p256dh, auth, created_at, updated_at)
    values (${newId()}, ${userId}, ${endpoint}, ${p256dh}, ${auth}, ${now}, ${now})
    on conflict on constraint push_subscriptions_endpoint_unique do update set
      id = case when s.user_id = excluded.user_id then s.id else excluded.id end, user_id = excluded.user_id,
      p256dh = excluded.p256dh, auth = excluded.auth, updated_at = excluded.updated_at`.execute(tx);
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
export async function dropSubscriptions(tx: Tx, ids: readonly string[], before: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from push_subscriptions where id = any(${[...ids]}::uuid[]) and updated_at <= ${before}`.execute(tx);
}

/** Number of devices of a user, as SQL. */
export const devicesCount = (userId: string): string =>
  `(select count(*)::integer from push_subscriptions where user_id = ${userId})`;
