import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { idleSessionMs } from '../../kit/db/pools.ts';
import { errorCode } from '../../kit/error-code.ts';
import type { Postmaster } from './postmaster.ts';
import { isRunning } from './processes.ts';

const POLL_MS = 40;
const RETURN_MS = 1_000;
const CONNECT_LIMIT_MS = 10_000;

/** The server is starting, stopping, full, or not listening. */
const RETRYABLE_CODES = ['ECONNREFUSED', 'ECONNRESET', '57P03', '53300'];

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cliffhanger embedded',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
  });
  // Without a handler, an idle connection that breaks would crash the process; its next user gets the error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export async function withClient<T>(
  connecting: Promise<pg.Client>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connecting;
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Limits how long a frozen process can keep a session lock. */
export async function endWhenFrozen(client: pg.Client): Promise<void> {
  await client.query(`set idle_session_timeout = ${idleSessionMs}`);
}

/** A working connection, or undefined if the server ended. */
export async function connectWhenReady(
  url: string,
  postmaster: Postmaster,
  deadline: number,
): Promise<pg.Client | undefined> {
  for (;;) {
    try {
      return await answering(await connect(url));
    } catch (error) {
      if (!(await isRunning(postmaster.pid, postmaster.started))) return undefined;
      if (Date.now() > deadline || !RETRYABLE_CODES.includes(errorCode(error) ?? '')) throw error;
      await delay(POLL_MS);
    }
  }
}

async function answering(client: pg.Client): Promise<pg.Client> {
  try {
    await client.query('select 1');
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Keeps one connection open while this process uses the server, because the last user stops it, and a pool may be empty.
 * Calls `restart` if the server cannot be reached. Returns the function that disconnects.
 */
export function keepConnected(first: pg.Client, url: string, restart: () => Promise<void>): () => Promise<void> {
  let leaving = false;
  let current: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let reconnecting: Promise<void> | undefined;

  function hold(client: pg.Client): void {
    current = client;
    client.once('end', () => {
      current = undefined;
      reconnectSoon();
    });
  }

  // PostgreSQL closes all connections when one of its processes crashes, and accepts new ones soon after.
  function reconnectSoon(): void {
    if (leaving) return;
    timer = setTimeout(() => {
      reconnecting = connect(url)
        .then(onReconnected, restartAndReconnect)
        .finally(() => {
          reconnecting = undefined;
        });
    }, RETURN_MS);
    timer.unref();
  }

  async function restartAndReconnect(): Promise<void> {
    if (!leaving) await restart();
    reconnectSoon();
  }

  async function onReconnected(client: pg.Client): Promise<void> {
    if (leaving) await client.end();
    else hold(client);
  }

  hold(first);
  return async () => {
    leaving = true;
    clearTimeout(timer);
    await reconnecting;
    await current?.end();
  };
}
