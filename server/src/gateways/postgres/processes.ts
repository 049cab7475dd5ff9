import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode } from '../../kit/error-code.ts';

const run = promisify(execFile);

const GONE_POLL_MS = 20;

export interface ProcessInfo {
  /** A dead process that its parent has not reaped, for which kill(0) still succeeds. */
  zombie: boolean;
  /** Identifies a process together with its pid, which may be reused. */
  started: string;
  command: string;
}

async function inspectInProc(pid: number): Promise<ProcessInfo | undefined> {
  try {
    const [stat, command, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The second field is the program's name in brackets and may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = '', ticks = ''] = [fields[0], fields[19]];
    return {
      zombie: state === 'Z' || state === 'X',
      started: `${boot.trim()} ${ticks}`,
      command: command.split('\0').join(' ').trimEnd(),
    };
  } catch (error) {
    // The process does not exist or ended between two reads. Other errors must not look like that.
    if (['ENOENT', 'ESRCH'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** For systems without /proc. Exported because the tests run it on Linux too. */
export async function inspectWithPs(pid: number): Promise<ProcessInfo | undefined> {
  try {
    const { stdout } = await run('ps', ['-ww', '-o', 'stat=', '-o', 'lstart=', '-o', 'command=', '-p', String(pid)], {
      env: { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' },
    });
    const parts = /^\s*(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s*(.*)$/m.exec(stdout);
    if (!parts) return undefined;
    const [, state = '', started = '', command = ''] = parts;
    return { zombie: state.startsWith('Z'), started, command: command.trimEnd() };
  } catch (error) {
    // ps reports a missing process by an exit code, which is a number; a missing ps has a named code.
    if (errorCode(error) === undefined) return undefined;
    throw error;
  }
}

export function inspectProcess(pid: number): Promise<ProcessInfo | undefined> {
  return process.platform === 'linux' ? inspectInProc(pid) : inspectWithPs(pid);
}

/** Whether the process with this pid and start is still running. */
export async function isRunning(pid: number, started: string): Promise<boolean> {
  const seen = await inspectProcess(pid);
  return seen !== undefined && !seen.zombie && seen.started === started;
}

export async function waitUntilGone(pid: number, started: string, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (await isRunning(pid, started)) {
    if (Date.now() > deadline) return false;
    await delay(GONE_POLL_MS);
  }
  return true;
}
