import { sql } from 'kysely';
import { arrayLiteral } from '../../kit/db/batched-read.ts';
import type { Tx } from '../../kit/db/database.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import type { StatusFields } from './rules.ts';

export interface TokenCheck extends StatusFields {
  readonly tokenVersion: number;
  /** Whether the token was ended by another transaction than this. */
  readonly isRevoked: boolean;
  readonly now: Date;
}

/** What decides whether a user may come in by a token. */
export async function findTokenCheck(tx: Tx, id: string, tokenId: string): Promise<TokenCheck | undefined> {
  const { rows } = await sql<TokenCheck>`
    select status, suspended_until as "suspendedUntil", token_version as "tokenVersion", clock() as now,
      exists (select from user_revoked_tokens r where r.id = ${tokenId}
        and r.xmin <> pg_current_xact_id()::xid) as "isRevoked"
    from users where id = ${id}`.execute(tx);
  return rows[0];
}

export interface TokenCheckOf extends TokenCheck {
  readonly id: string;
}

interface Caller {
  readonly id: string;
  readonly tokenId: string;
}

const idsOf = (callers: readonly Caller[]): string => arrayLiteral(callers.map(({ id }) => id));
const checksOf = (callers: readonly Caller[]) => sql<TokenCheckOf>`
  select u.id, u.status, u.suspended_until as "suspendedUntil", u.token_version as "tokenVersion", clock() as now,
    exists (select from user_revoked_tokens r where r.id = q.token_id
      and r.xmin <> pg_current_xact_id()::xid) as "isRevoked"
  from unnest(${idsOf(callers)}::uuid[], ${arrayLiteral(callers.map(({ tokenId }) => tokenId))}::uuid[]) as q (user_id, token_id)
  join users u on u.id = q.user_id`;

/** The same for many users. */
export const findTokenChecks = (tx: Tx, callers: readonly Caller[]): Promise<TokenCheckOf[]> =>
  executePrepared(tx, checksOf(callers));

/**
 * The same for many users, whom it locks in the order of their ids. Without `wait` those whom another transaction holds
 * are left out; with it they are waited for first, and read then, so that what is read is what the other has left.
 */
export async function lockTokenChecks(
  tx: Tx,
  callers: readonly Caller[],
  { wait }: { readonly wait: boolean },
): Promise<TokenCheckOf[]> {
  if (wait)
    await sql`select from users where id = any(${idsOf(callers)}::uuid[]) order by id for no key update`.execute(tx);
  return executePrepared(tx, sql<TokenCheckOf>`${checksOf(callers)} order by u.id for no key update of u skip locked`);
}
