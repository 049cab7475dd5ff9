import type { Connections } from '../../kit/db/database.ts';
import { Refused, refuse, unavailable, validationFailed } from '../../kit/errors.ts';
import { mustBeSafe } from '../../kit/http/json.ts';
import type { Fault } from '../../kit/http/validate.ts';
import { mustBeFresh, type SignedMessage } from '../../kit/webhooks.ts';
import { attempt } from './apply.ts';
import { countEvent } from './metrics.ts';
import { nextAttemptAt } from './rules.ts';
import type { FaultLog, WebhookSource } from './webhook-source.ts';
import { findEvent, insertEvent, type NewEvent } from './webhooks.sql.ts';

export interface Incoming {
  readonly source: WebhookSource;
  /** What the source is called for this event, where it has several names. */
  readonly sourceName?: string;
  readonly message: SignedMessage;
  /** Undefined where it was no JSON. */
  readonly payload: unknown;
  readonly requestId: string;
  readonly ip: string;
}

/**
 * Takes an event in, whose signature was checked. It is committed before anything is made of it, and answered once it
 * was tried, whether or not that succeeded; a repeated one does nothing and is answered like the first.
 */
export async function receive(database: Connections, log: FaultLog, incoming: Incoming): Promise<void> {
  const { source, message, requestId, ip } = incoming;
  const event = newEventOf(incoming);
  const { row, isNew } = await database.transaction(async (tx, now) => {
    mustBeFresh(message, now);
    const next = event.outcome === 'received' ? nextAttemptAt({ attempts: 1, receivedAt: now }, now) : null;
    const inserted = await insertEvent(tx, { ...event, nextAttemptAt: next }, now);
    const stored = inserted ?? (await findEvent(tx, event.source, event.eventId)) ?? refuse(unavailable);
    return { row: stored, isNew: inserted !== undefined };
  });
  if (!isNew) countEvent(row.source, 'repeated');
  else if (row.outcome === 'malformed') countEvent(row.source, 'malformed');
  if (row.outcome === 'malformed') refuse(validationFailed, { details: row.faults ?? [] });
  // A copy may find it open, too: whoever brought the first is still at it, or was killed.
  if (row.outcome !== 'received') return;
  await attempt(database, log, {
    source,
    id: row.id,
    from: { requestId, ip },
    isOpen: ({ outcome }) => outcome === 'received',
  });
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
    nextAttemptAt: null,
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
