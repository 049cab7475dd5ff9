import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { completePurchase, type MadePromo, makePromo, promoViolations } from '../../../test/harness/promos.ts';
import { ledgerViolations, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { countLockWaiters } from '../../../test/harness/waiting.ts';
import { openWorld, type World } from '../../../test/harness/world.ts';

/** Redemptions that race with each other, with edits and with purchases, in three processes on one database. */

const world = await openWorld();
const processes = [world, world.another(), world.another()];
const finance = await makeAdminActor(world, 'finance');

interface Body {
  balanceTotal: number;
  error?: string;
}

async function redeem(by: World, { token }: Viewer, code: string): Promise<Body> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await by.app.inject({ method: 'POST', url: '/v1/promos/redeem', headers, payload: { code } });
  return answer.json<Body>();
}

const at = (n: number): World => processes[n % processes.length] ?? world;
const count = (answers: readonly Body[], error?: string): number => answers.filter((one) => one.error === error).length;
const viewers = (number: number): Promise<Viewer[]> =>
  Promise.all(Array.from({ length: number }, () => makeViewer(world)));
const spent = async (code: string): Promise<number> =>
  (await finance.get<{ spent_coins: number }>(`/admin/promos/${code}`)).body.spent_coins;

/** Runs `work` while another transaction has locked a promo. */
async function whileHeld<T>(code: string, work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from promos where code = $1 for no key update', [code]);
    return await work();
  } finally {
    await holder.query('commit');
    await holder.end();
  }
}
const someWait = async (least: number) => {
  await expect.poll(() => countLockWaiters(world)).toBeGreaterThanOrEqual(least);
};

describe('concurrently', () => {
  it('fifty users with a budget for ten: ten get the coins', async () => {
    const { code } = await makePromo(finance, { budgetCoins: 540 });
    const racers = await viewers(50);
    const answers = await Promise.all(racers.map((viewer, n) => redeem(at(n), viewer, code)));
    expect([count(answers), count(answers, 'promo_budget_exhausted')]).toEqual([10, 40]);
    expect(await spent(code)).toBe(500);
  });

  it('fifty redemptions of one user with three uses: three succeed', async () => {
    const [viewer] = await viewers(1);
    const { code } = await makePromo(finance, { config: { amount: 5, max_uses_per_user: 3 } });
    if (!viewer) throw new Error('nobody is there');
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => redeem(at(n), viewer, code)));
    expect([count(answers), count(answers, 'promo_max_uses_reached')]).toEqual([3, 47]);
    expect(await spent(code)).toBe(15);
  });

  it('redemptions of several promos are independent', async () => {
    const racers = await viewers(30);
    const promos = await Promise.all([100, 200, 300].map((budgetCoins) => makePromo(finance, { budgetCoins })));
    const codes = racers.map((_, n) => promos[Math.floor(n / 3) % 3]?.code ?? '');
    const answers = await Promise.all(racers.map((viewer, n) => redeem(at(n), viewer, codes[n] ?? '')));
    expect(count(answers)).toBe(2 + 4 + 6);
    for (const [n, { code }] of promos.entries()) expect(await spent(code)).toBe((n + 1) * 100);
  });

  it('a lowered budget is not exceeded', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, code } = await makePromo(finance, { budgetCoins: 1000 });
      const racers = await viewers(15);
      const [answers, lowered] = await Promise.all([
        Promise.all(racers.map((viewer, n) => redeem(at(n), viewer, code))),
        finance.put<{ spent_coins: number }>(`/admin/promos/${id}`, { budgetCoins: 300 }),
      ]);
      const given = count(answers) * 50;
      expect(await spent(code)).toBe(given);
      // The budget cannot be reduced below what is spent.
      expect(lowered.status === 200).toBe(given <= 300);
    }
  });

  it('a deleted promo is redeemed before or not at all', async () => {
    const { id, code } = await makePromo(finance);
    const racers = await viewers(15);
    const [answers] = await Promise.all([
      Promise.all(racers.map((viewer, n) => redeem(at(n), viewer, code))),
      finance.delete(`/admin/promos/${id}`),
    ]);
    expect(count(answers) + count(answers, 'promo_not_found')).toBe(15);
  });

  it('twenty purchases and twenty redemptions do not exceed the budget of a multiplier', async () => {
    const { code } = await makePromo(finance, {
      type: 'bonus_multiplier',
      config: { multiplier: 2, max_uses_per_user: 2 },
      budgetCoins: 1030,
    });
    const racers = await viewers(20);
    for (const viewer of racers) expect((await redeem(world, viewer, code)).error).toBeUndefined();
    const [used] = await Promise.all([
      Promise.all(racers.map(({ id }, n) => completePurchase(at(n), id, 100))),
      Promise.all(racers.map((viewer, n) => redeem(at(n), viewer, code))),
    ]);
    const given = used.map((one) => one?.coins ?? -1).sort((a, b) => a - b);
    expect(given).toEqual([...Array(9).fill(0), 30, ...Array(10).fill(100)]);
    expect(await spent(code)).toBe(1030);
  });

  it('purchases of one user use each multiplier once, oldest first', async () => {
    const [viewer] = await viewers(1);
    if (!viewer) throw new Error('nobody is there');
    const config = { multiplier: 1.5, max_uses_per_user: 1 };
    const promos: MadePromo[] = [];
    for (let n = 0; n < 3; n++) promos.push(await makePromo(finance, { type: 'bonus_multiplier', config }));
    for (const { code } of promos) expect((await redeem(world, viewer, code)).error).toBeUndefined();
    const used = await Promise.all(Array.from({ length: 5 }, (_, n) => completePurchase(at(n), viewer.id, 100)));
    const done = used.flatMap((one) => one ?? []);
    expect(done.map(({ promoId }) => promoId).sort()).toEqual(promos.map(({ id }) => id).sort());
    expect(done.map(({ coins }) => coins)).toEqual([50, 50, 50]);
  });
});

