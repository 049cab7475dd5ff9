import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Servers under measurement are processes of their own, as they are in life. */
export interface StartedServer {
  port: number;
  stop(): Promise<void>;
}

export const root = fileURLToPath(new URL('..', import.meta.url));

async function firstPort(child: ChildProcess, pattern: RegExp): Promise<number> {
  if (!child.stdout) throw new Error('the process has no output');
  for await (const line of createInterface(child.stdout)) {
    const port = pattern.exec(line)?.[1];
    if (port) return Number(port);
  }
  throw new Error('the process ended before it was ready');
}

async function served(child: ChildProcess, pattern: RegExp): Promise<StartedServer> {
  const port = await firstPort(child, pattern);
  child.stdout?.resume();
  const ended = once(child, 'exit');
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The limit: nothing but the same bytes over node:http. */
export function startBareServer(body: string | Buffer): Promise<StartedServer> {
  const script = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(body);
  return served(child, /^(\d+)$/);
}

/** The limit: nothing but writing what comes to one file. */
export function startBareUpload(path: string): Promise<StartedServer> {
  const script = fileURLToPath(new URL('bare-upload.ts', import.meta.url));
  const args = ['--import', 'tsx', script, path];
  return served(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }), /^(\d+)$/);
}

/** The service as `npm run serve` runs it, on a data folder. */
export async function startService(env: Record<string, string>): Promise<StartedServer> {
  const manifest = await readFile(join(root, 'package.json'), 'utf8');
  const args = /"serve": "exec node ([^"]+)"/.exec(manifest)?.[1]?.split(' ');
  if (!args) throw new Error('package.json does not say how the service is run');
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'error', JOBS: 'off', RATE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return served(child, /ready at http:\/\/[^:]+:(\d+)/);
}
