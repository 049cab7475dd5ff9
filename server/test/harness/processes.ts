import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { World } from './world.ts';

/** What the tests start: built before the first of them, because node takes ten times as long to start a source. */
export const service = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

type Name = 'decoder-process' | `${'job' | 'open' | 'provider' | 'push' | 'scheduler' | 'service'}-process.fixture`;

export const processOf = (name: Name): string => fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));

export interface StartedService {
  readonly base: string;
  readonly child: ChildProcess;
}

/** The service in a process of its own on the database of a world, once it listens. Who starts it ends it. */
export async function startService({ server, databaseName, folder, config }: World): Promise<StartedService> {
  const url = server.url('app', databaseName);
  const args = [processOf('service-process.fixture'), url, folder, JSON.stringify(config)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line]: unknown[] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { base: String(line).trim(), child };
}

/** The same for one test, with whose end it is killed. */
export async function startServiceOfTest(world: World): Promise<StartedService> {
  const started = await startService(world);
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
}
