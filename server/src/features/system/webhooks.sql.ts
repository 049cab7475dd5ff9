import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eq, filters } from '../../kit/db/filters.ts';
import type { Fault } from '../../kit/http/validate.ts';
import { newId } from '../../kit/id.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { Failure, WebhookOutcome } from './rules.ts';

export interface WebhookRow {
  id: string;
  source: string;
  eventId: string;
  payload: unknown;
  outcome: WebhookOutcome;
  detail: string | null;
  faults: Fault[] | null;
  attempts: number;
  nextAttemptAt: Date | null;
  lastError: Failure | null;
  replays: number;
  occurredAt: Date | null;
  receivedAt: Date;
  replayedAt: Date | null;
}

/** One that is to be applied. */
export interface LockedEvent extends WebhookRow {
  /** What its source read of it; null in one from before this was kept. */
  event: unknown;
}

const columns = sql.raw(`
  id, source, event_id as "eventId", payload, outcome, detail, faults, attempts, next_attempt_at as "nextAttemptAt",
  last_error as "lastError", replays, occurred_at as "occurredAt", received_at as "receivedAt",
  replayed_at as "replayedAt"`);

export interface NewEvent {
  source: string;
  eventId: string;
  /** For the eyes of operators, without what is personal. */
  payload: unknown;
  /** What its source read of it, to be applied. */
  event: unknown;
  outcome: 'received' | 'malformed';
  detail: string | null;
  faults: readonly Fault[] | null;
  occurredAt: Date | null;
  attempts: number;
  nextAttemptAt: Date | null;
}

const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value));

/** Keeps an event unless it is there already, and answers it only if it is new. Two at once wait for each other. */
export async function insertEvent(tx: Tx, event: NewEvent, now: Date): Promise<WebhookRow | undefined> {
  const { source, eventId, payload, outcome, detail, faults, occurredAt, attempts, nextAttemptAt } = event;
  const [shown, read] = [json(payload), json(event.event)];
  const { rows } = await sql<WebhookRow>`
    insert into webhook_events (id, source, event_id, payload, event, outcome, detail, faults, occurred_at, attempts,
      next_attempt_at, received_at)
    values (${newId()}, ${source}, ${eventId}, ${shown}, ${read}, ${outcome}, ${detail}, ${json(faults)}, ${occurredAt},
      ${attempts}, ${nextAttemptAt}, ${now})
    on conflict on constraint webhook_events_once do nothing returning ${columns}`.execute(tx);
  return rows[0];
}

export async function findEvent(db: Db, source: string, eventId: string): Promise<WebhookRow | undefined> {
  const query = sql<WebhookRow>`
    select ${columns} from webhook_events where source = ${source} and event_id = ${eventId}`;
  return (await query.execute(db)).rows[0];
}

export async function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  return (await sql<WebhookRow>`select ${columns} from webhook_events where id = ${id}`.execute(db)).rows[0];
}

export async function lockWebhook(tx: Tx, id: string): Promise<LockedEvent | undefined> {
  const query = sql<LockedEvent>`select ${columns}, event from webhook_events where id = ${id} for no key update`;
  return (await query.execute(tx)).rows[0];
}

/** The same, unless someone else is at it. */
export async function lockIfFree(tx: Tx, id: string): Promise<WebhookRow | undefined> {
  const query = sql<WebhookRow>`select ${columns} from webhook_events where id = ${id} for no key update skip locked`;
  return (await query.execute(tx)).rows[0];
}

/** The event that has been due for longest, unless someone is at it. */
export async function lockDue(tx: Tx, now: Date): Promise<WebhookRow | undefined> {
  const query = sql<WebhookRow>`
    select ${columns} from webhook_events where next_attempt_at <= ${now}
    order by next_attempt_at limit 1 for no key update skip locked`;
  return (await query.execute(tx)).rows[0];
}

export interface Change {
  outcome?: WebhookOutcome;
  detail?: string | null;
  attempts?: number;
  next_attempt_at?: Date | null;
  last_error?: Failure | null;
  replays?: number;
  replayed_at?: Date;
}

export async function updateWebhook(tx: Tx, id: string, change: Change): Promise<void> {
  await tx.updateTable('webhook_events').set(change).where('id', '=', id).execute();
}

export interface WebhookFilters {
  source?: string | undefined;
  outcome?: WebhookOutcome | undefined;
  reportsFailure?: boolean | undefined;
}

const conditions = filters<WebhookFilters>({
  source: eq('source'),
  outcome: eq('outcome'),
  reportsFailure: (isWanted) => sql`(payload->>'status' is not distinct from 'failed') = ${isWanted}`,
});

export const listWebhooks = (db: Db, given: WebhookFilters, keyset: Keyset): Promise<WebhookRow[]> =>
  pageRows(db, keyset, sql<WebhookRow>`select ${columns} from webhook_events`, conditions(given));

export interface OpenEvents {
  source: string;
  /** Those that are to be tried again. */
  waiting: number;
  oldestS: number;
  /** Those that failed for a day, and wait for an operator. */
  givenUp: number;
}

/** What is not applied yet, by source. */
export async function countOpen(db: Db): Promise<OpenEvents[]> {
  const query = sql<OpenEvents>`
    select source, count(*) filter (where next_attempt_at is not null) as waiting,
           coalesce(extract(epoch from clock() - min(received_at) filter (where next_attempt_at is not null)), 0)::float8
             as "oldestS",
           count(*) filter (where next_attempt_at is null) as "givenUp"
    from webhook_events where outcome in ('received', 'failed') group by source`;
  return (await query.execute(db)).rows;
}

/** The same one by one, of one source, oldest first. */
export async function listOpen(db: Db, source: string, most: number): Promise<WebhookRow[]> {
  const query = sql<WebhookRow>`
    select ${columns} from webhook_events where outcome in ('received', 'failed') and source = ${source}
    order by received_at, id limit ${most}`;
  return (await query.execute(db)).rows;
}
