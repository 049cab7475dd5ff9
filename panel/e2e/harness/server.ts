import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cardSettings } from './card-provider.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What the video provider signs with, so that a test can speak for it. */
export const mediaSecret = 'what the video provider signs with in the tests';

/** The real service on a throw-away database, as `npm start` would run it. */
export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

function runToEnd(command: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // The tests run with another NODE_ENV, by which the build would take React's slow and large half.
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = spawn(process.execPath, command, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command.join(' ')} failed:\n${output}`)),
    );
  });
}

/** Builds the server and the panel, so that what is tested is what is in the tree. */
export async function buildAll(): Promise<void> {
  await runToEnd(['scripts/build.mjs'], root);
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-panel-'));
  // The database may run as another user, who must be able to walk in.
  chmodSync(folder, 0o755);
  return folder;
}

const isReady = /is ready at (http:\/\/\S+)/;
const isComplete = /is ready at (http:\/\/\S+).*The demo is complete/s;

/** Runs the service on a folder, which stays when it is stopped. Answers once it has said what is waited for. */
async function serve(
  folder: string,
  env: Readonly<Record<string, string>>,
  waitedFor: RegExp = isReady,
): Promise<RunningServer> {
  const settings = {
    DATA_DIR: folder,
    DEMO_SIZE: 'small',
    PORT: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    MEDIA_WEBHOOK_SECRET: mediaSecret,
    ...(await cardSettings()),
  };
  const child = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return new Promise((resolve, reject) => {
    let output = '';
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const url = waitedFor.exec(output)?.[1];
      if (url) resolve({ url, stop });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('close', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
}

/** The data of a whole demo that nobody has used yet. To make it takes a server longer than to start with a copy of it. */
export async function makeDemo(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = makeFolder();
  const server = await serve(folder, { JOBS: 'off', ...env }, isComplete);
  await server.stop();
  return folder;
}

export async function startServer(
  env: Readonly<Record<string, string>> = {},
  demoFolder?: string,
): Promise<RunningServer> {
  const folder = makeFolder();
  // With its owners, who may be another user for the database.
  if (demoFolder) await promisify(execFile)('cp', ['-a', `${demoFolder}/.`, folder]);
  const { url, stop } = await serve(folder, env);
  return {
    url,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
