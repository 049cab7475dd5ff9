import { type BatchOutcome, BatchQueue } from '../../kit/batch-queue.ts';
import { batchTransaction, failureKindOf } from '../../kit/db/batch-transaction.ts';
import type { Connections, Tx } from '../../kit/db/database.ts';
import { invalidJson, Refused, refusal, refuse, unavailable, validationFailed } from '../../kit/errors.ts';
import type { FieldError } from '../../kit/http/field-errors.ts';
import { rejectUnsafeJson } from '../../kit/http/json.ts';
import { newId } from '../../kit/id.ts';
import { invalidSignature, isFresh, type SignedMessage } from '../../kit/webhooks.ts';
import { attempt } from './apply.ts';
import { batchedApply, type QueuedEvent } from './apply-batch.ts';
import { countEvent } from './metrics.ts';
import { nextAttemptAt } from './rules.ts';
import { type EventOrigin, type FaultLog, formatFieldErrors, type WebhookSource } from './source.ts';
import { type EventToInsert, findKept, insertEvents, type NewEvent, type WebhookRow } from './sql.ts';

export interface Incoming extends EventOrigin {
  readonly source: WebhookSource;
  /** What the source is called for this event, where it has several names. */
  readonly sourceName?: string;
  readonly message: SignedMessage;
  /** Undefined where it was no JSON, null where it is no event of this provider. */
  readonly payload: unknown;
}

interface Inbox {
  keep(arrival: Arrival, startBy: number): Promise<Kept>;
  apply(arrived: QueuedEvent): Promise<void>;
}

const inboxes = new WeakMap<Connections, WeakMap<WebhookSource, Inbox>>();

/** Each database has an inbox for each source. */
function inboxOf(database: Connections, source: WebhookSource): Inbox {
  const ofDatabase = inboxes.get(database) ?? new WeakMap<WebhookSource, Inbox>();
  inboxes.set(database, ofDatabase);
  const inbox = ofDatabase.get(source) ?? { keep: receiptsIn(database), apply: batchedApply(database, source) };
  ofDatabase.set(source, inbox);
  return inbox;
}

/**
 * Takes an event in, whose signature was checked. It is committed before anything is made of it, and answered once it
 * was tried, whether or not that succeeded; a repeated one does nothing and is answered like the first.
 */
export async function receive(database: Connections, log: FaultLog, incoming: Incoming): Promise<void> {
  const { source, message, requestId, ip } = incoming;
  const inbox = inboxOf(database, source);
  const event = newEventOf(incoming);
  const startBy = performance.now() + database.waitMs;
  const kept = await inbox.keep({ message, event }, startBy);
  const { outcome, faults } = kept.isNew ? event : kept.row;
  if (!kept.isNew) countEvent(event.source, 'repeated');
  else if (outcome === 'malformed') countEvent(event.source, 'malformed');
  if (outcome === 'malformed') refuseMalformed(faults ?? []);
  if (outcome !== 'received') return;
  const id = kept.isNew ? kept.id : kept.row.id;
  const from = { requestId, ip };
  const isOpen = (row: WebhookRow) => row.outcome === 'received';
  const applyAlone = () => attempt(database, log, { source, id, from, isOpen, startBy });
  // A copy may find it open, too: whoever brought the first is still at it, or was killed.
  if (!kept.isNew) return applyAlone();
  const { source: name, eventId, occurredAt } = event;
  const receipt = { id, source: name, eventId, occurredAt, receivedAt: kept.receivedAt };
  await inbox.apply({ event: event.event, receipt, from, startBy, applyAlone });
}

function newEventOf({ source, sourceName = source.name, message, payload }: Incoming): NewEvent {
  const disorder = disorderIn(payload);
  const parsed = disorder ? { faults: disorder } : source.parse(payload);
  const event = {
    source: sourceName,
    eventId: message.id,
    messageDigest: message.digest ?? null,
    payload: disorder ? null : source.keep(payload),
    event: null,
    detail: null,
    faults: null,
    occurredAt: null,
  };
  if (!('faults' in parsed)) {
    const { event: read, occurredAt = null } = parsed;
    return { ...event, outcome: 'received', attempts: 1, event: read, occurredAt };
  }
  const { faults } = parsed;
  return { ...event, outcome: 'malformed', attempts: 0, detail: formatFieldErrors(faults), faults };
}

const notJson = 'is not JSON';

/** A repeated one is answered like the first, so what is kept of it decides. */
function refuseMalformed(faults: readonly FieldError[]): never {
  if (faults[0]?.message === notJson) return refuse(invalidJson);
  return refuse(validationFailed, { details: [...faults] });
}

/** Some JSON cannot be kept: the database has no place for U+0000. */
function disorderIn(payload: unknown): FieldError[] | undefined {
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

/** An event that is to be kept, and the message that it came in. */
interface Arrival {
  readonly message: SignedMessage;
  readonly event: NewEvent;
}

/** What is kept under its id: this very event, or one that came before. */
type Kept =
  | { readonly isNew: true; readonly id: string; readonly receivedAt: Date }
  | { readonly isNew: false; readonly row: WebhookRow };

/** Copies of one event wait for each other. */
const maxPerKey = 1_000;

const nameOf = ({ source, eventId }: Pick<NewEvent, 'source' | 'eventId'>): string => `${source} ${eventId}`;

/** Keeps events, each once. Those that come at the same moment are committed together. */
function receiptsIn(database: Connections): Inbox['keep'] {
  const queue = new BatchQueue<Arrival, Kept>({
    run: (arrivals, how) => batchTransaction(database, how, (tx, now) => keepAll(tx, now, arrivals)),
    classify: failureKindOf,
    maxPerKey,
  });
  return (arrival, startBy) => queue.add(nameOf(arrival.event), arrival, { startBy });
}

async function keepAll(tx: Tx, now: Date, arrivals: readonly Arrival[]): Promise<BatchOutcome<Kept>[]> {
  const next = nextAttemptAt({ attempts: 1, receivedAt: now }, now);
  const rows = new Map<Arrival, EventToInsert>();
  for (const arrival of arrivals) {
    const { message, event } = arrival;
    if (!isFresh(message, now)) continue;
    rows.set(arrival, { ...event, id: newId(), nextAttemptAt: event.outcome === 'received' ? next : null });
  }
  const inserted = await insertEvents(tx, [...rows.values()], now);
  const older = await findKept(
    tx,
    [...rows.values()].filter(({ id }) => !inserted.has(id)),
  );
  return arrivals.map((arrival) => {
    const id = rows.get(arrival)?.id;
    if (id === undefined) return refusal(invalidSignature);
    if (inserted.has(id)) return { isNew: true, id, receivedAt: now };
    const row = older.get(id);
    return row ? { isNew: false, row } : refusal(unavailable);
  });
}
