import { type ChildProcess, spawn } from 'node:child_process';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVER_ENVIRONMENT } from './cluster.ts';
import { readIfThere, writeAtomically } from './files.ts';
import { awaitPostmaster, findPostmaster, logSince, type Postmaster, removeStalePidFile } from './postmaster.ts';
import type { ServerLocation } from './server-location.ts';

const POLL_MS = 20;
const RETRY_MS = 500;
const LOG_LIMIT_BYTES = 10_000_000;

/** After a crash PostgreSQL cannot start until all processes of the old server have ended. */
const OCCUPIED = /lock file ".*" already exists|pre-existing shared memory block|is still in use/;
const PORT_TAKEN = /could not bind|could not create any TCP\/IP sockets/;

export interface LaunchOptions {
  site: ServerLocation;
  settings: Record<string, string>;
  log: (line: string) => void;
}

export interface RunningPostgres {
  postmaster: Postmaster;
  startedByUs: boolean;
}

/** Attaches to the server that is running on the data, or starts one. Requires the folder's lock. */
export async function ensureRunning(launch: LaunchOptions, deadline: number): Promise<RunningPostgres> {
  const { site, log } = launch;
  let portIsTaken = false;
  for (;;) {
    const found = await awaitPostmaster(site.data, deadline);
    if (found) {
      log(`using the PostgreSQL that already runs on port ${found.port}`);
      return { postmaster: found, startedByUs: false };
    }
    await removeStalePidFile(site.data);
    const port = portIsTaken ? await freePort() : ((await readPort(site)) ?? (await freePort()));
    const outcome = await startOnce(launch, port, deadline);
    if (typeof outcome !== 'string') {
      // Only a hint: the file may belong to another user.
      await writeAtomically(portFile(site), `${port}\n`).catch(() => undefined);
      return { postmaster: outcome, startedByUs: true };
    }
    portIsTaken = PORT_TAKEN.test(outcome);
    if (portIsTaken) continue;
    if (!OCCUPIED.test(outcome) || Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${outcome}`);
    log('waiting for the remaining processes of a PostgreSQL that crashed');
    await delay(RETRY_MS);
  }
}

const portFile = (site: ServerLocation): string => join(site.folder, 'port');

/** The previous port, so that clients find a restarted server. */
async function readPort(site: ServerLocation): Promise<number | undefined> {
  const port = Number(await readIfThere(portFile(site)).catch(() => undefined));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

/** The server, or its output if it ended. */
async function startOnce(
  { site, settings, log }: LaunchOptions,
  port: number,
  deadline: number,
): Promise<Postmaster | string> {
  log(`starting PostgreSQL on port ${port}`);
  const path = join(site.folder, 'server.log');
  const output = await openLog(path);
  try {
    const { size } = await output.stat();
    const child = spawnServer(site, [...parameters(site, port, settings)], output);
    const ending = watchEnding(child);
    for (;;) {
      const ended = ending();
      if (ended !== undefined) return (await logSince(path, size)) || ended;
      const found = await findPostmaster(site.data);
      if (found && found.pid === child.pid && found.status === 'ready') return found;
      // It is left running: it may be in a long recovery, and the next start attaches to it.
      if (Date.now() > deadline) throw new Error(`PostgreSQL is not ready yet, see ${path}`);
      await delay(POLL_MS);
    }
  } finally {
    await output.close();
  }
}

/** An eighth of the memory; the service and the page cache need the rest. */
function sharedBuffersMb(): number {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  const memoryMb = Math.min(totalmem(), limit) / 1_048_576;
  return Math.round(Math.min(Math.max(memoryMb / 8, 128), 1024));
}

function parameters(site: ServerLocation, port: number, settings: Record<string, string>): string[] {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: `${sharedBuffersMb()}MB`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %q%u@%d ',
    // Details of errors contain values, such as emails and phone numbers.
    log_error_verbosity: 'terse',
    jit: 'off',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', site.data, '-p', String(port), ...flags];
}

/** In a session of its own, so that Ctrl-C does not reach it, and it can outlive this process. */
function spawnServer(site: ServerLocation, options: string[], output: FileHandle): ChildProcess {
  const child = spawn(site.binaries.postgres, options, {
    cwd: site.base,
    env: SERVER_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
    ...site.account,
  });
  child.unref();
  return child;
}

function watchEnding(child: ChildProcess): () => string | undefined {
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended = `it ended with ${signal ?? code}`;
  });
  return () => ended;
}

async function openLog(path: string): Promise<FileHandle> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('no free port on 127.0.0.1'));
      });
    });
  });
}
