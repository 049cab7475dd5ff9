/**
 * One process at a time, by a folder: making a folder is atomic everywhere, network drives included. Whoever holds it
 * may be killed, so a lock whose owner is gone is broken; and since two may find it stale at once, breaking has a lock
 * of its own, under which the verdict is reached again.
 *
 * It is apart from the lock of the embedded database because it guards the install, before which nothing of the server
 * can be loaded, and because machines that share a drive may build at once. What has a database uses its locks.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 150;
/** Between making the folder and signing it, a lock has no owner yet; no process takes this long. */
const UNSIGNED_MS = 10_000;
/** Past this age a living process id proves nothing: the number may have been given to another program. */
const ABANDONED_MS = 20 * 60_000;

function tryMake(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function ageMs(folder) {
  try {
    return Date.now() - statSync(folder).mtimeMs;
  } catch {
    return 0;
  }
}

function ownerOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'owner'), 'utf8'));
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function isStale(folder) {
  const age = ageMs(folder);
  if (age > ABANDONED_MS) return true;
  const owner = ownerOf(folder);
  if (owner === undefined) return age > UNSIGNED_MS;
  return owner.host === hostname() && !isAlive(owner.pid);
}

function breakStale(folder) {
  const breaking = `${folder}.breaking`;
  if (!tryMake(breaking)) {
    if (ageMs(breaking) > UNSIGNED_MS) rmSync(breaking, { recursive: true, force: true });
    return;
  }
  if (isStale(folder)) rmSync(folder, { recursive: true, force: true });
  rmSync(breaking, { recursive: true, force: true });
}

/** Runs `work` while holding the lock at `folder`; `onWait` is called once when another process holds it. */
export async function withLock(folder, onWait, work) {
  mkdirSync(dirname(folder), { recursive: true });
  for (let waits = 0; !tryMake(folder); waits += 1) {
    if (isStale(folder)) breakStale(folder);
    else {
      if (waits === 0) onWait();
      await delay(POLL_MS);
    }
  }
  try {
    writeFileSync(join(folder, 'owner'), JSON.stringify({ pid: process.pid, host: hostname() }));
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
