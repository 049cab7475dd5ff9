import { Agent } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, openEmbedded } from '../../src/gateways/postgres/embedded.ts';
import { newFolderWithCluster } from '../../src/gateways/postgres/test-server.fixture.ts';
import { testCount } from '../harness/long-form.ts';
import { bootstrap, get, killAll, post, type Service, signIn, start, startExpectingExit } from './launch.fixture.ts';

// A start takes a second, and much longer on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Several processes on a database that someone else runs, and a stop of one under load. */

let server: EmbeddedPostgres;
let url: string;
let env: Record<string, string>;
let services: Service[];
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const folder = await newFolderWithCluster((cleanUp) => cleanUps.push(cleanUp));
  server = await openEmbedded({ folder, log: () => {} });
  await server.createDatabase('outside');
  url = server.url('superuser', 'outside');
  env = { DATABASE_URL: url, DATA_DIR: join(dirname(folder), 'processes'), ...bootstrap };
});
afterAll(async () => {
  await killAll();
  await server.close();
  for (const cleanUp of cleanUps) await cleanUp();
});

async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('processes that start at once on one empty database', () => {
  it('all become ready, and what is made once is made once', async () => {
    services = await Promise.all(Array.from({ length: testCount(2, { long: 3 }) }, () => start(env)));
    const ready = await Promise.all(services.map(({ base }) => get(`${base}/readyz`)));
    expect(ready.map(({ status }) => status)).toEqual(services.map(() => 200));
    expect(services.filter(({ output }) => output().includes('migrated the database'))).toHaveLength(1);
    expect(services.filter(({ output }) => output().includes('created the first superadmin'))).toHaveLength(1);
    expect(await ask('select email from admins')).toEqual([{ email: 'first@example.com' }]);
  });

  it('know each other’s sign-ins', async () => {
    const [first, ...others] = services;
    const token = await signIn(first?.base ?? '', bootstrap.BOOTSTRAP_ADMIN_PASSWORD);
    const answers = await Promise.all(others.map(({ base }) => get(`${base}/v1/admin/admins/me`, token)));
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
  });

  it('leave one by one without disturbing the rest', async () => {
    const [stays, ...leaving] = services;
    const ended = await Promise.all(leaving.map((service) => service.end('SIGTERM')));
    expect(ended.map(({ code, errors }) => [code, errors])).toEqual(leaving.map(() => [0, '']));
    expect((await get(`${stays?.base}/readyz`)).status).toBe(200);
  });
});

interface Load {
  isStopping: boolean;
  acknowledged: string[];
  /** Told to come again before the stop. */
  putOff: number;
  /** What was answered otherwise, or failed though its connection was in use. */
  faults: string[];
}

/** A client that keeps its connection and makes one role after the other until nobody is there any more. */
async function client(base: string, token: string, number: number, load: Load): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let count = 0; ; count++) {
    const name = `role ${number}-${count}`;
    // A connection that rests is the one that a stop could cut just when its next request comes.
    await sleep(testCount(25, { long: 0 }) * (1 + (number % 10)));
    try {
      const answer = await post(agent, `${base}/v1/admin/roles`, token, { name, description: '', permissions: [] });
      if (answer.status === 201) load.acknowledged.push(name);
      // Before the stop a machine that stands still for seconds may have some told to come again.
      else if (answer.status === 503 && !load.isStopping) load.putOff++;
      else load.faults.push(`${answer.status} ${answer.text}`);
    } catch (error) {
      const refused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
      if (!refused) load.faults.push(String(error));
      return agent.destroy();
    }
  }
}

it('asked to stop under load, it answers every request that it took, does no other, and leaves in peace', async () => {
  const [service] = services;
  if (!service) throw new Error('one of them stays');
  const token = await signIn(service.base, bootstrap.BOOTSTRAP_ADMIN_PASSWORD);
  const load: Load = { isStopping: false, acknowledged: [], putOff: 0, faults: [] };
  const clients = Array.from({ length: testCount(20, { long: 50 }) }, (_, number) =>
    client(service.base, token, number, load),
  );
  await expect.poll(() => load.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(50);
  const before = load.acknowledged.length;
  load.isStopping = true;
  const { code, errors } = await service.end('SIGTERM');
  await Promise.all(clients);
  expect([code, errors]).toEqual([0, '']);
  expect(load.acknowledged.length).toBeGreaterThan(before);
  expect(load.putOff).toBeLessThan(before);
  const created = await ask<{ name: string }>(`select name from roles where name like 'role %' and not is_system`);
  expect(created.map(({ name }) => name).toSorted()).toEqual(load.acknowledged.toSorted());
  expect(load.faults).toEqual([]);
});

it('With DRAIN_DELAY_S it takes new connections for so long after SIGTERM, while /readyz says that it stops', async () => {
  const service = await start({ ...env, DRAIN_DELAY_S: '4' });
  const stopped = service.end('SIGTERM');
  await expect.poll(async () => (await get(`${service.base}/readyz`)).status).toBe(503);
  await sleep(2_500);
  const answers = [await get(`${service.base}/readyz`), await get(`${service.base}/v1/flags`)];
  expect(answers.map(({ status }) => status)).toEqual([503, 200]);
  expect(await stopped).toMatchObject({ code: 0, errors: '' });
});

describe('a release that is started again while a newer one is being rolled out', () => {
  let service: Service;
  const migratedByNewer = (compatibleWith: string) =>
    ask(`insert into schema_migrations (name, checksum, compatible_with) values ('9999_newer.sql', '', ${compatibleWith})
      on conflict (name) do update set compatible_with = excluded.compatible_with`);

  beforeAll(async () => {
    // As if no housekeeping had been done yet in these five minutes, and none can be done now.
    await ask(`delete from job_runs where job = 'housekeeping'`);
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin; lock table sign_in_failures in access exclusive mode');
    return () => holder.end();
  });

  it('starts where the newer migrations let it, and says so', async () => {
    await migratedByNewer(`'0001'`);
    service = await start({ ...env, LOG_LEVEL: 'warn' });
    expect(service.output()).toContain('migrated by a newer version (9999_newer.sql) that is compatible with this one');
    expect((await get(`${service.base}/readyz`)).status).toBe(200);
  });

  it('asked to stop while a job waits for a lock, cuts the job off, says so and leaves', async () => {
    const waiting = async () =>
      (await ask(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%sign_in_failures%'`))
        .length;
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
    const { code, errors, output } = await service.end('SIGTERM');
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain('cancelling their statements');
    const runs = await ask(`select outcome from job_runs where job = 'housekeeping' order by started_at desc limit 1`);
    // A process that has no time left to write it down leaves that to the next one.
    expect(runs).toEqual([{ outcome: expect.toBeOneOf(['abandoned', 'running']) }]);
  });

  it('does not start where they do not, and says why', async () => {
    await migratedByNewer('null');
    const { code, errors } = await startExpectingExit(env);
    expect(code).toBe(1);
    expect(errors).toContain(
      'migrations: the database has 9999_newer.sql, which this version does not know: start a newer version\n',
    );
  });
});
