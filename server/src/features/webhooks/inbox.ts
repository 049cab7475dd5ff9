import { type BatchOutcome, BatchQueue } from '../../kit/batch-queue.ts';
import { batchTransaction, failureKindOf } from '../../kit/db/batch-transaction.ts';
import type { Connections, Tx } from '../../kit/db/database.ts';
import { invalidJson, Refused, refusal, refuse, unavailable, validationFailed } from '../../kit/errors.ts';
import type { FieldError } from '../../kit/http/field-errors.ts';
import { rejectUnsafeJson } from '../../kit/http/json.ts';
import { newId } from '../../kit/id.ts';
import { isFresh, SignatureRefused } from '../../kit/webhooks.ts';
import { attempt, batchedApply, type QueuedEvent } from './apply.ts';
import { countEvent } from './metrics.ts';
import { nextAttemptAt } from './rules.ts';
import { type EventOrigin, type FaultLog, formatFieldErrors, type WebhookSource } from './source.ts';
import { type EventToInsert, findExisting, insertEvents, type NewEvent, type WebhookRow } from './sql.ts';

interface Incoming {
  /** Undefined if no request delivered it. */
  readonly from?: EventOrigin | undefined;
  readonly source: WebhookSource;
  /** Such as `payments:ios_store`; the name of the source by default. */
  readonly sourceName?: string;
  readonly message: ReceivedMessage;
  /** What a provider sent, encrypted, to be translated again on replay. */
  readonly original?: string | null;
  /** Undefined if the body is not JSON, null if it is not an event of this provider. */
  readonly payload: unknown;
}

export interface ReceivedMessage {
  readonly id: string;
  /** Undefined if an old message may be sent again. */
  readonly sentAt?: Date;
  /** Of id and body, for messages signed with a secret that several sources share. */
  readonly digest?: string;
}

interface Inbox {
  store(arrival: Arrival, startBy: number): Promise<Stored>;
  apply(arrived: QueuedEvent): Promise<void>;
}

const inboxes = new WeakMap<Connections, WeakMap<WebhookSource, Inbox>>();

function inboxOf(database: Connections, source: WebhookSource): Inbox {
  const ofDatabase = inboxes.get(database) ?? new WeakMap<WebhookSource, Inbox>();
  inboxes.set(database, ofDatabase);
  const inbox = ofDatabase.get(source) ?? { store: batchedStore(database), apply: batchedApply(database, source) };
  ofDatabase.set(source, inbox);
  return inbox;
}

/**
 * Receives an event whose signature was verified. It is committed before it is applied, and answered after the first
 * attempt, whether or not that succeeded. A repeated one has no effect and gets the response of the first.
 */
export async function receive(database: Connections, log: FaultLog, incoming: Incoming): Promise<void> {
  const { source, message, from } = incoming;
  const inbox = inboxOf(database, source);
  const event = newEventOf(incoming);
  const startBy = performance.now() + database.waitMs;
  const stored = await inbox.store({ message, event }, startBy);
  const { outcome, faults } = stored.isNew ? event : stored.row;
  if (!stored.isNew) countEvent(event.source, 'repeated');
  else if (outcome === 'malformed') countEvent(event.source, 'malformed');
  if (outcome === 'malformed') refuseMalformed(faults ?? []);
  if (outcome !== 'received') return;
  const id = stored.isNew ? stored.id : stored.row.id;
  const isOpen = (row: WebhookRow) => row.outcome === 'received';
  const applyAlone = () => attempt(database, log, { source, id, ...(from && { from }), isOpen, startBy });
  // The first request may still be at work, or its process may have been killed.
  if (!stored.isNew) return applyAlone();
  const { source: name, eventId, occurredAt } = event;
  const receipt = { id, source: name, eventId, occurredAt, receivedAt: stored.receivedAt };
  await inbox.apply({ event: event.event, receipt, from, startBy, applyAlone });
}

function newEventOf({ source, sourceName = source.name, message, payload, original = null }: Incoming): NewEvent {
  const storageFaults = storageFaultsIn(payload);
  const parsed = storageFaults ? { faults: storageFaults } : source.parse(payload);
  const event = {
    source: sourceName,
    eventId: message.id,
    messageDigest: message.digest ?? null,
    payload: storageFaults ? null : source.mask(payload),
    event: null,
    detail: null,
    faults: null,
    occurredAt: null,
    original,
  };
  if (!('faults' in parsed)) {
    const { event: read, occurredAt = null } = parsed;
    return { ...event, outcome: 'received', attempts: 1, event: read, occurredAt };
  }
  const { faults } = parsed;
  return { ...event, outcome: 'malformed', attempts: 0, detail: formatFieldErrors(faults), faults };
}

const notJson = 'is not JSON';

/** The stored faults decide, so that a repeated event gets the same response. */
function refuseMalformed(faults: readonly FieldError[]): never {
  if (faults[0]?.message === notJson) return refuse(invalidJson);
  return refuse(validationFailed, { details: [...faults] });
}

/** PostgreSQL cannot store all JSON, such as U+0000. */
function storageFaultsIn(payload: unknown): FieldError[] | undefined {
  if (payload === undefined) return [{ path: '', message: notJson }];
  if (payload === null) return [{ path: '', message: 'is not an event of this provider' }];
  try {
    rejectUnsafeJson(payload);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [{ path: '', message: 'contains characters that cannot be stored' }];
  }
}

interface Arrival {
  readonly message: ReceivedMessage;
  readonly event: NewEvent;
}

/** This event, or the one that was stored under its id before. */
type Stored =
  | { readonly isNew: true; readonly id: string; readonly receivedAt: Date }
  | { readonly isNew: false; readonly row: WebhookRow };

/** Queued copies of one event. */
const maxPerKey = 1_000;

/** Stores each event once. Concurrent ones are committed together. */
function batchedStore(database: Connections): Inbox['store'] {
  const queue = new BatchQueue<Arrival, Stored>({
    run: (arrivals, how) => batchTransaction(database, how, (tx, now) => storeAll(tx, now, arrivals)),
    classify: failureKindOf,
    maxPerKey,
  });
  return (arrival, startBy) => queue.add(`${arrival.event.source} ${arrival.event.eventId}`, arrival, { startBy });
}

async function storeAll(tx: Tx, now: Date, arrivals: readonly Arrival[]): Promise<BatchOutcome<Stored>[]> {
  const next = nextAttemptAt({ attempts: 1, receivedAt: now }, now);
  const rows = new Map<Arrival, EventToInsert>();
  for (const arrival of arrivals) {
    const { message, event } = arrival;
    if (message.sentAt && !isFresh({ sentAt: message.sentAt }, now)) continue;
    rows.set(arrival, { ...event, id: newId(), nextAttemptAt: event.outcome === 'received' ? next : null });
  }
  const inserted = await insertEvents(tx, [...rows.values()], now);
  const older = await findExisting(
    tx,
    [...rows.values()].filter(({ id }) => !inserted.has(id)),
  );
  return arrivals.map((arrival) => {
    const id = rows.get(arrival)?.id;
    if (id === undefined) return new SignatureRefused('too_old');
    if (inserted.has(id)) return { isNew: true, id, receivedAt: now };
    const row = older.get(id);
    return row ? { isNew: false, row } : refusal(unavailable);
  });
}
