import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterCommit, appRole, type Database, type Tx } from './db/database.ts';
import { settlesWithin } from './time.ts';

/**
 * Short messages to all processes of the service, including this one, by LISTEN and NOTIFY. A message is a hint to look,
 * never the fact itself: its transaction may have been rolled back, and it is lost while the connection is down. Caches
 * that rely on messages must not be used while disconnected, and are dropped on reconnection.
 */
export interface Bus {
  /** Returns the function that unsubscribes. */
  on(topic: string, handler: (payload: unknown) => void): () => void;
  /**
   * Subscribes to the messages of this process. They are delivered before the caller of the transaction continues, without
   * the connection of the bus; the transaction may have been rolled back. Committed messages are also delivered to `on`.
   */
  onOwn(topic: string, handler: (payload: unknown) => void): void;
  /** Called on every change, and on the first connection, before which messages were missed. */
  onConnection(handler: (isConnected: boolean) => void): () => void;
  readonly isConnected: boolean;
  /** Whether all messages committed up to a second ago were received, so that caches are valid. */
  readonly isCurrent: boolean;
  /** Whether all messages committed before this time of `performance.now()` were received. */
  hasHeard(at: number): boolean;
  /** The time of the database, estimated from the last heartbeat: at most a few milliseconds ahead, never behind. */
  now(): Date;
  start(): void;
  stop(): Promise<void>;
}

export interface BusOptions {
  url: string;
  /** The connections on which this process sends, for `onOwn`. */
  database?: Pick<Database, 'onSent'>;
  onFault?: (error: unknown) => void;
  /** Interval and timeout of heartbeats. */
  heartbeatMs?: number;
  timeoutMs?: number;
}

const channel = 'cliffhanger';
/** Messages may be missing so long after the last heartbeat. */
const currentMs = 1_000;
/** PostgreSQL's limit for a notification. */
const maxBytes = 7_999;
const shortestPauseMs = 100;
const longestPauseMs = 5_000;

function encode(topic: string, payload: unknown): string {
  const text = JSON.stringify([topic, payload]);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) throw new Error(`a message about ${topic} has ${bytes} bytes, and ${maxBytes} is the most`);
  return text;
}

/**
 * Sends a message that is delivered if and when the transaction commits. PostgreSQL serializes the commits of all
 * transactions that do this; use `emitAfterCommit` where many commit concurrently.
 */
export async function emitInTransaction(tx: Tx, topic: string, payload: unknown = null): Promise<void> {
  await sql`select emit_message(${encode(topic, payload)})`.execute(tx);
}

/**
 * Sends a message after the transaction has committed, at no cost to it. It is lost if the process dies in between, so
 * receivers must also poll.
 */
export function emitAfterCommit(tx: Tx, topic: string, payload: unknown = null): void {
  const text = encode(topic, payload);
  afterCommit(tx, (pool, onSent) => {
    onSent(text);
    senderOf(pool)(text);
  });
}

type Sender = (text: string) => void;
const senders = new WeakMap<pg.Pool, Sender>();

function senderOf(pool: pg.Pool): Sender {
  const sender = senders.get(pool) ?? createSender(pool);
  senders.set(pool, sender);
  return sender;
}

/** Uses at most one connection: messages that arrive during a statement are sent with the next one, without duplicates. */
function createSender(pool: pg.Pool): Sender {
  const waiting = new Set<string>();
  let isSending = false;
  const send = async (): Promise<void> => {
    while (waiting.size > 0) {
      const texts = [...waiting];
      waiting.clear();
      await pool.query('select pg_notify($1, text) from unnest($2::text[]) text', [channel, texts]).catch(() => {});
    }
    isSending = false;
  };
  return (text) => {
    waiting.add(text);
    if (isSending) return;
    isSending = true;
    void send();
  };
}

