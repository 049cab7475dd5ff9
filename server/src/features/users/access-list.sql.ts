import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import type { Status } from './rules.ts';

/** The present state of a user, or a revoked token. */
export interface ChangedAccess {
  readonly id: string;
  readonly status: Status | 'revoked';
  readonly tokenVersion: number;
  readonly countryCode: string | null;
  readonly language: string | null;
  readonly isGuest: boolean;
}

export async function listChangedAccess(db: Db, most: number): Promise<ChangedAccess[]> {
  const query = sql<ChangedAccess>`
    select u.id, u.status, u.token_version as "tokenVersion", u.country_code as "countryCode", u.language,
      u.is_guest as "isGuest"
    from user_access_changes c join users u on u.id = c.user_id
    union all select id, 'revoked', 0, null, null, false from user_revoked_tokens limit ${most}`;
  return (await query.execute(db)).rows;
}

export async function deleteAccessChanges(tx: Tx, before: Date, most: number): Promise<number> {
  const query = sql`delete from user_access_changes where user_id in (
    select user_id from user_access_changes where changed_at < ${before} order by changed_at limit ${most}) returning user_id`;
  return (await query.execute(tx)).rows.length;
}
