import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { newId } from '../../src/kit/id.ts';
import { makeAdminActor } from '../harness/actor.ts';
import { makeEpisode } from '../harness/catalog.ts';
import { testCount } from '../harness/long-form.ts';
import { moneyViolations } from '../harness/money-rules.ts';
import { makePackage } from '../harness/payments.ts';
import { startServiceForTest } from '../harness/processes.ts';
import { makePromo } from '../harness/promos.ts';
import { giveCoins, makeViewer, type Viewer } from '../harness/viewer.ts';
import { openTransactions } from '../harness/waiting.ts';
import { openWorld } from '../harness/world.ts';

vi.setConfig({ testTimeout: 5 * 60_000 });

/** A table that someone else has locked, as a stuck migration or an operator's psql would. */

const world = await openWorld();
const support = await makeAdminActor(world, 'support');
const finance = await makeAdminActor(world, 'finance');
const episode = await makeEpisode(world, 'published');
const promo = await makePromo(finance);
const pack = await makePackage(world);

/** How long a request may take at most. */
const longestRequestMs = 5_000;
/** When its answer has arrived at the latest on a machine whose cores are busy with other tests. */
const longestAnswerMs = 2 * longestRequestMs;

interface Attempt {
  readonly name: string;
  readonly userId: string;
  readonly token: string;
  readonly path: string;
  readonly body: object;
}

interface Answered extends Attempt {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly ms: number;
}

async function send(base: string, attempt: Attempt): Promise<Answered> {
  const headers = {
    authorization: `Bearer ${attempt.token}`,
    'content-type': 'application/json',
    'idempotency-key': newId(),
  };
  const init = { method: 'POST', headers, body: JSON.stringify(attempt.body) };
  const sentAt = performance.now();
  const response = await fetch(`${base}/v1${attempt.path}`, init);
  await response.arrayBuffer();
  const ms = performance.now() - sentAt;
  return { ...attempt, status: response.status, retryAfter: response.headers.get('retry-after'), ms };
}

const labelOf = ({ name, status }: Answered): string => `${name} ${status}`;

async function viewers(count: number): Promise<Viewer[]> {
  const made = await Promise.all(Array.from({ length: count }, () => makeViewer(world)));
  for (const { id } of made) await giveCoins(world, id, { paid: 50 });
  return made;
}

const byViewer =
  (name: string, path: string, body: object) =>
  (viewer: Viewer): Attempt => ({
    name,
    userId: viewer.id,
    token: viewer.token,
    path,
    body,
  });
const unlocking = byViewer('unlock', `/episodes/${episode}/unlock`, {});
const redeeming = byViewer('redeem', '/promos/redeem', { code: promo.code });
const purchasing = byViewer('purchase', '/store/purchases', { sku: pack.sku, rail: 'ios_store' });
const adjusting = ({ id }: Viewer): Attempt => ({
  name: 'adjust',
  userId: id,
  token: support.token,
  path: `/admin/users/${id}/wallet/adjust`,
  body: { amount: 5, direction: 'grant', reason: 'apology_locked_table' },
});

const effectSql: Readonly<Record<string, string>> = {
  unlock: 'select 1 from unlocks where user_id = $1',
  redeem: 'select 1 from promo_redemptions where user_id = $1',
  purchase: 'select 1 from transactions where user_id = $1',
  adjust: `select 1 from ledger.events where user_id = $1 and reason = 'apology_locked_table'`,
};
const hasEffect = async ({ name, userId }: Attempt): Promise<boolean> =>
  ((await world.database.pool.query(effectSql[name] ?? '', [userId])).rowCount ?? 0) > 0;

interface WhileLocked<T> {
  readonly result: T;
  /** The longest time that a statement was seen waiting for the lock. */
  readonly longestWaitMs: number;
}

/**
 * Does `work` while the tables can be neither read nor written. How long statements wait is measured by the clock of the
 * database: how long an answer takes to arrive depends on what else the machine does.
 */
async function whileLocked<T>(tables: string, work: () => Promise<T>): Promise<WhileLocked<T>> {
  const [holder, observer] = [superuser(), superuser()];
  await Promise.all([holder.connect(), observer.connect()]);
  let longestWaitMs = 0;
  try {
    await holder.query(`begin; lock table ${tables} in access exclusive mode`);
    let isOver = false;
    const working = work().finally(() => {
      isOver = true;
    });
    working.catch(() => undefined);
    while (!isOver) {
      longestWaitMs = Math.max(longestWaitMs, await longestWait(observer));
      await sleep(20);
    }
    return { result: await working, longestWaitMs };
  } finally {
    await holder.query('rollback');
    await Promise.all([holder.end(), observer.end()]);
  }
}

const superuser = () => new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });

async function longestWait(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ ms: number }>(
    `select coalesce(max(extract(epoch from clock_timestamp() - query_start) * 1000), 0)::integer as ms
     from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.ms ?? 0;
}

it.each(['ledger.entries, transactions', 'unlocks, promo_redemptions, transactions, ledger.events', 'users'])(
  'while %s is locked every change is answered 503 in time, and none of them happens afterwards',
  async (tables) => {
    const service = await startServiceForTest(world, 'usual');
    const count = testCount(6, { long: 20 });
    const attempts = [
      ...(await viewers(60)).map(unlocking),
      ...(await viewers(count)).map(redeeming),
      ...(await viewers(count)).map(purchasing),
      ...(await viewers(count)).map(adjusting),
    ];
    // The first request of a process opens its connections.
    await fetch(`${service.base}/v1/wallet`, { headers: { authorization: `Bearer ${attempts[0]?.token}` } });
    const { result: answers, longestWaitMs } = await whileLocked(tables, () =>
      Promise.all(attempts.map((one) => send(service.base, one))),
    );
    expect(answers.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null).map(labelOf)).toEqual([]);
    expect(longestWaitMs).toBeGreaterThan(0);
    expect(longestWaitMs).toBeLessThan(longestRequestMs);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(longestAnswerMs);
    // What was still waiting would be done now.
    await sleep(1_000);
    await expect.poll(() => openTransactions(world), { timeout: 30_000 }).toBe(0);
    const done: string[] = [];
    for (const one of answers) if (await hasEffect(one)) done.push(one.name);
    expect(done).toEqual([]);
    // And the same changes are done now that the tables are free.
    const again: Answered[] = [];
    for (const one of attempts) again.push(await send(service.base, one));
    expect(again.filter(({ status }) => status >= 300).map(labelOf)).toEqual([]);
    expect(await moneyViolations(world)).toEqual([]);
  },
);
