import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { Flag } from './rules.ts';

interface FlagRow {
  key: string;
  enabled: boolean;
  percentage: number | null;
  markets: string[] | null;
}

const flagOf = ({ enabled, percentage, markets }: FlagRow): Flag =>
  percentage === null ? enabled : { enabled, percentage, ...(markets && { markets }) };

const select = sql<FlagRow>`select key, enabled, percentage, markets from flags`;

export async function listFlags(db: Db, prefix = ''): Promise<Map<string, Flag>> {
  const { rows } = await sql<FlagRow>`${select} where starts_with(key, ${prefix}) order by key`.execute(db);
  return new Map(rows.map((row) => [row.key, flagOf(row)]));
}

export async function findRevision(db: Db): Promise<number> {
  return (await sql<{ revision: number }>`select revision from flag_edition`.execute(db)).rows[0]?.revision ?? 0;
}

/** Flags change one request at a time. */
export async function lockRevision(tx: Tx): Promise<number> {
  const query = sql<{ revision: number }>`select revision from flag_edition for no key update`;
  return (await query.execute(tx)).rows[0]?.revision ?? 0;
}

/** Sets these flags, and takes away those that are null. */
export async function writeFlags(tx: Tx, changes: ReadonlyMap<string, Flag | null>, now: Date): Promise<void> {
  const gone = [...changes].flatMap(([key, flag]) => (flag === null ? [key] : []));
  const kept = [...changes].flatMap(([key, flag]) => {
    if (flag === null) return [];
    return [typeof flag === 'boolean' ? { key, enabled: flag } : { key, ...flag }];
  });
  await sql`delete from flags where key = any(${gone}::text[])`.execute(tx);
  await sql`
    insert into flags (key, enabled, percentage, markets, created_at, updated_at)
    select f.key, f.enabled, f.percentage, f.markets, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as f (key text, enabled boolean, percentage integer, markets text[])
    on conflict on constraint flags_pk do update set enabled = excluded.enabled, percentage = excluded.percentage,
      markets = excluded.markets, updated_at = excluded.updated_at`.execute(tx);
  await sql`update flag_edition set revision = revision + 1`.execute(tx);
}