export function createBus(options: BusOptions): Bus {
  const { onFault = () => {} } = options;
  const handlers = new Map<string, Set<(payload: unknown) => void>>();
  const ownHandlers = new Map<string, ((payload: unknown) => void)[]>();
  const watchers = new Set<(isConnected: boolean) => void>();
  const stopping = new AbortController();
  let isConnected = false;
  let heardUntil = Number.NEGATIVE_INFINITY;
  let clockAheadMs = Date.now() - performance.now();
  let running: Promise<void> = Promise.resolve();
  const onBeat = (sentAt: number, clockMs: number): void => {
    heardUntil = sentAt;
    clockAheadMs = clockMs - sentAt;
  };

  /** A failing handler does not affect the others. */
  const notify = <T>(subscribers: Iterable<(value: T) => void>, value: T): void => {
    for (const handler of subscribers) {
      try {
        handler(value);
      } catch (error) {
        onFault(error);
      }
    }
  };
  const onMessage = (text: string): void => {
    const message = decode(text);
    if (message) notify(handlers.get(message.topic) ?? [], message.payload);
    else onFault(new Error(`not a message of ours: ${text.slice(0, 100)}`));
  };
  options.database?.onSent((text) => {
    const message = decode(text);
    if (message) notify(ownHandlers.get(message.topic) ?? [], message.payload);
  });
  const onConnection = (connected: boolean): void => {
    isConnected = connected;
    notify(watchers, connected);
  };

  return {
    on(topic, handler) {
      const known = handlers.get(topic) ?? new Set();
      handlers.set(topic, known.add(handler));
      return () => void known.delete(handler);
    },
    onOwn(topic, handler) {
      ownHandlers.set(topic, [...(ownHandlers.get(topic) ?? []), handler]);
    },
    onConnection(handler) {
      watchers.add(handler);
      return () => void watchers.delete(handler);
    },
    get isConnected() {
      return isConnected;
    },
    get isCurrent() {
      return isConnected && performance.now() - heardUntil < currentMs;
    },
    hasHeard: (at) => isConnected && heardUntil > at,
    now: () => new Date(Math.ceil(performance.now() + clockAheadMs) + 1),
    start() {
      running = keepListening(options, { onMessage, onConnection, onFault, onBeat }, stopping.signal);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function decode(text: string): { topic: string; payload: unknown } | undefined {
  try {
    const message: unknown = JSON.parse(text);
    const [topic, payload] = Array.isArray(message) ? message.map((part: unknown) => part) : [];
    return typeof topic === 'string' ? { topic, payload } : undefined;
  } catch {
    return undefined;
  }
}

interface BusEvents {
  /** Called with the time at which a heartbeat was sent, and the time of the database then. */
  onBeat(sentAt: number, clockMs: number): void;
  onMessage(text: string): void;
  onConnection(connected: boolean): void;
  onFault(error: unknown): void;
}

/** Reconnects after every loss, with growing pauses. */
async function keepListening(options: BusOptions, events: BusEvents, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const wasConnected = await listen(options, events, signal);
    if (wasConnected) failures = 0;
    const pauseMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** failures) * (0.5 + Math.random() / 2);
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}

/** Listens until the connection is lost or the bus is stopped; returns whether it was connected. */
async function listen(options: BusOptions, events: BusEvents, signal: AbortSignal): Promise<boolean> {
  const { url, heartbeatMs = 300, timeoutMs = 3_000 } = options;
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: timeoutMs,
    keepAlive: true,
    application_name: 'cliffhanger bus',
    options: `-c role=${appRole} -c idle_session_timeout=0`,
    // Our own socket, because a dead connection can only be destroyed, not ended.
    stream: () => socket,
  });
  const gone = new AbortController();
  const over = AbortSignal.any([gone.signal, signal]);
  client.on('error', () => gone.abort());
  client.on('end', () => gone.abort());
  client.on('notification', ({ payload = '' }) => events.onMessage(payload));
  let isConnected = false;
  /** Its response follows all messages that were committed before it was sent. */
  const beat = async (): Promise<void> => {
    const sentAt = performance.now();
    const { rows } = await client.query<{ ms: number }>('select (extract(epoch from clock()) * 1000)::float8 as ms');
    events.onBeat(sentAt, rows[0]?.ms ?? Date.now());
  };
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    await beat();
    isConnected = true;
    events.onConnection(true);
    while (!over.aborted) {
      await sleep(heartbeatMs, undefined, { signal: over }).catch(() => {});
      if (!over.aborted) await beat();
    }
    if (!signal.aborted) events.onFault(new Error('the connection of the bus was lost'));
  } catch (error) {
    if (!signal.aborted) events.onFault(error);
  }
  if (isConnected) events.onConnection(false);
  if (signal.aborted) await settlesWithin(1_000, client.end()).catch(() => false);
  socket.destroy();
  return isConnected;
}
