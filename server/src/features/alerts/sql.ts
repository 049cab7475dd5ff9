import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eq, filters } from '../../kit/db/filters.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { AlertKind, AlertStatus, Evaluation, Severity, UserKind } from './rules.ts';
import type { AlertRow } from './schema.ts';

/** The present name of the subject; accounts, rails and sources have only ids. */
const label = `case l.subject_type
  when 'admin' then (select n.name from admin_names n where n.id = l.subject_id::uuid)
  when 'promo' then (select p.code from promo_codes p where p.id = l.subject_id::uuid)
  when 'approval' then (select r.kind from related_decisions r where r.id = l.subject_id::uuid) end`;
const select = sql<AlertRow>`
  select l.id, l.kind, l.subject_type as "subjectType", l.subject_id as "subjectId", ${sql.raw(label)} as "subjectLabel",
    l.severity, l.status, l.figures, l.window_from as "windowFrom", l.window_to as "windowTo",
    l.created_at as "createdAt", l.updated_at as "updatedAt", l.acknowledged_at as "acknowledgedAt",
    case when a.id is not null then json_build_object('id', a.id, 'email', a.email, 'name', a.name) end
      as "acknowledgedBy",
    l.note, l.resolved_at as "resolvedAt"
  from alerts l left join admin_names a on a.id = l.acknowledged_by`;

export interface AlertFilters {
  status?: readonly AlertStatus[] | undefined;
  kind?: AlertKind | undefined;
  severity?: Severity | undefined;
}

const conditions = filters<AlertFilters>({
  status: (any) => sql<SqlBool>`l.status = any(${[...any]})`,
  kind: eq('l.kind'),
  severity: eq('l.severity'),
});

const ofKinds = (kinds: readonly AlertKind[]) => sql<SqlBool>`l.kind = any(${[...kinds]})`;

export const listAlerts = (db: Db, kinds: readonly AlertKind[], given: AlertFilters, keyset: Keyset) =>
  pageRows(db, keyset, select, [ofKinds(kinds), ...conditions(given)]);

export async function findAlert(db: Db, id: string, kinds: readonly AlertKind[]): Promise<AlertRow | undefined> {
  return (await sql<AlertRow>`${select} where l.id = ${id} and ${ofKinds(kinds)}`.execute(db)).rows[0];
}

export async function lockAlert(tx: Tx, id: string, kinds: readonly AlertKind[]): Promise<AlertRow | undefined> {
  const query = sql<AlertRow>`${select} where l.id = ${id} and ${ofKinds(kinds)} for no key update of l`;
  return (await query.execute(tx)).rows[0];
}

export async function markAcknowledged(tx: Tx, id: string, by: string, note: string | null, now: Date): Promise<void> {
  await sql`update alerts set acknowledged_at = ${now}, acknowledged_by = ${by}, note = ${note}, updated_at = ${now}
    where id = ${id}`.execute(tx);
}

/** An unusual figure of the present evaluation. */
export interface Finding extends Evaluation {
  readonly kind: AlertKind;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly windowFrom: Date | null;
}

export interface UnresolvedAlert {
  id: string;
  kind: AlertKind;
  subjectType: string;
  subjectId: string;
  severity: Severity;
}

/** Locks the unresolved alerts of these kinds, so that concurrent evaluations do not resolve twice. */
export async function lockUnresolved(tx: Tx, kinds: readonly AlertKind[]): Promise<UnresolvedAlert[]> {
  const query = sql<UnresolvedAlert>`
    select id, kind, subject_type as "subjectType", subject_id as "subjectId", severity from alerts
    where resolved_at is null and kind = any(${[...kinds]}) order by id for no key update`;
  return (await query.execute(tx)).rows;
}

/** False if there is an unresolved one already. */
export async function insertAlert(tx: Tx, id: string, finding: Finding, now: Date): Promise<boolean> {
  const { kind, subjectType, subjectId, severity, figures, windowFrom } = finding;
  const query = sql`
    insert into alerts (id, kind, subject_type, subject_id, severity, figures, window_from, window_to, created_at,
      updated_at)
    values (${id}, ${kind}, ${subjectType}, ${subjectId}, ${severity}, ${JSON.stringify(figures)}, ${windowFrom}, ${now},
      ${now}, ${now})
    on conflict (kind, subject_type, subject_id) where resolved_at is null do nothing`;
  return (await query.execute(tx)).numAffectedRows === 1n;
}

export async function updateAlert(tx: Tx, id: string, finding: Finding, now: Date): Promise<void> {
  const { severity, figures, windowFrom } = finding;
  await sql`update alerts set severity = ${severity}, figures = ${JSON.stringify(figures)}, window_from = ${windowFrom},
    window_to = ${now}, updated_at = ${now} where id = ${id}`.execute(tx);
}

export async function resolveAlerts(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`update alerts set resolved_at = ${now}, updated_at = ${now} where id = any(${[...ids]}::uuid[])`.execute(
    tx,
  );
}

export interface UnresolvedCount {
  kind: string;
  severity: string;
  status: string;
  count: number;
}

/** Numbers of unresolved alerts. */
export async function countUnresolved(db: Db): Promise<UnresolvedCount[]> {
  const query = sql<UnresolvedCount>`
    select kind, severity, status, count(*) as count from alerts where resolved_at is null group by kind, severity, status`;
  return (await query.execute(db)).rows;
}

