import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { type InLanguages, isId } from '../../kit/http/schema.ts';
import type { AuditPorts } from './ports.ts';
import type { Bought, TargetUser } from './schema.ts';

interface Target {
  readonly target_type: string | null;
  readonly target_id: string | null;
}

/** Where an episode or a file belongs: the episode and its series, and what kind of file it is. */
export interface Context {
  readonly series_title: string | null;
  readonly series_title_i18n: InLanguages;
  readonly episode_number: number | null;
  readonly asset_kind: string | null;
  readonly lang: string | null;
}

/** What an approval, a price, a schedule, a subscription or an alert is about. */
export interface SubjectRef {
  readonly type: string;
  readonly id: string;
}

export interface Label {
  readonly label: string | null;
  readonly translations: InLanguages;
  readonly pictureId: string | null;
  readonly context: Context | null;
  readonly about: SubjectRef | null;
  readonly bought: Bought | null;
  readonly user: TargetUser | null;
}

interface LabelRow extends Context {
  type: string;
  id: string;
  label: string | null;
  translations: InLanguages;
  pictureId: string | null;
  bought: Bought | null;
  user: TargetUser | null;
  aboutType: string;
  aboutId: string;
}

const nameless: Label = {
  label: null,
  translations: {},
  pictureId: null,
  context: null,
  about: null,
  bought: null,
  user: null,
};

function labelOf({ type: _type, id, label, translations, pictureId, bought, user, ...row }: LabelRow): Label {
  const { aboutType, aboutId, ...context } = row;
  const isPart = context.episode_number !== null || context.asset_kind !== null;
  const about = aboutId === id ? null : { type: aboutType, id: aboutId };
  return { label, translations, pictureId, context: isPart ? context : null, about, bought, user };
}

const named = sql`
  select 'user' as type, id, coalesce(display_name, email) as label, null::jsonb as translations,
    null::uuid as "pictureId", null::json as bought from user_profiles
  union all select 'series', id, title, title_i18n, poster_asset_id, null from series_names
  union all select 'episode', id, title, title_i18n, thumb_asset_id, null from episode_names
  union all select 'media_asset', id, source_file_name, null, null, null from asset_names
  union all select 'admin', id, name, null, null, null from admin_names
  union all select 'role', id, name, null, null, null from role_names
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

/** A package, a segment or a collection that was deleted is gone, and the log alone still knows its name. */
const deleted = sql`
  select a.type, a.id, coalesce(d.before ->> 'sku', d.before ->> 'name',
    d.before -> 'titleI18n' ->> 'en'), null, null, case a.type when 'coin_package' then json_build_object(
      'kind', 'coin_pack', 'productName', null, 'coinsGranted', d.before -> 'coins',
      'bonusCoins', coalesce(d.before -> 'bonusCoins', '0')) end from audit_log d
  where a.type in ('coin_package', 'segment', 'collection') and d.target_type = a.type and d.target_id = a.id::text
    and d.action = a.type || '.delete'`;

/**
 * What targets of these types are called now, all of them in one statement. An approval, a price and a schedule are called
 * like what they are about, so are an alert and a report of a comment, and a subscription like whose it is.
 */
export async function findLabels(
  db: Db,
  targets: readonly Target[],
  types: readonly string[],
  { files }: AuditPorts,
): Promise<(target: Target) => Label> {
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
    select a."asType" as type, a."asId" as id, a.type as "aboutType", a.id as "aboutId", n.label,
      coalesce(n.translations, '{}') as translations, n."pictureId", n.bought, s.title as series_title,
      coalesce(s.title_i18n, '{}') as series_title_i18n, e.episode_number, f.kind as asset_kind, f.lang,
      case when n.label is null and u.id is not null then json_build_object('id', u.id, 'is_guest', u.is_guest,
        'is_anonymized', u.status = 'deleted', 'country_code', u.country_code) end as "user"
    from about a join lateral (select * from (${named}) named where named.id = a.id and named.type = a.type
      union all ${deleted}) n on true
    left join (${sql.raw(files)}) f on a.type = 'media_asset' and f.id = a.id
    left join episode_names e on e.id = case a.type when 'episode' then a.id else f.episode_id end
    left join series_names s on s.id = coalesce(e.series_id, f.series_id)
    left join user_profiles u on a.type = 'user' and u.id = a.id
    where a.type = any(${[...types]}) or (a."asType" = 'pricing_override' and a."asType" = any(${[...types]}))`;
  const rows = wanted.length === 0 ? [] : (await query.execute(db)).rows;
  const labels = new Map(rows.map((row) => [`${row.type} ${row.id}`, labelOf(row)]));
  // A flag has no id besides its name.
  return ({ target_type: type, target_id: id }) =>
    type === 'flag' ? { ...nameless, label: id } : (labels.get(`${type} ${id?.toLowerCase()}`) ?? nameless);
}
