import { spawn, spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** Runs a command of the machine within bounds: for so long, behind everyone else, and with nothing that we know. */

/** Where the machine has a command of that name, if it has one. */
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
  /** Null: it was ended, or never began. */
  readonly code: number | null;
  /** The end of what it complained about. */
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

/** Whoever is answered comes before whoever waits for a video. It may be gone already. */
export function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
}