describe('a promo locked by another transaction', () => {
  it('does not delay redemptions of others, and is redeemed in the end', async () => {
    const [first, second] = [await makePromo(finance), await makePromo(finance)];
    const [one, other] = await viewers(2);
    if (!one || !other) throw new Error('nobody is there');
    const { answer } = await whileHeld(first.code, async () => {
      const asked = redeem(world, one, first.code);
      await someWait(1);
      expect((await redeem(world, other, second.code)).balanceTotal).toBe(50);
      return { answer: asked };
    });
    expect((await answer).balanceTotal).toBe(50);
  });

  it('is decided by its terms after the lock is released', async () => {
    const { code } = await makePromo(finance);
    const [viewer] = await viewers(1);
    if (!viewer) throw new Error('nobody is there');
    const holder = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
    await holder.connect();
    await holder.query('begin');
    await holder.query('update promos set budget_coins = 49 where code = $1', [code]);
    const asked = redeem(world, viewer, code);
    await someWait(1);
    await holder.query('commit');
    await holder.end();
    expect((await asked).error).toBe('promo_budget_exhausted');
  });
});

describe('a user locked by another transaction', () => {
  it('does not delay others, and a user banned meanwhile redeems nothing', async () => {
    const { code } = await makePromo(finance);
    const [one, other] = await viewers(2);
    if (!one || !other) throw new Error('nobody is there');
    const holder = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
    await holder.connect();
    await holder.query('begin');
    await holder.query("update users set status = 'banned' where id = $1", [one.id]);
    const asked = redeem(world, one, code);
    await someWait(1);
    expect((await redeem(world, other, code)).balanceTotal).toBe(50);
    await holder.query('commit');
    await holder.end();
    expect((await asked).error).toBe('user_banned');
    expect(await spent(code)).toBe(50);
  });
});

it('promos and ledger are consistent afterwards', async () => {
  expect(await promoViolations(world)).toEqual([]);
  expect(await ledgerViolations(world)).toEqual([]);
});
