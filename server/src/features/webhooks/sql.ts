import { sql } from 'kysely';
import { arrayLiteral } from '../../kit/db/batched-read.ts';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eq, filters } from '../../kit/db/filters.ts';
import { distinctValues } from '../../kit/db/fragments.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import type { FieldError } from '../../kit/http/field-errors.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { Failure, WebhookOutcome } from './rules.ts';

export interface WebhookRow {
  id: string;
  source: string;
  eventId: string;
  payload: unknown;
  outcome: WebhookOutcome;
  detail: string | null;
  faults: FieldError[] | null;
  attempts: number;
  nextAttemptAt: Date | null;
  lastError: Failure | null;
  /** Whether what the provider sent is stored. */
  hasOriginal: boolean;
  replays: number;
  occurredAt: Date | null;
  receivedAt: Date;
  replayedAt: Date | null;
}

export interface LockedEvent extends WebhookRow {
  /** The event as parsed by its source; null if stored by an older release. */
  event: unknown;
}

const columns = sql.raw(`
  id, source, event_id as "eventId", payload, outcome, detail, faults, attempts, next_attempt_at as "nextAttemptAt",
  last_error as "lastError", exists (
    select from webhook_originals o where o.webhook_id = webhook_events.id) as "hasOriginal", replays, occurred_at as "occurredAt", received_at as "receivedAt",
  replayed_at as "replayedAt"`);

export interface NewEvent {
  source: string;
  eventId: string;
  /** Of the message; null if only one source has its secret. */
  messageDigest: string | null;
  /** For operators, without personal data. */
  payload: unknown;
  event: unknown;
  outcome: 'received' | 'malformed';
  detail: string | null;
  faults: readonly FieldError[] | null;
  occurredAt: Date | null;
  attempts: number;
  /** What the provider sent, encrypted; null if it need not be translated again. */
  original: string | null;
}

export interface EventToInsert extends NewEvent {
  readonly id: string;
  readonly nextAttemptAt: Date | null;
}

/** Inserts events whose id and message are new, and returns their ids. Concurrent copies wait for each other. */
export async function insertEvents(tx: Tx, events: readonly EventToInsert[], now: Date): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const query = sql<{ id: string }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (id uuid, source text, "eventId" text,
        "messageDigest" text, payload jsonb, event jsonb, outcome text, detail text, faults jsonb,
        "occurredAt" timestamptz, attempts integer, "nextAttemptAt" timestamptz, original text)),
    inserted as (
    insert into webhook_events (id, source, event_id, message_digest, payload, event, outcome, detail, faults, occurred_at,
      attempts, next_attempt_at, received_at)
    select id, source, "eventId", "messageDigest", payload, event, outcome, detail, faults, "occurredAt", attempts,
      "nextAttemptAt", ${now}
    from given order by "eventId", source
    on conflict do nothing returning id),
    kept as (
      insert into webhook_originals (webhook_id, content, created_at)
      select id, original, ${now} from given join inserted using (id) where original is not null)
    select id from inserted`;
  return new Set((await executePrepared(tx, query)).map(({ id }) => id));
}

/** For each of these events, the stored one with the same source and id or of the same message. */
export async function findExisting(db: Db, events: readonly EventToInsert[]): Promise<Map<string, WebhookRow>> {
  if (events.length === 0) return new Map();
  const [ids, sources] = [events.map(({ id }) => id), events.map(({ source }) => source)];
  const [eventIds, digests] = [events.map(({ eventId }) => eventId), events.map(({ messageDigest }) => messageDigest)];
  const query = sql<WebhookRow & { newId: string }>`
    select distinct on (given.new_id) given.new_id as "newId", w.* from unnest(${ids}::uuid[], ${sources}::text[],
      ${eventIds}::text[], ${digests}::text[]) as given (new_id, source, event_id, message_digest)
    cross join lateral (
      select ${columns} from webhook_events where source = given.source and event_id = given.event_id
      union all
      select ${columns} from webhook_events where message_digest = given.message_digest) w
    order by given.new_id, w."receivedAt"`;
  return new Map((await query.execute(db)).rows.map(({ newId, ...row }) => [newId, row]));
}

/** Those of these ids under which the source has stored an event. */
export async function findKnown(db: Db, source: string, eventIds: readonly string[]): Promise<Set<string>> {
  const query = sql<{ eventId: string }>`
    select event_id as "eventId" from webhook_events
    where source = ${source} and event_id = any(${[...eventIds]}::text[])`;
  return new Set((await query.execute(db)).rows.map(({ eventId }) => eventId));
}

export interface ProviderEventRow extends Pick<WebhookRow, 'id' | 'outcome' | 'detail' | 'receivedAt'> {
  status: string | null;
}

/** Events of the video provider about one video, newest first. */
export async function listProviderEvents(db: Db, providerId: string, limit: number): Promise<ProviderEventRow[]> {
  const query = sql<ProviderEventRow>`
    select id, payload ->> 'status' as status, outcome, detail, received_at as "receivedAt" from webhook_events
    where source = 'media' and payload ->> 'providerId' = ${providerId}
    order by received_at desc, id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

