import { spawn, spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** Runs a system command with a timeout, low priority and an empty environment. */

/** The path of an installed command. */
export function findCommand(name: string): string | undefined {
  const { status, stdout } = spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

export interface Bounds {
  readonly folder: string;
  readonly maxMs: number;
  readonly signal: AbortSignal;
}

export interface CommandResult {
  /** Null if it was killed or could not be started. */
  readonly code: number | null;
  /** The end of its error output. */
  readonly stderr: string;
}

const maxStderr = 2_000;

export function runWithin(
  command: string,
  args: readonly string[],
  { folder, maxMs, signal }: Bounds,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    let stderr = '';
    const child = spawn(command, args, {
      cwd: folder,
      env: {},
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
      timeout: maxMs,
      killSignal: 'SIGKILL',
    });
    lowerPriority(child.pid);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = `${stderr}${text}`.slice(-maxStderr);
    });
    child.on('error', (error) => {
      stderr = `${stderr}${error.message}`;
      if (child.pid === undefined) resolve({ code: null, stderr });
    });
    child.on('close', (code) => resolve({ code, stderr }));
  });
}

/** Requests take precedence over background work. The process may have ended already. */
export function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
}
