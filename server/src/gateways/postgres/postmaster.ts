import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../kit/error-code.ts';
import { readIfThere } from './files.ts';
import { inspectProcess, waitUntilGone } from './processes.ts';

const POLL_MS = 20;
const HALF_WRITTEN_MS = 500;
const FAST_STOP_MS = 10_000;
const IMMEDIATE_STOP_MS = 10_000;

/** A server that is running on our data, identified by its command line and not only its pid. */
export interface Postmaster {
  pid: number;
  started: string;
  port: number;
  /** As reported by PostgreSQL: starting, ready, stopping. */
  status: string;
}

/** The content of postmaster.pid; the pid may belong to another process. */
async function readClaim(data: string): Promise<Omit<Postmaster, 'started'> | undefined> {
  const text = await readIfThere(join(data, 'postmaster.pid'));
  if (text === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), status: lines[7] ?? '' };
}

function isServerOn(data: string, command: string): boolean {
  const at = `${command} `.indexOf(` -D ${data} `);
  return at > 0 && basename(command.slice(0, at)) === 'postgres';
}

export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const claim = await readClaim(data);
  if (!claim?.pid) return undefined;
  const seen = await inspectProcess(claim.pid);
  if (!seen || seen.zombie || !isServerOn(data, seen.command)) return undefined;
  return { ...claim, started: seen.started };
}

/** The server that is running on our data, once it is ready; undefined if none is, or it ended meanwhile. */
export async function awaitPostmaster(data: string, deadline: number): Promise<Postmaster | undefined> {
  for (;;) {
    const found = await findPostmaster(data);
    if (!found || found.status === 'ready') return found;
    if (Date.now() > deadline) throw new Error(`the PostgreSQL on ${data} is still ${found.status}`);
    await delay(POLL_MS);
  }
}

/**
 * PostgreSQL cannot start while postmaster.pid is unreadable or contains the pid of a living process, even if that is an
 * unrelated process or a zombie. Removing the file is safe: PostgreSQL also checks for processes attached to the shared
 * memory of this data folder.
 */
export async function removeStalePidFile(data: string): Promise<void> {
  let claim = await readClaim(data);
  if (claim && !claim.pid) {
    // Either it was emptied by a power cut, or a starting server is about to write its pid.
    await delay(HALF_WRITTEN_MS);
    claim = await readClaim(data);
  }
  if (!claim) return;
  const seen = claim.pid ? await inspectProcess(claim.pid) : undefined;
  const gone = claim.pid && !seen;
  if (gone || (seen && !seen.zombie && isServerOn(data, seen.command))) return;
  await rm(join(data, 'postmaster.pid'), { force: true });
}

/** The postmaster must have just been verified by `findPostmaster`. */
export async function stopPostmaster(postmaster: Postmaster, data: string): Promise<void> {
  signal(postmaster.pid, 'SIGINT');
  if (await waitUntilGone(postmaster.pid, postmaster.started, FAST_STOP_MS)) return;
  const still = await findPostmaster(data);
  if (still?.pid === postmaster.pid && still.started === postmaster.started) signal(postmaster.pid, 'SIGQUIT');
  if (await waitUntilGone(postmaster.pid, postmaster.started, IMMEDIATE_STOP_MS)) return;
  throw new Error(`the PostgreSQL on ${data} (process ${postmaster.pid}) does not stop`);
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It ended meanwhile.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

export async function logSince(path: string, offset: number): Promise<string> {
  return (await readFile(path)).subarray(offset).toString().trim();
}