export async function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  return (await sql<WebhookRow>`select ${columns} from webhook_events where id = ${id}`.execute(db)).rows[0];
}

export async function lockWebhook(tx: Tx, id: string): Promise<LockedEvent | undefined> {
  const query = sql<LockedEvent>`select ${columns}, event from webhook_events where id = ${id} for no key update`;
  return (await query.execute(tx)).rows[0];
}

/** Undefined if another transaction has locked it. */
export async function lockIfFree(tx: Tx, id: string): Promise<WebhookRow | undefined> {
  const query = sql<WebhookRow>`select ${columns} from webhook_events where id = ${id} for no key update skip locked`;
  return (await query.execute(tx)).rows[0];
}

/** Locks those of these events that no other transaction has locked, and returns their outcomes. */
export async function lockFree(tx: Tx, ids: readonly string[]): Promise<Map<string, WebhookOutcome>> {
  const query = sql<Pick<WebhookRow, 'id' | 'outcome'>>`
    select id, outcome from webhook_events where id = any(${arrayLiteral(ids)}::uuid[])
    order by id for no key update skip locked`;
  return new Map((await executePrepared(tx, query)).map(({ id, outcome }) => [id, outcome]));
}

/** The event that has been due for longest, skipping locked ones. */
export async function lockDue(tx: Tx, now: Date): Promise<WebhookRow | undefined> {
  const query = sql<WebhookRow>`
    select ${columns} from webhook_events where next_attempt_at <= ${now}
    order by next_attempt_at limit 1 for no key update skip locked`;
  return (await query.execute(tx)).rows[0];
}

interface Change {
  /** As JSON. */
  event?: string;
  occurred_at?: Date | null;
  /** As JSON. */
  payload?: string;
  outcome?: WebhookOutcome;
  detail?: string | null;
  waits_for?: string | null;
  attempts?: number;
  next_attempt_at?: Date | null;
  last_error?: Failure | null;
  replays?: number;
  replayed_at?: Date;
}

export async function updateWebhook(tx: Tx, id: string, change: Change): Promise<void> {
  await tx.updateTable('webhook_events').set(change).where('id', '=', id).execute();
}

export interface Settlement {
  readonly id: string;
  readonly outcome: WebhookOutcome;
  readonly detail: string | null;
  readonly waitsFor: string | null;
}

/** Stores the outcomes of events that need no retry. They are locked. */
export async function settleWebhooks(tx: Tx, settled: readonly Settlement[]): Promise<void> {
  if (settled.length === 0) return;
  const query = sql`
    update webhook_events w set outcome = s.outcome, detail = s.detail, waits_for = s."waitsFor", next_attempt_at = null
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
      as s (id uuid, outcome text, detail text, "waitsFor" text)
    where w.id = s.id`;
  await executePrepared(tx, query);
}

/** Stores a new outcome of unmatched events, skipping locked ones. */
export async function settleUnmatched(
  tx: Tx,
  ids: readonly string[],
  { outcome, detail = null }: { readonly outcome: WebhookOutcome; readonly detail?: string | null },
): Promise<void> {
  await sql`
    update webhook_events set outcome = ${outcome}, detail = ${detail} where id in (
      select id from webhook_events where id = any(${[...ids]}::uuid[]) and outcome = 'unmatched'
      order by id for no key update skip locked)`.execute(tx);
}

/** Has unmatched events applied again by the job that wait for these names, skipping locked ones. */
export async function wakeWaiting(tx: Tx, source: string, names: readonly string[], now: Date): Promise<void> {
  await sql`
    update webhook_events set outcome = 'received', detail = null, waits_for = null, next_attempt_at = ${now}
    where id in (
      select id from webhook_events
      where source = ${source} and waits_for = any(${[...names]}) and outcome = 'unmatched'
      order by id for no key update skip locked)`.execute(tx);
}

