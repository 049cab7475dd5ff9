import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findPostmaster } from '../../src/gateways/postgres/postmaster.ts';
import { dataOf, newFolder } from '../../src/gateways/postgres/test-server.fixture.ts';
import { parseObject } from '../../src/kit/http/wire.fixture.ts';
import { newId } from '../../src/kit/id.ts';
import { testCount } from '../harness/long-form.ts';
import { bootstrap, get, killAll, type Service, signIn, start } from './launch.fixture.ts';

// A start takes a second, and much longer on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 15 * 60_000, hookTimeout: 120_000 });

/** The service with its own database, both killed in turn while coins are granted: an answer is a promise. */

const cleanUps: (() => Promise<void>)[] = [];
const rounds = testCount(2, { long: 10 });
const users = 6;
let folder: string;
let service: Service;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await newFolder(0o755, (cleanUp) => cleanUps.push(cleanUp));
  env = { DATA_DIR: dirname(folder), GRANTER_DAILY_LIMIT: '1000000000', ...bootstrap };
  service = await start(env);
});
afterAll(async () => {
  await killAll();
  for (const cleanUp of cleanUps) await cleanUp();
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function post(path: string, token: string, payload: object, key = newId()): Promise<Answer | undefined> {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': key,
    ...(token && { authorization: `Bearer ${token}` }),
  };
  try {
    const response = await fetch(`${service.base}/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(payload),
    });
    return { status: response.status, body: parseObject(await response.text()) };
  } catch {
    return undefined;
  }
}

const isReady = () =>
  get(`${service.base}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

async function kill(round: number): Promise<void> {
  if (round % 2 === 1) {
    await service.end('SIGKILL');
    service = await start(env);
    return;
  }
  const postmaster = await findPostmaster(await dataOf(folder));
  if (!postmaster) throw new Error('there is no database');
  process.kill(postmaster.pid, 'SIGKILL');
}

it('Every grant that was answered is there once, and one that was sent again until it was answered is not doubled', async () => {
  const token = await signIn(service.base, bootstrap.BOOTSTRAP_ADMIN_PASSWORD);
  const userIds: string[] = [];
  for (let n = 0; n < users; n++) {
    const registered = await post('/auth/register', '', {
      email: `${newId()}@example.com`,
      password: 'a quiet harbour',
    });
    const user = registered?.body.user;
    userIds.push(user !== null && typeof user === 'object' && 'id' in user ? String(user.id) : '');
  }
  let isOver = false;
  const granted = new Map(userIds.map((id) => [id, new Map<string, number>()]));
  const odd: Answer[] = [];
  const grantTo = async (userId: string): Promise<void> => {
    for (let amount = 1; !isOver; amount++) {
      const key = newId();
      // Sent again with its key until it is answered, as a client does.
      for (;;) {
        const grant = { amount, direction: 'grant', reason: 'apology' };
        const answer = await post(`/admin/users/${userId}/wallet/adjust`, token, grant, key);
        if (answer?.status === 200) {
          granted.get(userId)?.set(String(answer.body.eventId), amount);
          break;
        }
        if (answer && answer.status !== 503 && answer.body.error !== 'idempotency_in_progress') {
          odd.push(answer);
          return;
        }
        await sleep(50);
      }
    }
  };
  const countGranted = (): number => [...granted.values()].reduce((sum, { size }) => sum + size, 0);
  const granting = userIds.map(grantTo);
  for (let round = 0; round < rounds; round++) {
    const before = countGranted();
    await expect.poll(countGranted, { timeout: 120_000, interval: 20 }).toBeGreaterThan(before + 20);
    await kill(round);
    await expect.poll(isReady, { timeout: 120_000, interval: 100 }).toBe(true);
  }
  const last = countGranted();
  await expect.poll(countGranted, { timeout: 120_000, interval: 20 }).toBeGreaterThan(last);
  isOver = true;
  await Promise.all(granting);
  expect(odd).toEqual([]);
  for (const [userId, amounts] of granted) {
    const sum = [...amounts.values()].reduce((total, amount) => total + amount, 0);
    const { body } = await get(`${service.base}/v1/admin/users/${userId}`, token);
    expect(body.balanceBonus).toBe(sum);
    const { body: proof } = await get(`${service.base}/v1/admin/users/${userId}/ledger/proof`, token);
    expect(proof).toMatchObject({ holds: true, breaks: [] });
  }
});