export interface RelatedDecision {
  id: string;
  kind: string;
  requestedBy: string;
  requester: string;
  decidedBy: string;
  decider: string;
  at: Date;
  /** The requester gave the decider access, not the other way round. */
  isBound: boolean;
}

const related = sql<RelatedDecision>`
  select r.id, r.kind, r.requested_by as "requestedBy", a.name as requester, r.decided_by as "decidedBy",
    d.name as decider, r.decided_at as at, r.decider_bound as "isBound"
  from related_decisions r join admin_names a on a.id = r.requested_by join admin_names d on d.id = r.decided_by`;

/** Approvals expire after days, so older requests cannot have been decided recently. */
export async function listRelatedDecisions(db: Db, since: Date): Promise<RelatedDecision[]> {
  const query = sql<RelatedDecision>`
    ${related} where r.decided_at >= ${since} and r.created_at >= ${since}::timestamptz - interval '30 days'`;
  return (await query.execute(db)).rows;
}

export async function findRelatedDecision(db: Db, id: string): Promise<RelatedDecision | undefined> {
  return (await sql<RelatedDecision>`${related} where r.id = ${id}`.execute(db)).rows[0];
}

export interface EvidenceUser {
  label: string | null;
  userKind: UserKind;
}

/** Names of users as on their page. */
export async function findUsers(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, EvidenceUser>> {
  const query = sql<EvidenceUser & { id: string }>`
    select id, coalesce(display_name, email, phone_e164) as label,
      case when status = 'deleted' then 'anonymized' when is_guest then 'guest' else 'registered' end as "userKind"
    from user_profiles where id = any(${[...ids]}::uuid[])`;
  return new Map((await query.execute(db)).rows.map(({ id, ...user }) => [id, user]));
}

/** Figures by the hour. */

export type Figure = 'minted' | 'promo_coins' | 'payments' | 'refunds';

export interface HourRow {
  figure: Figure;
  subject: string;
  hour: Date;
  amount: number;
}

/** All hours before this moment are summed; undefined if none are. */
export async function findFilledTo(db: Db): Promise<Date | undefined> {
  const query = sql<{ filledTo: Date }>`select filled_to as "filledTo" from alert_hours_filled`;
  return (await query.execute(db)).rows[0]?.filledTo;
}

/** Locks the single row first, so that concurrent writers of the same hours wait instead of deadlocking. */
export async function keepHours(tx: Tx, rows: readonly HourRow[], filledTo: Date): Promise<void> {
  await sql`
    insert into alert_hours_filled (filled_to) values (${filledTo})
    on conflict (id) do update set filled_to = excluded.filled_to`.execute(tx);
  const columns = {
    figure: rows.map(({ figure }) => figure),
    subject: rows.map(({ subject }) => subject),
    hour: rows.map(({ hour }) => hour),
    amount: rows.map(({ amount }) => amount),
  };
  await sql`
    insert into alert_hours (figure, subject, hour, amount)
    select * from unnest(${columns.figure}::text[], ${columns.subject}::text[], ${columns.hour}::timestamptz[],
      ${columns.amount}::bigint[])
    on conflict on constraint alert_hours_pk do update set amount = excluded.amount
    where alert_hours.amount <> excluded.amount`.execute(tx);
}

export async function deleteHours(tx: Tx, before: Date, most: number): Promise<number> {
  const query = sql`delete from alert_hours where (figure, hour, subject) in (
    select figure, hour, subject from alert_hours where hour < ${before} limit ${most})`;
  return Number((await query.execute(tx)).numAffectedRows ?? 0n);
}

export interface FlowRow {
  figure: Figure;
  subject: string;
  recent: number;
  before: number;
}

/** Sums since a moment, and in the time before it. */
export async function sumFlows(
  db: Db,
  figures: readonly Figure[],
  { since, usualFrom }: { since: Date; usualFrom: Date },
): Promise<FlowRow[]> {
  const query = sql<FlowRow>`
    select figure, subject, coalesce(sum(amount) filter (where hour >= ${since}), 0)::bigint as recent,
      coalesce(sum(amount) filter (where hour < ${since}), 0)::bigint as before
    from alert_hours where figure = any(${[...figures]}) and hour >= ${usualFrom} group by figure, subject`;
  return (await query.execute(db)).rows;
}

/** The first hour with data. */
export async function findFirstHour(db: Db, figure: Figure): Promise<Date | undefined> {
  const query = sql<{ hour: Date | null }>`select min(hour) as hour from alert_hours where figure = ${figure}`;
  return (await query.execute(db)).rows[0]?.hour ?? undefined;
}

export interface ChartHour {
  hour: Date;
  amount: number;
}

/** A figure by hour, including hours without data. */
export async function listHours(
  db: Db,
  figure: Figure,
  subject: string,
  { from, to }: { from: Date; to: Date },
): Promise<ChartHour[]> {
  const query = sql<ChartHour>`
    select h.hour, coalesce(a.amount, 0)::bigint as amount
    from generate_series(date_trunc('hour', ${from}::timestamptz, 'UTC'), ${to}::timestamptz, interval '1 hour') h (hour)
    left join alert_hours a on a.figure = ${figure} and a.subject = ${subject} and a.hour = h.hour
    order by h.hour`;
  return (await query.execute(db)).rows;
}