export async function findOriginal(db: Db, webhookId: string): Promise<string | undefined> {
  const query = sql<{ content: string }>`select content from webhook_originals where webhook_id = ${webhookId}`;
  return (await query.execute(db)).rows[0]?.content;
}

export async function deleteOriginals(tx: Tx, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_originals where webhook_id in (
      select webhook_id from webhook_originals where created_at < ${before} order by created_at limit ${most})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

export interface Rejection {
  readonly source: string;
  readonly reason: string;
  readonly count: number;
}

export async function addRejections(tx: Tx, rejections: readonly Rejection[], now: Date): Promise<void> {
  await sql`
    insert into webhook_rejections as w (source, reason, hour, count, last_at)
    select source, reason, date_trunc('hour', ${now}::timestamptz, 'UTC'), count, ${now}
    from jsonb_to_recordset(${JSON.stringify(rejections)}::jsonb) as r (source text, reason text, count integer)
    order by source, reason
    on conflict on constraint webhook_rejections_pk do update
      set count = w.count + excluded.count, last_at = excluded.last_at`.execute(tx);
}

export interface RejectionRow extends Rejection {
  lastAt: Date;
}

/** Messages that failed verification since a moment, by source and reason. */
export async function sumRejections(db: Db, since: Date): Promise<RejectionRow[]> {
  const query = sql<RejectionRow>`
    select source, reason, sum(count)::integer as count, max(last_at) as "lastAt" from webhook_rejections
    where hour >= date_trunc('hour', ${since}::timestamptz, 'UTC') group by source, reason order by source, reason`;
  return (await query.execute(db)).rows;
}

export async function deleteRejections(tx: Tx, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from webhook_rejections where hour < ${before}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** When each of these sources last sent an event. */
export async function listLastReceived(db: Db, sources: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const query = sql<{ source: string; at: Date }>`
    select s.source, w.received_at as at from unnest(${[...sources]}::text[]) s (source)
    cross join lateral (
      select received_at from webhook_events where source = s.source order by received_at desc, id desc limit 1) w`;
  return new Map((await query.execute(db)).rows.map(({ source, at }) => [source, at]));
}

/** The sources with this prefix that have sent an event. */
export const listSources = async (db: Db, prefix: string): Promise<string[]> =>
  (await distinctValues(db, 'source', sql`from webhook_events`)).filter((source) => source.startsWith(`${prefix}:`));

export interface WebhookFilters {
  source?: string | undefined;
  transactionId?: string | undefined;
  outcome?: WebhookOutcome | undefined;
  reportsFailure?: boolean | undefined;
}

const conditions = filters<WebhookFilters>({
  // `payments` matches all rails.
  source: (source) => sql`(source = ${source} or source like ${`${source}:%`})`,
  // As in its index.
  transactionId: (id) => sql`
    source like 'payments:%'
      and coalesce(event #>> '{purchase,transactionId}', event #>> '{subscription,transactionId}') = ${id}`,
  outcome: eq('outcome'),
  // As in its index.
  reportsFailure: (isWanted) =>
    isWanted
      ? sql`payload->>'status' is not distinct from 'failed'`
      : sql`payload->>'status' is distinct from 'failed'`,
});

export const listWebhooks = (db: Db, given: WebhookFilters, keyset: Keyset): Promise<WebhookRow[]> =>
  pageRows(db, keyset, sql<WebhookRow>`select ${columns} from webhook_events`, conditions(given));

export interface OpenEvents {
  source: string;
  /** Events with a scheduled retry. */
  waiting: number;
  oldestS: number;
  /** Events that failed for a day and have no more retries. */
  givenUp: number;
}

/** Events that are not applied yet, by source. */
export async function countOpen(db: Db): Promise<OpenEvents[]> {
  const query = sql<OpenEvents>`
    select source, count(*) filter (where next_attempt_at is not null) as waiting,
           coalesce(extract(epoch from clock() - min(received_at) filter (where next_attempt_at is not null)), 0)::float8
             as "oldestS",
           count(*) filter (where next_attempt_at is null) as "givenUp"
    from webhook_events where outcome in ('received', 'failed') group by source`;
  return (await query.execute(db)).rows;
}

/** The same events of one source, oldest first. */
export async function listOpen(db: Db, source: string, most: number): Promise<WebhookRow[]> {
  const query = sql<WebhookRow>`
    select ${columns} from webhook_events where outcome in ('received', 'failed') and source = ${source}
    order by received_at, id limit ${most}`;
  return (await query.execute(db)).rows;
}
