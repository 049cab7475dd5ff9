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

/** A server that runs on our data, told by its command line and not by its pid alone. */
export interface Postmaster {
  pid: number;
  started: string;
  port: number;
  /** PostgreSQL's own word: starting, ready, stopping. */
  status: string;
}

interface Claim {
  pid: number;
  port: number;
  status: string;
}

/** What postmaster.pid says, whoever the pid belongs to by now. */
async function readClaim(data: string): Promise<Claim | undefined> {
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

/** The server that runs on our data once it is ready; undefined when there is none, or it ended meanwhile. */
export async function awaitPostmaster(data: string, deadline: number): Promise<Postmaster | undefined> {
  for (;;) {
    const found = await findPostmaster(data);
    if (!found || found.status === 'ready') return found;
    if (Date.now() > deadline) throw new Error(`the PostgreSQL on ${data} is still ${found.status}`);
    await delay(POLL_MS);
  }
}

/**
 * PostgreSQL cannot start while postmaster.pid is unreadable or names a process that lives, be it a stranger who was
 * given the pid since or a zombie that nobody collects. We know better than kill(0) who that is. Removing the file is
 * safe: PostgreSQL also looks for processes attached to the shared memory of this data folder, and refuses then.
 */
export async function removeStalePidFile(data: string): Promise<void> {
  let claim = await readClaim(data);
  if (claim && !claim.pid) {
    // Either a power cut emptied it, or a server of somebody killed just now is about to write its pid.
    await delay(HALF_WRITTEN_MS);
    claim = await readClaim(data);
  }
  if (!claim) return;
  const seen = claim.pid ? await inspectProcess(claim.pid) : undefined;
  const gone = claim.pid && !seen;
  if (gone || (seen && !seen.zombie && isServerOn(data, seen.command))) return;
  await rm(join(data, 'postmaster.pid'), { force: true });
}

/** Only ever given a pid that findPostmaster has just verified. */
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
    // It ended by itself between the look and the signal.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

export async function logSince(path: string, offset: number): Promise<string> {
  return (await readFile(path)).subarray(offset).toString().trim();
}
