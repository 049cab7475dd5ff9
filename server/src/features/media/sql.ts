import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eq, eqId, filters } from '../../kit/db/filters.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import type { MediaAssets } from '../../kit/db/schema.ts';
import { isId } from '../../kit/http/schema.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { AssetUpdate, EpisodeForVideo, Status } from './rules.ts';
import type { AssetFilters, AssetRow, ListedAsset } from './schema.ts';

const columns = sql.raw(`
  id, kind, series_id as "seriesId", episode_id as "episodeId", provider, provider_id as "providerId",
  upload_ref as "uploadRef", playback_id as "playbackId", status, duration_s as "durationS", width, height, lang,
  thumbnails, error, size_bytes as "sizeBytes", source_file_name as "sourceFileName", attempts,
  created_at as "createdAt", updated_at as "updatedAt"`);
/** Includes deleted assets, for the audit log. */
export const everyAsset = 'select id, kind, lang, series_id, episode_id from media_assets';

export type NewAsset = Insertable<MediaAssets>;

export async function insertAsset(tx: Tx, asset: NewAsset, now: Date): Promise<void> {
  await tx
    .insertInto('media_assets')
    .values({ ...asset, created_at: now, updated_at: now })
    .execute();
}

/** Null for other kinds than videos. */
const linked = sql.raw(`case kind when 'video' then exists
  (select from current_episodes e where e.media_asset_id = media_assets.id) end as linked,
  case kind
    when 'video' then array(select e.status from current_episodes e where e.media_asset_id = media_assets.id)
    when 'caption' then array(select e.status from current_episodes e where e.id = media_assets.episode_id)
    else array(select i.status from item_images i where i.asset_id = media_assets.id) end as "usedInStates",
  (select json_build_object('seriesId', s.id, 'seriesTitle', s.title, 'seriesTitleI18n', s.title_i18n,
      'episodeNumber', o.episode_number, 'title', coalesce(o.title, s.title), 'titleI18n', coalesce(o.title_i18n, s.title_i18n))
    from (select series_id, episode_number, title, title_i18n from episode_names n where n.id = media_assets.episode_id
      union all select media_assets.series_id, null, null, null where media_assets.episode_id is null) o
    join series_names s on s.id = o.series_id) as "belongsTo"`);

export async function findAsset(db: Db, id: string): Promise<ListedAsset | undefined> {
  const query = sql<ListedAsset>`select ${columns}, ${linked} from media_assets where id = ${id} and deleted_at is null`;
  return (await query.execute(db)).rows[0];
}

/** Reads after the lock, to see the changes of the previous holder. */
export async function lockAsset(tx: Tx, id: string): Promise<ListedAsset | undefined> {
  await sql`select from media_assets where id = ${id} for no key update`.execute(tx);
  return findAsset(tx, id);
}

export type ProviderAsset = Pick<AssetRow, 'id' | 'episodeId'>;

/** Includes deleted assets, so that their events are not reported as unknown. */
export async function findByProviderId(db: Db, providerId: string): Promise<ProviderAsset | undefined> {
  const query = sql<ProviderAsset>`
    select id, episode_id as "episodeId" from media_assets
    where provider = 'video_provider' and provider_id = ${providerId}`;
  return (await query.execute(db)).rows[0];
}

export async function listByIds(db: Db, ids: readonly string[]): Promise<AssetRow[]> {
  if (ids.length === 0) return [];
  const query = sql<AssetRow>`
    select ${columns} from media_assets where id = any(${[...ids]}::uuid[]) and deleted_at is null`;
  return executePrepared(db, query);
}

/** Prevents deletion until this transaction ends. */
export async function lockAssetsForShare(tx: Tx, ids: readonly string[]): Promise<AssetRow[]> {
  await sql`select from media_assets where id = any(${[...ids]}::uuid[]) order by id for share`.execute(tx);
  return listByIds(tx, ids);
}

export async function listCaptionsOf(db: Db, episodeIds: readonly string[]): Promise<AssetRow[]> {
  if (episodeIds.length === 0) return [];
  const query = sql<AssetRow>`
    select ${columns} from media_assets
    where episode_id = any(${[...episodeIds]}::uuid[]) and kind = 'caption' and deleted_at is null order by lang`;
  return (await query.execute(db)).rows;
}

