import { sql } from 'kysely';
import QuickLRU from 'quick-lru';
import { arrayLiteral, type CallerValue, type NumberedRow, withCallerValue } from '../../kit/db/batched-read.ts';
import type { Database, Tx } from '../../kit/db/database.ts';
import type { Claims } from '../../kit/tokens.ts';
import { sessionIdOf } from './rules.ts';

interface Row extends NumberedRow {
  email: string;
  role: string;
  is_active: boolean;
  token_version: number;
  must_reset_password: boolean;
  has_second_factor: boolean;
  is_revoked: boolean;
  second_factor_at: Date | null;
  value: unknown;
  /** Space-separated, and milliseconds: arrays and timestamps would take the driver longest to parse. */
  permission_words: string;
  now_ms: number;
}

export interface FoundCaller {
  readonly row: Row;
  readonly permissions: readonly string[];
  readonly now: Date;
}

/** Parsed permission lists, as many as there are roles. */
const permissionLists = new QuickLRU<string, readonly string[]>({ maxSize: 500 });

function permissionsIn(words: string): readonly string[] {
  const known = permissionLists.get(words);
  if (known) return known;
  const list = words === '' ? [] : words.split(' ');
  permissionLists.set(words, list);
  return list;
}

const readCaller = withCallerValue<Row, Claims>({
  name: 'admin_caller',
  values: (claims) => [arrayLiteral(claims.map(({ sub }) => sub)), arrayLiteral(claims.map(sessionIdOf))],
  text: (value) => `
  select q.n, a.email, a.role, array_to_string(a.permissions, ' ') as permission_words, a.is_active, a.token_version,
         a.must_reset_password, f.admin_id is not null as has_second_factor, s.revoked_at is not null as is_revoked,
         s.second_factor_at, (extract(epoch from clock()) * 1000)::float8 as now_ms,
         ${value('q.admin_id')} as value
  from unnest($1::uuid[], $2::uuid[]) with ordinality as q (admin_id, session_id, n)
  join admin_callers a on a.id = q.admin_id
  left join admin_sessions s on s.id = q.session_id and s.admin_id = a.id
  left join confirmed_second_factors f on f.admin_id = a.id`,
});

/** The current state of an admin and of the session of the token. */
export async function findCaller(
  database: Database,
  claims: Claims,
  callerValue: CallerValue<unknown> | undefined,
): Promise<FoundCaller | undefined> {
  const row = await readCaller(callerValue)(database, claims);
  return row && { row, permissions: permissionsIn(row.permission_words), now: new Date(row.now_ms) };
}

export interface LockedCaller {
  /** Null if deleted. */
  readonly is_active: boolean | null;
  readonly token_version: number | null;
  readonly is_revoked: boolean;
  /** Whether this transaction changed the account or the session. */
  readonly is_own: boolean;
  readonly permissions: readonly string[];
}

/** Waits for concurrent changes of the admin, and locks the admin until the transaction ends. */
export async function lockCallerForShare(tx: Tx, claims: Claims): Promise<LockedCaller | undefined> {
  const { rows } = await sql<Omit<LockedCaller, 'permissions'> & { permission_words: string | null }>`
    select * from hold_admin_caller(${claims.sub}, ${sessionIdOf(claims)})`.execute(tx);
  return rows[0] && { ...rows[0], permissions: permissionsIn(rows[0].permission_words ?? '') };
}
