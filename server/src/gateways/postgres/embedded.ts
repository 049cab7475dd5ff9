import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { hasCluster, makeCluster } from './cluster.ts';
import { connect, connectWhenReady, keepConnected, withClient } from './connection.ts';
import { ensureRunning, type RunningPostgres } from './launch.ts';
import { withLock } from './lock.ts';
import { loadOrCreatePasswords, type Passwords, type Role } from './passwords.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { countOtherClients, createDatabase, dropDatabase, ensureRoles, ROLE_NAMES } from './roles.ts';
import { locateServer, prepareFolder, type ServerLocation } from './server-location.ts';

const START_LIMIT_MS = 30_000;
const MAX_RESTARTS = 5;
const RESTARTS_WITHIN_MS = 10 * 60_000;
const LOOKS_BEFORE_STAYING = 3;
const LOOK_MS = 40;

export interface EmbeddedOptions {
  /** The absolute path of the folder for all files of the server, unless the server's user cannot reach it. */
  folder: string;
  /** Called with progress messages. */
  log: (line: string) => void;
  /** Additional settings, if this call starts the server. */
  settings?: Record<string, string>;
  /** Called if the server died and cannot be restarted. */
  onLost?: (error: Error) => void;
}

export interface EmbeddedPostgres {
  /** The URL of a database for one of the three roles; 'superuser' is only for creating databases and roles. */
  url(role: Role, database: string): string;
  /** Creates a database of the owner role; without a template it may exist. */
  createDatabase(name: string, template?: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
  /** Disconnects; the last process stops the server. The caller must have closed its connections. */
  close(): Promise<void>;
  readonly startedByUs: boolean;
}

interface Opened extends RunningPostgres {
  site: ServerLocation;
  passwords: Passwords;
  client: pg.Client;
}

export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = await prepareFolder(options.folder);
  const lock = join(folder, 'lock');
  const { site, passwords, client, postmaster, startedByUs } = await withLock(lock, () => bringUp(folder, options));
  const url = (role: Role, database: string) => address(passwords, postmaster.port, role, database);
  const asSuperuser = (database: string) => connect(url('superuser', database));
  const restart = restarter(postmaster.port, options, (deadline) =>
    withLock(lock, () => ensureRunning({ site, settings: options.settings ?? {}, log: options.log }, deadline)),
  );
  const leave = keepConnected(client, url('superuser', 'postgres'), restart);
  let closing: Promise<void> | undefined;
  return {
    url,
    startedByUs,
    createDatabase: (name, template) => createDatabase(asSuperuser, name, template),
    dropDatabase: (name) => dropDatabase(asSuperuser, name),
    close() {
      closing ??= leave().then(() => withLock(lock, () => stopIfUnused(site.data, passwords, options.log)));
      return closing;
    },
  };
}

/**
 * Restarts a server that died. If it keeps dying, or now has another port, it is reported as lost once, so that the process
 * can end instead of answering 503 forever.
 */
function restarter(
  port: number,
  { log, onLost = () => undefined }: EmbeddedOptions,
  restart: (deadline: number) => Promise<RunningPostgres>,
): () => Promise<void> {
  let isLost = false;
  let restarts: number[] = [];
  const lose = (reason: string): void => {
    isLost = true;
    onLost(new Error(`PostgreSQL is lost: ${reason}`));
  };
  return async () => {
    if (isLost) return;
    const now = Date.now();
    restarts = restarts.filter((at) => now - at < RESTARTS_WITHIN_MS);
    if (restarts.length >= MAX_RESTARTS) return lose(`it died ${MAX_RESTARTS} times within ten minutes`);
    try {
      const running = await restart(now + START_LIMIT_MS);
      if (running.startedByUs) {
        restarts.push(now);
        log('PostgreSQL had died and was started again');
      }
      if (running.postmaster.port !== port) lose(`it runs on port ${running.postmaster.port} now, not on ${port}`);
    } catch (error) {
      lose(error instanceof Error ? error.message : String(error));
    }
  };
}

function address(passwords: Passwords, port: number, role: Role, database: string): string {
  return `postgres://${ROLE_NAMES[role]}:${passwords[role]}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

async function bringUp(folder: string, { log, settings = {} }: EmbeddedOptions): Promise<Opened> {
  const site = await locateServer(folder);
  const exists = await hasCluster(site);
  const passwords = await loadOrCreatePasswords(folder, exists);
  if (!exists) {
    log('making the database cluster');
    await makeCluster(site, passwords.superuser, settings.fsync !== 'off');
  }
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const running = await ensureRunning({ site, settings, log }, deadline);
    const url = address(passwords, running.postmaster.port, 'superuser', 'postgres');
    const client = await connectWhenReady(url, running.postmaster, deadline);
    // The server was stopping; the next attempt starts a new one.
    if (!client) continue;
    try {
      await ensureRoles(client, passwords);
    } catch (error) {
      await client.end();
      await stopIfUnused(site.data, passwords, log);
      throw error;
    }
    return { ...running, site, passwords, client };
  }
}

/** Requires the folder's lock, so that no process connects between the check and the stop. */
async function stopIfUnused(data: string, passwords: Passwords, log: (line: string) => void): Promise<void> {
  const found = await findPostmaster(data);
  if (!found) return;
  const url = address(passwords, found.port, 'superuser', 'postgres');
  const client = await connectWhenReady(url, found, Date.now() + START_LIMIT_MS);
  if (client && (await withClient(Promise.resolve(client), isUsed))) return;
  log('stopping PostgreSQL');
  await stopPostmaster(found, data);
}

/** Checks several times, because a closed connection may still be counted for a moment. */
async function isUsed(client: pg.Client): Promise<boolean> {
  for (let look = 1; look <= LOOKS_BEFORE_STAYING; look += 1) {
    if ((await countOtherClients(client)) === 0) return false;
    await delay(LOOK_MS);
  }
  return true;
}
