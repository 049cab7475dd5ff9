import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterCommit, appRole, type Database, type Tx } from './db/database.ts';
import { settlesWithin } from './time.ts';

/**
 * Short messages to every process of the service, this one included, by LISTEN and NOTIFY. A message is a hint to look,
 * never the fact itself: it may come for a change that was undone, and while the connection is down it is lost. So who
 * keeps something up to date by messages does not trust it while disconnected, and drops it whole when connected again.
 */
export interface Bus {
  /** Answers how to leave. */
  on(topic: string, handler: (payload: unknown) => void): () => void;
  /**
   * Hears what this process itself sends, before the transaction's caller continues and without the connection of the
   * bus; the transaction may have been rolled back. Every message that was committed is heard by `on` too, then or later.
   */
  onOwn(topic: string, handler: (payload: unknown) => void): void;
  /** Told at every change, and of the first connection too: what was sent before it was not heard. */
  onConnection(handler: (isConnected: boolean) => void): () => void;
  readonly isConnected: boolean;
  /** Whether everything was heard that was committed until a second ago: what is kept by messages may be relied upon. */
  readonly isCurrent: boolean;
  /** Whether everything was heard that was committed before this moment of `performance.now()`. */
  hasHeard(at: number): boolean;
  /** The database's clock, as of the last heartbeat and the time since: a few milliseconds ahead at most, never behind. */
  now(): Date;
  start(): void;
  stop(): Promise<void>;
}

export interface BusOptions {
  url: string;
  /** The connections on which this process sends; without them it hears what it sends as the others do. */
  database?: Pick<Database, 'onSent'>;
  onFault?: (error: unknown) => void;
  /** How often the connection is tried, and how long its answer may take before it counts as lost. */
  heartbeatMs?: number;
  timeoutMs?: number;
}

const channel = 'cliffhanger';
/** So long after the last heartbeat that was answered messages may be missing. */
const currentMs = 1_000;
/** PostgreSQL takes no more in one notification. */
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
 * Sends a message that is delivered if and when the transaction is committed. Commits of all transactions that do this
 * wait for each other, so it has no place where many commit at once: use `emitAfterCommit` there.
 */
export async function emitInTransaction(tx: Tx, topic: string, payload: unknown = null): Promise<void> {
  await sql`select emit_message(${encode(topic, payload)})`.execute(tx);
}

/**
 * Sends a message once the transaction is committed, at no cost to it. It is lost when the process dies in between, so
 * it is for those who also look by themselves at times.
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

/** Takes one connection at most: what comes while one statement is under way goes out with the next, equal ones once. */
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

  /** A handler that fails keeps no other from being told. */
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
  /** When an answered heartbeat was sent, and the clock of the database then. */
  onBeat(sentAt: number, clockMs: number): void;
  onMessage(text: string): void;
  onConnection(connected: boolean): void;
  onFault(error: unknown): void;
}

/** Comes back after every loss, sooner after the first than after many. */
async function keepListening(options: BusOptions, events: BusEvents, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const wasConnected = await listen(options, events, signal);
    if (wasConnected) failures = 0;
    const pauseMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** failures) * (0.5 + Math.random() / 2);
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}

/** Listens until the connection is lost or the bus is stopped; answers whether there was a connection at all. */
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
    // Our own, because one that is silently dead can only be destroyed, and never ended.
    stream: () => socket,
  });
  const gone = new AbortController();
  const over = AbortSignal.any([gone.signal, signal]);
  client.on('error', () => gone.abort());
  client.on('end', () => gone.abort());
  client.on('notification', ({ payload = '' }) => events.onMessage(payload));
  let isConnected = false;
  /** Before its answer comes every message of what was committed before it was sent. */
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
