import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterCommit, appRole, type Db, type Tx } from './db/database.ts';
import { finishesWithin } from './finishes-within.ts';

/**
 * Short messages to every process of the service, this one included, by LISTEN and NOTIFY. A message is a hint to look,
 * never the fact itself: it may come for a change that was undone, and while the connection is down it is lost. So who
 * keeps something up to date by messages does not trust it while disconnected, and drops it whole when connected again.
 */
export interface Bus {
  /** Answers how to leave. */
  on(topic: string, handler: (payload: unknown) => void): () => void;
  /** Told at every change, and of the first connection too: what was sent before it was not heard. */
  onConnection(handler: (isConnected: boolean) => void): () => void;
  readonly isConnected: boolean;
  start(): void;
  stop(): Promise<void>;
}

export interface BusOptions {
  url: string;
  onFault?: (error: unknown) => void;
  /** How often the connection is tried, and how long its answer may take: a silent loss is noticed within both. */
  heartbeatMs?: number;
  timeoutMs?: number;
}

const channel = 'cliffhanger';
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
  await sendNotify(tx, encode(topic, payload));
}

/**
 * Sends a message once the transaction is committed, at no cost to it. It is lost when the process dies in between, so
 * it is for those who also look by themselves at times.
 */
export function emitAfterCommit(tx: Tx, topic: string, payload: unknown = null): void {
  const text = encode(topic, payload);
  afterCommit(tx, (pool) => senderOf(pool)(text));
}

async function sendNotify(db: Db, text: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${text})`.execute(db);
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
  const watchers = new Set<(isConnected: boolean) => void>();
  const stopping = new AbortController();
  let isConnected = false;
  let running: Promise<void> = Promise.resolve();

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
    onConnection(handler) {
      watchers.add(handler);
      return () => void watchers.delete(handler);
    },
    get isConnected() {
      return isConnected;
    },
    start() {
      running = keepListening(options, { onMessage, onConnection, onFault }, stopping.signal);
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
  const { url, heartbeatMs = 2_000, timeoutMs = 3_000 } = options;
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
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    isConnected = true;
    events.onConnection(true);
    while (!over.aborted) {
      await sleep(heartbeatMs, undefined, { signal: over }).catch(() => {});
      if (!over.aborted) await client.query('select 1');
    }
    if (!signal.aborted) events.onFault(new Error('the connection of the bus was lost'));
  } catch (error) {
    if (!signal.aborted) events.onFault(error);
  }
  if (isConnected) events.onConnection(false);
  if (signal.aborted) await finishesWithin(1_000, client.end()).catch(() => false);
  socket.destroy();
  return isConnected;
}
