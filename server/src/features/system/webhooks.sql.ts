import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { eq, filters } from '../../kit/db/filters.ts';
import { newId } from '../../kit/id.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { WebhookOutcome } from './rules.ts';

export interface WebhookRow {
  id: string;
  source: string;
  eventId: string;
  payload: unknown;
  outcome: WebhookOutcome;
  detail: string | null;
  replays: number;
  receivedAt: Date;
  replayedAt: Date | null;
}

const columns = sql.raw(`
  id, source, event_id as "eventId", payload, outcome, detail, replays, received_at as "receivedAt",
  replayed_at as "replayedAt"`);

export interface NewEvent {
  source: string;
  eventId: string;
  payload: unknown;
  outcome: WebhookOutcome;
}

/** Keeps an event unless it is there already, and answers its id only if it is new. Two at once wait for each other. */
export async function claimEvent(tx: Tx, event: NewEvent, now: Date): Promise<string | undefined> {
  const { source, eventId, payload, outcome } = event;
  const kept = payload === undefined ? null : JSON.stringify(payload);
  const { rows } = await sql<{ id: string }>`
    insert into webhook_events (id, source, event_id, payload, outcome, received_at)
    values (${newId()}, ${source}, ${eventId}, ${kept}, ${outcome}, ${now})
    on conflict on constraint webhook_events_once do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

export async function findEvent(db: Db, source: string, eventId: string): Promise<WebhookRow | undefined> {
  const query = sql<WebhookRow>`
    select ${columns} from webhook_events where source = ${source} and event_id = ${eventId}`;
  return (await query.execute(db)).rows[0];
}

export async function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  return (await sql<WebhookRow>`select ${columns} from webhook_events where id = ${id}`.execute(db)).rows[0];
}

export async function lockWebhook(tx: Tx, id: string): Promise<WebhookRow | undefined> {
  const query = sql<WebhookRow>`select ${columns} from webhook_events where id = ${id} for no key update`;
  return (await query.execute(tx)).rows[0];
}

interface Told {
  outcome: WebhookOutcome;
  detail?: string | undefined;
}

export async function settleWebhook(tx: Tx, id: string, { outcome, detail = '' }: Told): Promise<void> {
  await tx
    .updateTable('webhook_events')
    .set({ outcome, detail: detail || null })
    .where('id', '=', id)
    .execute();
}

export async function settleReplay(tx: Tx, id: string, { outcome, detail = '' }: Told, now: Date): Promise<void> {
  await tx
    .updateTable('webhook_events')
    .set((eb) => ({ outcome, detail: detail || null, replayed_at: now, replays: eb('replays', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export interface WebhookFilters {
  source?: string | undefined;
  outcome?: WebhookOutcome | undefined;
}

const conditions = filters<WebhookFilters>({ source: eq('source'), outcome: eq('outcome') });

export const listWebhooks = (db: Db, given: WebhookFilters, keyset: Keyset): Promise<WebhookRow[]> =>
  pageRows(db, keyset, sql<WebhookRow>`select ${columns} from webhook_events`, conditions(given));
