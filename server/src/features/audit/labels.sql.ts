import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { isId } from '../../kit/http/schema.ts';
import type { AuditPorts } from './ports.ts';
import type { AuditEntry } from './schema.ts';

interface Target {
  readonly target_type: string | null;
  readonly target_id: string | null;
}

/** What is known of a target, without the fields of the entry itself. */
export type TargetFields = Pick<
  Static<typeof AuditEntry>,
  | 'target_label'
  | 'target_label_i18n'
  | 'target_picture_id'
  | 'target_context'
  | 'target_about'
  | 'target_bought'
  | 'target_user'
>;

interface LabelRow extends TargetFields {
  readonly type: string;
  readonly id: string;
}

const unnamed: TargetFields = {
  target_label: null,
  target_label_i18n: {},
  target_picture_id: null,
  target_context: null,
  target_about: null,
  target_bought: null,
  target_user: null,
};

const named = sql`
  select 'user' as type, id, coalesce(display_name, email) as label, null::jsonb as translations,
    null::uuid as "pictureId", null::json as bought from user_profiles
  union all select 'series', id, title, title_i18n, poster_asset_id, null from series_names
  union all select 'episode', id, title, title_i18n, thumb_asset_id, null from episode_names
  union all select 'media_asset', id, source_file_name, null, null, null from asset_names
  union all select 'admin', id, name, null, null, null from admin_names
  union all select 'role', id, name, null, null, null from role_names
  union all select 'saved_view', id, name, null, null, null from saved_view_names
  union all select 'subscription_product', id, name, null, null, null from subscription_product_names
  union all select 'promo', id, code, null, null, null from promo_codes
  union all select 'segment', id, name, null, null, null from segment_names
  union all select 'coin_package', id, sku, null, null, bought from coin_package_names
  union all select 'collection', id, title_i18n ->> 'en', title_i18n, null, null from collection_names
  union all select 'rail', id, title_i18n ->> 'en', title_i18n, null, null from rail_names
  union all select 'push_campaign', id, title_i18n ->> 'en', title_i18n, null, null from push_campaign_names
  union all select 'market', id, market, null, null, null from price_override_targets where market is not null
  union all select 'reconciliation', id, file_name, null, null, null from reconciliation_names
  union all select 'purchase', id, product_id, null, null, bought from purchase_names
  union all select 'refund', id, product_id, null, null, bought from refund_names
  union all select 'comment', id, excerpt, null, null, null from comment_names`;

/** Identified by a name. */
const namedById: ReadonlySet<string> = new Set(['flag', 'exchange_rate']);

/** Deleted packages, segments, collections and saved views have their names only in the log. */
const deleted = sql`
  select a.type, a.id, coalesce(d.before ->> 'sku', d.before ->> 'name',
    d.before -> 'titleI18n' ->> 'en'), null, null, case a.type when 'coin_package' then json_build_object(
      'kind', 'coin_pack', 'productName', null, 'coinsGranted', d.before -> 'coins',
      'bonusCoins', coalesce(d.before -> 'bonusCoins', '0')) end from audit_log d
  where a.type in ('coin_package', 'segment', 'collection', 'saved_view') and d.target_type = a.type and d.target_id = a.id::text
    and d.action = a.type || '.delete'`;

/**
 * The current names of targets of these types, in one statement. An approval, a price, a schedule, an alert and a
 * report of a comment have the name of their object, and a subscription that of its user.
 */
export async function findLabels(
  db: Db,
  targets: readonly Target[],
  types: readonly string[],
  { files }: AuditPorts,
): Promise<(target: Target) => TargetFields> {
  const wanted = targets.flatMap(({ target_type: type, target_id: id }) =>
    type && id && isId(id) ? [{ type, id }] : [],
  );
  const query = sql<LabelRow>`
    with wanted as (
      select distinct type, id::uuid as id from unnest(${wanted.map(({ type }) => type)}::text[],
        ${wanted.map(({ id }) => id)}::text[]) w (type, id)),
    about as (
      select type, id, type as "asType", id as "asId" from wanted
      union all
      select t.target_type, t.target_id::uuid, 'approval', t.id from wanted w join approval_targets t on t.id = w.id
      where w.type = 'approval' and t.target_id ~ '^[0-9a-f-]{36}$'
      union all
      select o.scope, o.item_id, 'pricing_override', o.id from wanted w join price_override_targets o on o.id = w.id
      where w.type = 'pricing_override'
      union all
      select s.ref_type, s.ref_id, 'schedule', s.id from wanted w join publish_schedule_targets s on s.id = w.id
      where w.type = 'schedule'
      union all
      select 'user', s.user_id, 'subscription', s.id from wanted w join subscription_targets s on s.id = w.id
      where w.type = 'subscription'
      union all
      select 'comment', r.comment_id, 'comment_report', r.id from wanted w join comment_report_targets r on r.id = w.id
      where w.type = 'comment_report'
      union all
      select t.subject_type, t.subject_id::uuid, 'alert', t.id from wanted w join alert_targets t on t.id = w.id
      where w.type = 'alert' and t.subject_id ~ '^[0-9a-f-]{36}$')
    select a."asType" as type, a."asId" as id, n.label as target_label,
      coalesce(n.translations, '{}') as target_label_i18n, n."pictureId" as target_picture_id, n.bought as target_bought,
      case when e.episode_number is not null or f.kind is not null then json_build_object('series_title', s.title,
        'series_title_i18n', coalesce(s.title_i18n, '{}'), 'episode_number', e.episode_number, 'asset_kind', f.kind,
        'lang', f.lang) end as target_context,
      case when a.id <> a."asId" then json_build_object('type', a.type, 'id', a.id) end as target_about,
      case when n.label is null and u.id is not null then json_build_object('id', u.id, 'is_guest', u.is_guest,
        'is_anonymized', u.status = 'deleted', 'country_code', u.country_code) end as target_user
    from about a join lateral (select * from (${named}) named where named.id = a.id and named.type = a.type
      union all ${deleted}) n on true
    left join (${sql.raw(files)}) f on a.type = 'media_asset' and f.id = a.id
    left join episode_names e on e.id = case a.type when 'episode' then a.id else f.episode_id end
    left join series_names s on s.id = coalesce(e.series_id, f.series_id)
    left join user_profiles u on a.type = 'user' and u.id = a.id
    where a.type = any(${[...types]}) or (a."asType" = 'pricing_override' and a."asType" = any(${[...types]}))`;
  const rows = wanted.length === 0 ? [] : (await query.execute(db)).rows;
  const labels = new Map(rows.map(({ type, id, ...fields }) => [`${type} ${id}`, fields]));
  return ({ target_type: type, target_id: id }) =>
    type && namedById.has(type)
      ? { ...unnamed, target_label: id }
      : (labels.get(`${type} ${id?.toLowerCase()}`) ?? unnamed);
}
