import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { State } from './rules.ts';

/** Which field of what shows a file. */
export interface AssetLink {
  readonly type: 'series' | 'episode';
  readonly id: string;
  readonly field: 'posterAssetId' | 'heroAssetId' | 'mediaAssetId' | 'thumb_asset_id';
  readonly status: State;
  readonly isRemoved: boolean;
}

/** Everything that shows a file, in the order of the locks: series before episodes, each by id. */
async function listShownBy(db: Db, assetId: string): Promise<AssetLink[]> {
  const state = sql.raw('status, deleted_at is not null as "isRemoved"');
  const query = sql<AssetLink>`
    select * from (
      select 'series' as type, id, 'posterAssetId' as field, ${state} from series where poster_asset_id = ${assetId}
      union all select 'series', id, 'heroAssetId', ${state} from series where hero_asset_id = ${assetId}
      union all select 'episode', id, 'mediaAssetId', ${state} from episodes where media_asset_id = ${assetId}
      union all select 'episode', id, 'thumb_asset_id', ${state} from episodes where thumb_asset_id = ${assetId}) l
    order by type desc, id`;
  return (await query.execute(db)).rows;
}

/** Locks first and reads then, so that what is read is what the one before has left. */
export async function lockShownBy(tx: Tx, assetId: string): Promise<AssetLink[]> {
  const links = await listShownBy(tx, assetId);
  if (links.length === 0) return [];
  const idsOf = (wanted: AssetLink['type']) => links.filter(({ type }) => type === wanted).map(({ id }) => id);
  await sql`select from series where id = any(${idsOf('series')}) order by id for no key update`.execute(tx);
  await sql`select from episodes where id = any(${idsOf('episode')}) order by id for no key update`.execute(tx);
  return listShownBy(tx, assetId);
}

export async function unlinkSeries(tx: Tx, id: string, assetId: string, now: Date): Promise<void> {
  await sql`
    update series set poster_asset_id = nullif(poster_asset_id, ${assetId}::uuid),
      hero_asset_id = nullif(hero_asset_id, ${assetId}::uuid), updated_at = ${now}, revision = revision + 1
    where id = ${id}`.execute(tx);
}

export async function unlinkEpisode(tx: Tx, id: string, assetId: string, now: Date): Promise<void> {
  await sql`
    update episodes set media_asset_id = nullif(media_asset_id, ${assetId}::uuid),
      thumb_asset_id = nullif(thumb_asset_id, ${assetId}::uuid), updated_at = ${now}, revision = revision + 1
    where id = ${id}`.execute(tx);
}

export async function setEpisodeMedia(tx: Tx, id: string, assetId: string, now: Date): Promise<void> {
  await sql`
    update episodes set media_asset_id = ${assetId}, updated_at = ${now}, revision = revision + 1
    where id = ${id}`.execute(tx);
}
