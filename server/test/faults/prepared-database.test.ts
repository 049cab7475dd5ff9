import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { findPostmaster } from '../../src/gateways/postgres/postmaster.ts';
import { dataOf, newFolder } from '../../src/gateways/postgres/test-server.fixture.ts';
import { get, killAll, start } from './launch.fixture.ts';

/** `npm start` has the database made while it builds the server. */

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
const cleanUps: (() => Promise<void>)[] = [];
beforeAll(async () => {
  folder = await newFolder(0o755, (cleanUp) => cleanUps.push(cleanUp));
});
afterEach(killAll);
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});
const postmaster = async () => findPostmaster(await dataOf(folder));

const program = fileURLToPath(new URL('../../src/prepare-database.ts', import.meta.url));

/** The process that makes the database, once that is so far, or the process has ended. */
async function prepare(env: Record<string, string>, isFarEnough: (output: string) => unknown = () => false) {
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await vi.waitUntil(async () => child.exitCode !== null || (await isFarEnough(output)), { timeout: 60_000 });
  return {
    /** Asked as a terminal asks everyone, it waits for who started it. */
    interrupt: () => child.kill('SIGINT'),
    async leave() {
      child.stdin.end();
      await ended;
      return child.exitCode;
    },
  };
}

it('The service takes over a database that was made for it, which stays when its maker leaves', async () => {
  const env = { DATA_DIR: dirname(folder) };
  const maker = await prepare(env, (output) => output.includes('migrated the database'));
  const service = await start(env);
  expect(service.output()).not.toContain('migrated');
  expect(await maker.leave()).toBe(0);
  expect(await get(`${service.base}/readyz`)).toMatchObject({ status: 200 });
  await service.end('SIGTERM');
  expect(await postmaster()).toBeUndefined();
});

it('Where no service comes, the maker stops the database as it leaves', async () => {
  const maker = await prepare({ DATA_DIR: dirname(folder) }, postmaster);
  maker.interrupt();
  expect(await postmaster()).toBeDefined();
  expect(await maker.leave()).toBe(0);
  expect(await postmaster()).toBeUndefined();
});

it('Nothing is made where a bad variable stops the service, or the database is another’s', async () => {
  const folder = await newFolder();
  for (const [name, value, code] of [
    ['PORT', 'http', 1],
    ['DATABASE_URL', 'postgres://127.0.0.1:9/none', 0],
  ] as const) {
    const maker = await prepare({ DATA_DIR: dirname(folder), [name]: value });
    expect(await maker.leave()).toBe(code);
  }
  expect(await findPostmaster(await dataOf(folder))).toBeUndefined();
});
