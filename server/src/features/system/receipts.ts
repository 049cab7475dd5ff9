import { type BatchOutcome, BatchQueue } from '../../kit/batch-queue.ts';
import { batchTransaction, failureKindOf } from '../../kit/db/batch-transaction.ts';
import type { Connections, Tx } from '../../kit/db/database.ts';
import { refusal, unavailable } from '../../kit/errors.ts';
import { newId } from '../../kit/id.ts';
import { invalidSignature, isFresh, type SignedMessage } from '../../kit/webhooks.ts';
import { nextAttemptAt } from './rules.ts';
import { findEvents, insertEvents, type NewEvent, type WebhookRow } from './webhooks.sql.ts';

/** An event that is to be kept, and the message that it came in. */
export interface Arrival {
  readonly message: SignedMessage;
  readonly event: NewEvent;
}

/** What is kept under its id: this very event, or one that came before. */
export type Kept =
  | { readonly isNew: true; readonly id: string; readonly receivedAt: Date }
  | { readonly isNew: false; readonly row: WebhookRow };

/** Copies of one event wait for each other. */
const maxPerKey = 1_000;

const nameOf = ({ source, eventId }: Pick<NewEvent, 'source' | 'eventId'>): string => `${source} ${eventId}`;

/** Keeps events, each once. Those that come at the same moment are committed together. */
export function receiptsIn(database: Connections): (arrival: Arrival) => Promise<Kept> {
  const queue = new BatchQueue<Arrival, Kept>({
    run: (arrivals, wait) => batchTransaction(database, wait, (tx, now) => keepAll(tx, now, arrivals)),
    classify: failureKindOf,
    maxPerKey,
  });
  return (arrival) => queue.add(nameOf(arrival.event), arrival);
}

async function keepAll(tx: Tx, now: Date, arrivals: readonly Arrival[]): Promise<BatchOutcome<Kept>[]> {
  const next = nextAttemptAt({ attempts: 1, receivedAt: now }, now);
  const fresh = arrivals.filter(({ message }) => isFresh(message, now));
  const rows = fresh.map(({ event }) => ({
    ...{ ...event, id: newId(), nextAttemptAt: event.outcome === 'received' ? next : null },
  }));
  const inserted = await insertEvents(tx, rows, now);
  const isNew = ({ id }: { readonly id: string }) => inserted.has(id);
  const older = await findEvents(
    tx,
    rows.filter((row) => !isNew(row)),
  );
  const kept = new Map<string, Kept>([
    ...older.map((row) => [nameOf(row), { isNew: false, row }] as const),
    ...rows.filter(isNew).map((row) => [nameOf(row), { isNew: true, id: row.id, receivedAt: now }] as const),
  ]);
  return arrivals.map(({ message, event }) =>
    isFresh(message, now) ? (kept.get(nameOf(event)) ?? refusal(unavailable)) : refusal(invalidSignature),
  );
}
