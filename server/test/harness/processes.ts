import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { World } from './world.ts';

/** What the tests start: built before the first of them, because node takes ten times as long to start a source. */
export const service = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

type Name =
  | 'decoder-process'
  | `${'config' | 'job' | 'lease' | 'migrate' | 'open' | 'provider' | 'push' | 'scheduler' | 'service'}-process.fixture`;

export const processPath = (name: Name): string => fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));

export interface StartedService {
  readonly base: string;
  readonly child: ChildProcess;
}

/** What a process says first. One that ends without a word is not waited for. */
export function firstOutput(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => reject(new Error(`the process ended with ${signal ?? code} before a word`)));
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
  });
}

/** How long the service waits for the database: as in production, or for as long as a busy machine may need. */
export type ServiceLimits = 'usual' | 'generous';

/** The service in a process of its own on the database of a world, once it listens. The caller ends it. */
export async function startService(
  { server, databaseName, files, config }: World,
  limits: ServiceLimits = 'generous',
): Promise<StartedService> {
  const url = server.url('app', databaseName);
  const args = [processPath('service-process.fixture'), url, JSON.stringify(files), JSON.stringify(config), limits];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { base: await firstOutput(child), child };
}

/** The same for one test, with whose end it is killed. */
export async function startServiceForTest(world: World, limits?: ServiceLimits): Promise<StartedService> {
  const started = await startService(world, limits);
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
}
