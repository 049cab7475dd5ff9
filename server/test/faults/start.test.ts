import { Agent } from 'node:http';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findPostmaster } from '../../src/gateways/postgres/postmaster.ts';
import { dataOf, newFolder } from '../../src/gateways/postgres/test-server.fixture.ts';
import { bootstrap, get, killAll, post, type Service, signIn, start, startExpectingExit } from './launch.fixture.ts';

// A start takes a second, and much longer on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The service by itself, with the database that it brings along. The tests are one story and run in this order. */

const password = bootstrap.BOOTSTRAP_ADMIN_PASSWORD;
let folder: string;
let service: Service;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await newFolder(0o755, (cleanUp) => cleanUps.push(cleanUp));
});
afterAll(async () => {
  await killAll();
  for (const cleanUp of cleanUps) await cleanUp();
});
const inFolder = () => ({ DATA_DIR: dirname(folder) });
const postmaster = async () => findPostmaster(await dataOf(folder));

describe('the service on a machine that has nothing', () => {
  it('is ready when it says so', async () => {
    service = await start({ ...inFolder(), ...bootstrap });
    expect(service.output()).toContain('created the first superadmin, first@example.com');
    expect(await get(`${service.base}/readyz`)).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect(await postmaster()).toBeDefined();
  });

  it('lets the first superadmin of the environment in, who need not choose another password', async () => {
    const token = await signIn(service.base, password);
    const me = await get(`${service.base}/v1/admin/admins/me`, token);
    expect(me).toMatchObject({ status: 200, body: { email: 'first@example.com', must_reset_password: false } });
    const role = { name: 'kept through everything', description: '', permissions: [] };
    expect((await post(new Agent(), `${service.base}/v1/admin/roles`, token, role)).status).toBe(201);
  });

  it('runs its five jobs by itself', async () => {
    const token = await signIn(service.base, password);
    const jobs = async () => (await get(`${service.base}/v1/admin/cron`, token)).body;
    const succeeded = expect.arrayContaining([expect.objectContaining({ outcome: 'succeeded' })]);
    const ran = { items: Array.from({ length: 5 }, () => ({ runs: succeeded })) };
    await expect.poll(jobs, { timeout: 100_000, interval: 500 }).toMatchObject(ran);
  });

  it('killed without warning, comes back with its data and does not make the superadmin anew', async () => {
    const { signal } = await service.end('SIGKILL');
    expect(signal).toBe('SIGKILL');
    service = await start({ ...inFolder(), ...bootstrap, BOOTSTRAP_ADMIN_PASSWORD: 'another lantern on the pier' });
    expect(service.output()).not.toContain('superadmin');
    expect(service.output()).not.toContain('migrated');
    expect(await signIn(service.base, 'another lantern on the pier')).toBe('invalid_credentials');
    const roles = await get(`${service.base}/v1/admin/roles`, await signIn(service.base, password));
    expect(JSON.stringify(roles.body)).toContain('kept through everything');
  });

  it('asked to stop, does so in peace and takes its database along', async () => {
    const { code, errors } = await service.end('SIGTERM');
    expect([code, errors]).toEqual([0, '']);
    expect(await postmaster()).toBeUndefined();
  });
});

it('a bad variable stops the start with one line that names it, and nothing is begun', async () => {
  const ended = await startExpectingExit({ ...inFolder(), PORT: 'http' });
  expect(ended).toMatchObject({ code: 1, output: '', errors: 'PORT must be a whole number from 0 to 65535\n' });
  expect(await postmaster()).toBeUndefined();
});