const conditions = filters<AssetFilters>({
  kind: eq('kind'),
  status: eq('status'),
  lang: eq('lang'),
  seriesId: eqId('series_id'),
  episodeId: eqId('episode_id'),
  ids: (ids) => sql`id = any(${ids.map((id) => id.toLowerCase()).filter(isId)}::uuid[])`,
});

export const listAssets = (db: Db, given: AssetFilters, keyset: Keyset): Promise<ListedAsset[]> =>
  pageRows(db, keyset, sql<ListedAsset>`select ${columns}, ${linked} from media_assets`, [
    sql<SqlBool>`deleted_at is null`,
    ...conditions(given),
  ]);

export async function advanceAsset(tx: Tx, id: string, change: AssetUpdate, now: Date): Promise<void> {
  await tx
    .updateTable('media_assets')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
}

const unchecked = { checked_at: null, failed_checks: 0, check_after: null };

export async function retryAsset(tx: Tx, id: string, status: Status, now: Date): Promise<void> {
  await tx
    .updateTable('media_assets')
    .set((eb) => ({ status, error: null, ...unchecked, updated_at: now, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function softDeleteAsset(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('media_assets').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute();
}

export interface StuckAsset extends Pick<AssetRow, 'id' | 'status' | 'createdAt'> {
  providerId: string;
  failedChecks: number;
}

/** Assets without progress that are due for a query, least recently queried first. */
export async function listStuck(db: Db, now: Date, before: Date, limit: number): Promise<StuckAsset[]> {
  const query = sql<StuckAsset>`
    select id, provider_id as "providerId", status, created_at as "createdAt", failed_checks as "failedChecks"
    from media_assets
    where status in ('uploading', 'processing') and deleted_at is null and provider_id is not null
      and updated_at <= ${before} and (check_after is null or check_after <= ${now})
    order by checked_at nulls first, updated_at limit ${limit}`;
  return (await query.execute(db)).rows;
}

export async function markChecked(tx: Tx, id: string, now: Date): Promise<void> {
  const checked = { checked_at: now, failed_checks: 0, check_after: null };
  await tx.updateTable('media_assets').set(checked).where('id', '=', id).execute();
}

/** Schedules the next query after a failed one. */
export async function markCheckFailed(tx: Tx, id: string, failures: number, again: Date, now: Date): Promise<void> {
  const failed = { checked_at: now, failed_checks: failures, check_after: again };
  await tx.updateTable('media_assets').set(failed).where('id', '=', id).execute();
}

export async function insertPendingFile(tx: Tx, name: string, now: Date): Promise<void> {
  await tx.insertInto('media_pending_files').values({ name, created_at: now }).execute();
}

export async function deletePendingFile(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('media_pending_files').where('name', '=', name).execute();
}

/** Pending files that no asset uses. */
export async function listAbandonedFiles(db: Db, before: Date, limit: number): Promise<string[]> {
  const query = sql<{ name: string }>`
    select f.name from media_pending_files f
    where f.created_at < ${before}
      and not exists (select from media_assets a where a.playback_id = f.name and a.deleted_at is null)
    order by f.created_at, f.name limit ${limit}`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

export async function listShownFiles(db: Db, names: readonly string[]): Promise<string[]> {
  const query = sql<{ name: string }>`
    select distinct playback_id as name from media_assets
    where playback_id = any(${[...names]}::text[]) and provider = 'storage' and deleted_at is null`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

export async function listVideos(db: Db, providerIds: readonly string[]): Promise<ListedAsset[]> {
  const query = sql<ListedAsset>`
    select ${columns}, ${linked} from media_assets
    where provider = 'video_provider' and provider_id = any(${[...providerIds]}::text[]) and deleted_at is null`;
  return (await query.execute(db)).rows;
}

export async function findEpisodeForVideo(db: Db, id: string): Promise<EpisodeForVideo | undefined> {
  const query = sql<EpisodeForVideo>`
    select status, exists (select from media_assets a
      where a.id = e.media_asset_id and a.status = 'ready' and a.deleted_at is null) as "hasVideo"
    from current_episodes e where id = ${id}`;
  return (await query.execute(db)).rows[0];
}

export async function findInstallation(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from installation`.execute(db);
  return rows[0]?.id ?? '';
}
