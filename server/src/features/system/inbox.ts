import type { Connections } from '../../kit/db/database.ts';
import { Refused, refuse, validationFailed } from '../../kit/errors.ts';
import { mustBeSafe } from '../../kit/http/json.ts';
import type { Fault } from '../../kit/http/validate.ts';
import type { SignedMessage } from '../../kit/webhooks.ts';
import { attempt } from './apply.ts';
import { type Arrived, batchedApply } from './apply-batch.ts';
import { countEvent } from './metrics.ts';
import { type Arrival, type Kept, receiptsIn } from './receipts.ts';
import type { FaultLog, From, WebhookSource } from './webhook-source.ts';
import type { NewEvent, WebhookRow } from './webhooks.sql.ts';

export interface Incoming extends From {
  readonly source: WebhookSource;
  /** What the source is called for this event, where it has several names. */
  readonly sourceName?: string;
  readonly message: SignedMessage;
  /** Undefined where it was no JSON. */
  readonly payload: unknown;
}

interface Inbox {
  keep(arrival: Arrival): Promise<Kept>;
  apply(arrived: Arrived): Promise<void>;
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
  const kept = await inbox.keep({ message, event });
  const { outcome, faults } = kept.isNew ? event : kept.row;
  if (!kept.isNew) countEvent(event.source, 'repeated');
  else if (outcome === 'malformed') countEvent(event.source, 'malformed');
  if (outcome === 'malformed') refuse(validationFailed, { details: [...(faults ?? [])] });
  if (outcome !== 'received') return;
  const id = kept.isNew ? kept.id : kept.row.id;
  const from = { requestId, ip };
  const isOpen = (row: WebhookRow) => row.outcome === 'received';
  const applyAlone = () => attempt(database, log, { source, id, from, isOpen });
  // A copy may find it open, too: whoever brought the first is still at it, or was killed.
  if (!kept.isNew) return applyAlone();
  const { source: name, eventId, occurredAt } = event;
  const receipt = { id, source: name, eventId, occurredAt, receivedAt: kept.receivedAt };
  await inbox.apply({ event: event.event, receipt, from, applyAlone });
}

function newEventOf({ source, sourceName = source.name, message, payload }: Incoming): NewEvent {
  const disorder = disorderIn(payload);
  const parsed = disorder ? { faults: disorder } : source.parse(payload);
  const event = {
    source: sourceName,
    eventId: message.id,
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
  const detail = faults.map((fault) => `${fault.path} ${fault.message}`.trim()).join('; ');
  return { ...event, outcome: 'malformed', attempts: 0, detail, faults };
}

/** Some JSON cannot be kept: the database has no place for U+0000. */
function disorderIn(payload: unknown): Fault[] | undefined {
  if (payload === undefined) return [{ path: '', message: 'is not an event of this provider' }];
  try {
    mustBeSafe(payload);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [{ path: '', message: 'contains what cannot be kept' }];
  }
}
