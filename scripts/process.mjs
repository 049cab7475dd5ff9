/** What every script here needs: the repository's root, a way to run a program, and a way to stop with one sentence. */
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The scripts stand one level below the root, wherever the repository was put. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A failure that was foreseen: its message is the whole explanation, so no stack is shown. */
export class Fault extends Error {}

/**
 * Runs a program in the root and keeps what it prints, so that a run that goes well is quiet.
 * Colours are switched off, because the output is read later, often in a log.
 */
export function capture(command, args, options = {}) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...options.env };
  return new Promise((resolve) => {
    const { yielding = false, ...rest } = options;
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...rest, env });
    if (yielding) yieldToOthers(child);
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: `${command} could not be started: ${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

/** At once, before it makes threads, which take over its priority. */
function yieldToOthers({ pid }) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system does not allow it: then it is as quick as the rest.
  }
}

/** Runs a program in the root with our own terminal, for what people watch while it runs. */
export function show(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Seconds since a moment of `performance.now()`, as people write them. */
export function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** Runs `main` when the file is the program itself rather than an import of another one. */
export async function whenRun(moduleUrl, main) {
  const program = process.argv[1];
  if (program === undefined || realpathSync(program) !== fileURLToPath(moduleUrl)) return;
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
