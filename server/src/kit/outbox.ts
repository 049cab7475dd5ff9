import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Bus, emitAfterCommit } from './bus.ts';
import type { Connections, Tx } from './db/database.ts';
import { newId } from './id.ts';
import { backoffMs, settlesWithin } from './time.ts';

/**
 * Messages to external systems. They are written in the transaction of the change that causes them, and delivered
 * immediately after its commit, at least once, with growing pauses after failures, until they are dead letters.
 */

export interface Delivery {
  readonly topic: string;
  deliver(payload: unknown, message: { id: string; attempt: number }): Promise<void>;
}

export const maxAttempts = 10;
/** After this time another process may start the delivery again. */
const leaseMs = 60_000;
/** Timeout of a delivery, shorter than its lease. */
const defaultDeliverMs = 45_000;
const batchSize = 20;
/** Concurrent deliveries of one topic: a provider that hangs only delays its own topic. */
const atOncePerTopic = 10;
/** Finds messages whose hint was lost, and those that have become due. */
const defaultPollMs = 1_000;
/** The topic of hints that a message was written. */
const hint = 'outbox';

export const firstRetryMs = 5_000;

/** Delivers the messages that this transaction made due, after its commit. */
export const wakeOutbox = (tx: Tx): void => emitAfterCommit(tx, hint);

export async function enqueueMessage(tx: Tx, topic: string, payload: object, now: Date): Promise<string> {
  const id = newId();
  const times = { created_at: now, next_attempt_at: now };
  await tx
    .insertInto('outbox')
    .values({ id, topic, payload: JSON.stringify(payload), ...times })
    .execute();
  wakeOutbox(tx);
  return id;
}

interface Message {
  id: string;
  topic: string;
  payload: unknown;
  attempts: number;
}

/** How many messages of a topic to take. */
interface Wanted {
  readonly topic: string;
  readonly most: number;
}

/** Takes due messages for the length of a lease; other processes skip them. */
function take(database: Connections, wanted: readonly Wanted[]): Promise<Message[]> {
  const topics = wanted.map(({ topic }) => topic);
  return database.transaction(async (tx, now) => {
    // Messages whose process ended during their last delivery.
    await sql`
      update outbox set status = 'dead', last_error = coalesce(last_error, 'the process ended while it was delivered')
      where id in (
        select id from outbox where status = 'waiting' and next_attempt_at <= ${now} and topic = any(${topics})
          and attempts >= ${maxAttempts}
        order by next_attempt_at limit ${batchSize} for update skip locked)`.execute(tx);
    // More of those may be due than were marked above; they are skipped until then.
    const { rows } = await sql<Message>`
      update outbox set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
      where id in (
        select due.id from unnest(${topics}::text[], ${wanted.map(({ most }) => most)}::integer[]) w (topic, most)
        cross join lateral (
          select id from outbox o where o.status = 'waiting' and o.next_attempt_at <= ${now} and o.topic = w.topic
            and o.attempts < ${maxAttempts}
          order by o.next_attempt_at limit w.most for update skip locked) due)
      returning id, topic, payload, attempts`.execute(tx);
    return rows;
  });
}

async function settle(database: Connections, message: Message, failure: string | undefined): Promise<void> {
  await database.transaction(async (tx, now) => {
    const retryAt = new Date(now.getTime() + backoffMs(message.attempts, firstRetryMs));
    const failed = {
      status: message.attempts >= maxAttempts ? ('dead' as const) : ('waiting' as const),
      last_error: failure?.slice(0, 1_000) ?? null,
      next_attempt_at: retryAt,
    };
    const done = { status: 'delivered' as const, last_error: null, delivered_at: now };
    // Only while the lease is ours; otherwise another process has taken over the message.
    await tx
      .updateTable('outbox')
      .set(failure === undefined ? done : failed)
      .where('id', '=', message.id)
      .where('attempts', '=', message.attempts)
      .where('status', '=', 'waiting')
      .execute();
  });
}

/** Why a delivery failed; undefined on success. */
async function failureOf(delivery: Promise<void>, deliverMs: number): Promise<string | undefined> {
  try {
    return (await settlesWithin(deliverMs, delivery)) ? undefined : 'it took too long';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type DeliverOne = (message: Message) => Promise<void>;

const deliverWith =
  (database: Connections, deliveries: readonly Delivery[], deliverMs: number): DeliverOne =>
  async (message) => {
    const { id, topic, payload, attempts } = message;
    const delivery = deliveries.find((one) => one.topic === topic)?.deliver(payload, { id, attempt: attempts });
    if (delivery) await settle(database, message, await failureOf(delivery, deliverMs));
  };

/** Delivers due messages once; returns how many were tried. */
export async function drainOutbox(
  database: Connections,
  deliveries: readonly Delivery[],
  deliverMs = defaultDeliverMs,
): Promise<number> {
  const wanted = deliveries.map(({ topic }) => ({ topic, most: batchSize }));
  const messages = await take(database, wanted);
  await Promise.all(messages.map(deliverWith(database, deliveries, deliverMs)));
  return messages.length;
}

export interface OutboxOptions {
  connections: Connections;
  deliveries: readonly Delivery[];
  bus: Pick<Bus, 'on' | 'onConnection'>;
  log: FastifyBaseLogger;
  pollMs?: number;
}

/** Starts deliveries as slots of their topics become free, without waiting for them. */
function deliverer({ connections, deliveries, log }: OutboxOptions, onFree: () => void) {
  const running = new Map(deliveries.map(({ topic }) => [topic, new Set<Promise<void>>()]));
  const deliver = deliverWith(connections, deliveries, defaultDeliverMs);
  const begin = (message: Message): void => {
    const ofTopic = running.get(message.topic);
    const one = deliver(message)
      .catch((error: unknown) => log.error({ err: error }, 'the result of an outbox delivery could not be stored'))
      .finally(() => {
        ofTopic?.delete(one);
        // More may be due than there were slots; checked again once half of them are free.
        if (ofTopic?.size === atOncePerTopic / 2) onFree();
      });
    ofTopic?.add(one);
  };
  return {
    async startDue(): Promise<void> {
      const wanted = [...running].flatMap(([topic, { size }]) =>
        size < atOncePerTopic ? [{ topic, most: atOncePerTopic - size }] : [],
      );
      if (wanted.length > 0) for (const message of await take(connections, wanted)) begin(message);
    },
    end: () => Promise.all([...running.values()].flatMap((ofTopic) => [...ofTopic])),
  };
}

/** Delivers until stopped: on hints of the bus, and at intervals. */
export function startOutbox(options: OutboxOptions) {
  const { bus, log, pollMs = defaultPollMs } = options;
  let isStopping = false;
  let nap = new AbortController();
  const wake = (): void => nap.abort();
  const leave = [bus.on(hint, wake), bus.onConnection(wake)];
  const delivery = deliverer(options, wake);
  const loop = async (): Promise<void> => {
    while (!isStopping) {
      // Created before taking messages, so that a hint meanwhile ends the next sleep.
      nap = new AbortController();
      await delivery.startDue().catch((error: unknown) => log.error({ err: error }, 'the outbox could not be drained'));
      if (!isStopping) await sleep(pollMs, undefined, { signal: nap.signal }).catch(() => {});
    }
    await delivery.end();
  };
  const running = loop();
  return {
    async stop(): Promise<void> {
      isStopping = true;
      for (const end of leave) end();
      wake();
      await running;
    },
  };
}
