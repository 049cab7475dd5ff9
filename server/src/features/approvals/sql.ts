import { type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eq, filters, inlineLiteral } from '../../kit/db/filters.ts';
import type { Approvals } from '../../kit/db/schema.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import { type EffectLists, type Permission, type Status, statuses } from './rules.ts';

interface Person {
  id: string;
  email: string;
  name: string;
}

export interface ApprovalRow {
  id: string;
  kind: string;
  status: Status;
  reason: string;
  targetType: string;
  targetId: string;
  payload: Record<string, unknown>;
  effects: EffectLists;
  requiredPermission: Permission;
  requestedBy: Person;
  decidedBy: Person | null;
  decisionNote: string | null;
  result: Record<string, unknown> | null;
  createdAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
  deciderBoundToRequester: boolean;
}

/** Overdue requests are expired before housekeeping stores it. */
const status = sql.raw<Status>(
  `case when p.status = 'pending' and p.expires_at <= clock() then 'expired' else p.status end`,
);
const person = (alias: string): string =>
  `case when ${alias}.id is not null then json_build_object('id', ${alias}.id, 'email', ${alias}.email, 'name', ${alias}.name) end`;
/** Must match the condition of the partial index. */
const isRelated = sql.raw<boolean>('(p.decider_bound or p.decider_related)');
const columns = sql`
  p.id, p.kind, ${status} as status, p.reason, p.target_type as "targetType", p.target_id as "targetId", p.payload,
  p.effects, p.required_permission as "requiredPermission", ${sql.raw(person('a'))} as "requestedBy",
  ${sql.raw(person('d'))} as "decidedBy", p.decision_note as "decisionNote", p.result, p.created_at as "createdAt",
  p.expires_at as "expiresAt", p.decided_at as "decidedAt",
  ${isRelated} as "deciderBoundToRequester"`;
const people = sql.raw(
  'from approvals p join admin_names a on a.id = p.requested_by left join admin_names d on d.id = p.decided_by',
);

export interface Filters {
  status?: readonly Status[] | undefined;
  kind?: string | undefined;
  targetType?: string | undefined;
  targetId?: string | undefined;
  mine?: boolean | undefined;
  deciderBoundToRequester?: boolean | undefined;
}

/** Requests of the admin, and those that the admin may decide. */
export interface Visibility {
  adminId: string;
  kinds: readonly string[];
}

const isVisible = ({ adminId, kinds }: Visibility): RawBuilder<SqlBool> =>
  sql<SqlBool>`(p.requested_by = ${adminId} or p.kind = any(${[...kinds]}))`;

/** The stored statuses, so that the index is used: an expired request may be stored as pending. */
function keptAs(wanted: readonly Status[]): RawBuilder<unknown> {
  const kept = statuses.filter((one) => wanted.includes(one) || (one === 'pending' && wanted.includes('expired')));
  return sql.join(kept.map(inlineLiteral));
}

const narrowFor = ({ adminId }: Visibility) =>
  filters<Filters>({
    status: (any) => sql`(p.status in (${keptAs(any)}) and ${status} = any(${[...any]}))`,
    kind: eq('p.kind'),
    targetType: eq('p.target_type'),
    targetId: eq('p.target_id'),
    mine: (mine) => (mine ? sql`p.requested_by = ${adminId}` : sql`p.requested_by <> ${adminId}`),
    deciderBoundToRequester: (wanted) => (wanted ? sql`${isRelated}` : sql`not ${isRelated}`),
  });

export const listApprovals = (
  db: Db,
  visibility: Visibility,
  wanted: Filters,
  keyset: Keyset,
): Promise<ApprovalRow[]> =>
  pageRows(db, keyset, sql<ApprovalRow>`select ${columns} ${people}`, [
    isVisible(visibility),
    ...narrowFor(visibility)(wanted),
  ]);

export async function findApproval(db: Db, id: string): Promise<ApprovalRow | undefined> {
  return (await sql<ApprovalRow>`select ${columns} ${people} where p.id = ${id}`.execute(db)).rows[0];
}

export async function lockApproval(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  const query = sql<ApprovalRow>`select ${columns} ${people} where p.id = ${id} for no key update of p`;
  return (await query.execute(tx)).rows[0];
}

export interface ClosedApproval {
  id: string;
  kind: string;
  status: 'expired' | 'cancelled';
  targetType: string;
  targetId: string;
  payload: Record<string, unknown>;
}

const closed = sql`id, kind, status, target_type as "targetType", target_id as "targetId", payload`;

/** Expires overdue requests, except those locked by a decider. */
export async function expireDue(tx: Tx, now: Date, most: number): Promise<ClosedApproval[]> {
  const { rows } = await sql<ClosedApproval>`
    update approvals set status = 'expired', decided_at = ${now}
    where id in (select id from approvals where status = 'pending' and expires_at <= ${now} order by expires_at
      limit ${most} for no key update skip locked)
    returning ${closed}`.execute(tx);
  return rows;
}

/** Closes the pending request for a target if it is overdue, or if its requester lost access. */
export async function closeUnapprovable(
  tx: Tx,
  { kind, targetId, requesters }: { kind: string; targetId: string; requesters: readonly string[] },
  now: Date,
): Promise<ClosedApproval[]> {
  const { rows } = await sql<ClosedApproval>`
    update approvals set status = case when expires_at <= ${now} then 'expired' else 'cancelled' end, decided_at = ${now}
    where id in (select p.id from approvals p
      left join admin_callers a on a.id = p.requested_by and a.is_active and a.permissions && ${['*', ...requesters]}::text[]
      where p.kind = ${kind} and p.target_id = ${targetId} and p.status = 'pending'
        and (p.expires_at <= ${now} or a.id is null)
      for no key update of p)
    returning ${closed}`.execute(tx);
  return rows;
}

export interface ExistingApproval {
  id: string;
  reason: string;
}

export async function findByCause(tx: Tx, causeId: string): Promise<ExistingApproval | undefined> {
  return tx.selectFrom('approvals').select(['id', 'reason']).where('cause_id', '=', causeId).executeTakeFirst();
}

export async function findPending(tx: Tx, kind: string, targetId: string): Promise<ExistingApproval | undefined> {
  return tx
    .selectFrom('approvals')
    .select(['id', 'reason'])
    .where('kind', '=', kind)
    .where('target_id', '=', targetId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
}

export async function insertApproval(tx: Tx, approval: Insertable<Approvals>): Promise<void> {
  await tx.insertInto('approvals').values(approval).execute();
}

export async function closeApproval(tx: Tx, id: string, decision: Updateable<Approvals>): Promise<void> {
  await tx.updateTable('approvals').set(decision).where('id', '=', id).execute();
}

export async function countRelatedDecisions(db: Db): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from approvals p where ${isRelated}`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
}
