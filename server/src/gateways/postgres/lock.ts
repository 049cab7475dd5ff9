import { randomUUID } from 'node:crypto';
import { readlink, symlink, unlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../kit/error-code.ts';
import { inspectProcess, isRunning } from './processes.ts';

const POLL_MS = 25;
const LIMIT_MS = 120_000;

/**
 * Does `work` in one process at a time. The lock is a dangling symbolic link whose target identifies the holder: it is
 * created atomically with its content, so it always has an owner, and the lock of a dead owner is detected. It guards the
 * start of the database itself; otherwise use `kit/db/locks.ts`.
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const me = await inspectProcess(process.pid);
  if (!me) throw new Error('processes cannot be inspected on this system, so our lock would look abandoned');
  const name = [process.pid, me.started, randomUUID()].join('|');
  const deadline = Date.now() + LIMIT_MS;
  while (!(await take(path, name))) {
    const holder = await readHolder(path);
    if (holder !== undefined && !(await isHeld(holder))) {
      await breakLock(path, holder);
      continue;
    }
    if (Date.now() > deadline)
      throw new Error(`${path} has been held for too long by process ${holder?.split('|')[0]}`);
    await delay(POLL_MS);
  }
  try {
    return await work();
  } finally {
    await unlink(path);
  }
}

async function take(path: string, name: string): Promise<boolean> {
  try {
    await symlink(name, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function readHolder(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isHeld(holder: string): Promise<boolean> {
  const [pid = '', started = ''] = holder.split('|');
  return isRunning(Number(pid), started);
}

/**
 * Two processes may find the same dead holder, and the slower one must not remove the new lock of the faster one. So the
 * lock is removed under another lock, after a second check.
 */
function breakLock(path: string, holder: string): Promise<void> {
  return withLock(`${path}.breaking`, async () => {
    if ((await readHolder(path)) === holder) await unlink(path);
  });
}
