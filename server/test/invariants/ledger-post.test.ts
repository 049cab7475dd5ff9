import { describe, expect, it } from 'vitest';
import type { Movement } from '../../src/features/ledger/public.ts';
import { asItem } from '../../src/features/ledger/rules.ts';
import { newId } from '../../src/kit/id.ts';
import { seededRandom } from '../harness/random.ts';
import { giveCoins, ledgerViolations, makeViewer, moveCoins } from '../harness/viewer.ts';
import { openWorld } from '../harness/world.ts';

const world = await openWorld();

interface PostedRow {
  outcome: string;
  event_id: string | null;
  paid: number;
  bonus: number;
}

type Asker = Pick<typeof world.database.pool, 'query'>;

/** Sends movements to the ledger as one call, as the unlock endpoint will. */
async function post(movements: Movement[], wait = true, by: Asker = world.database.pool): Promise<PostedRow[]> {
  const items = JSON.stringify(movements.map((movement, n) => asItem(movement, n, newId())));
  const text = 'select outcome, event_id, paid, bonus from ledger.post($1::jsonb, $2) order by n';
  return (await by.query<PostedRow>(text, [items, wait])).rows;
}

const cause = () => ({ reason: 'test', refType: 'test', refId: 'test', key: newId() });
const spend = (userId: string, coins: number, key = newId()): Movement => ({
  ...cause(),
  userId,
  key,
  spend: coins,
  counter: 'sink_unlock',
});
const gift = (userId: string, coins: number): Movement => ({
  ...cause(),
  userId,
  bonus: { amount: coins, counter: 'source_promo' },
});

async function funded(coins: { paid?: number; bonus?: number }): Promise<string> {
  const { id } = await makeViewer(world);
  await giveCoins(world, id, coins);
  return id;
}

const eventsOf = async (userId: string): Promise<number> =>
  (await world.database.pool.query('select from ledger.events where user_id = $1', [userId])).rowCount ?? 0;

describe('a call to the ledger', () => {
  it('says of each movement what became of it, and a bad one does the others no harm', async () => {
    const [rich, poor, empty, mixed] = [
      await funded({ bonus: 100 }),
      await funded({ paid: 5, bonus: 4 }),
      await funded({ paid: 1 }),
      await funded({ paid: 10, bonus: 10 }),
    ];
    const key = newId();
    const [first] = await post([spend(rich, 30, key)]);
    const nobody = newId();
    const posted = await post([
      spend(rich, 30, key),
      spend(poor, 10),
      spend(nobody, 1),
      spend(empty, 0),
      spend(mixed, 15),
    ]);
    expect(posted).toEqual([
      { outcome: 'replayed', event_id: first?.event_id, paid: 0, bonus: 70 },
      { outcome: 'insufficient', event_id: null, paid: 5, bonus: 4 },
      { outcome: 'unknown_user', event_id: null, paid: 0, bonus: 0 },
      { outcome: 'nothing', event_id: null, paid: 1, bonus: 0 },
      { outcome: 'posted', event_id: expect.any(String), paid: 5, bonus: 0 },
    ]);
    expect(await ledgerViolations(world)).toEqual([]);
  });
  it('takes bonus coins first and then paid ones, each with its own pair', async () => {
    const id = await funded({ paid: 10, bonus: 10 });
    const [posted] = await post([spend(id, 15)]);
    const { rows } = await world.database.pool.query(
      'select account, amount, total from ledger.entries where event_id = $1 order by leg',
      [posted?.event_id],
    );
    expect(rows).toEqual([
      { account: 'wallet_bonus', amount: -10, total: 0 },
      { account: 'sink_unlock', amount: 10, total: null },
      { account: 'wallet_paid', amount: -5, total: 5 },
      { account: 'sink_unlock', amount: 5, total: null },
    ]);
  });
  it('refuses a deduction from one wallet that the other could pay', async () => {
    const id = await funded({ paid: 100, bonus: 1 });
    const [posted] = await post([{ ...cause(), userId: id, bonus: { amount: -2, counter: 'sink_refund' } }]);
    expect(posted).toEqual({ outcome: 'insufficient', event_id: null, paid: 100, bonus: 1 });
  });
  it('takes one movement for each user, and refuses the whole call otherwise', async () => {
    const [one, other] = [await funded({ bonus: 10 }), await funded({ bonus: 10 })];
    await expect(post([spend(one, 1), spend(other, 1), gift(one, 1)])).rejects.toMatchObject({ code: '22023' });
    await expect(post([])).rejects.toMatchObject({ code: '22023' });
    expect([await eventsOf(one), await eventsOf(other)]).toEqual([1, 1]);
  });
  it('passes over a user whom another holds when it may not wait, and serves the rest at once', async () => {
    const [held, free] = [await funded({ bonus: 10 }), await funded({ bonus: 10 })];
    const holder = await world.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from users where id = $1 for no key update', [held]);
      expect(await post([spend(held, 3), spend(free, 3)], false)).toMatchObject([
        { outcome: 'busy', event_id: null },
        { outcome: 'posted', bonus: 7 },
      ]);
      await holder.query('commit');
    } finally {
      holder.release();
    }
    expect(await post([spend(held, 3)], false)).toMatchObject([{ outcome: 'posted', bonus: 7 }]);
  });
  it('moves coins once for each key, however often and from wherever it is sent at the same moment', async () => {
    const id = await funded({ bonus: 100 });
    const key = newId();
    const answers = (await Promise.all(Array.from({ length: 16 }, () => post([spend(id, 10, key)])))).flat();
    expect(answers.filter(({ outcome }) => outcome === 'posted')).toHaveLength(1);
    expect(new Set(answers.map(({ event_id }) => event_id)).size).toBe(1);
    expect(answers.every(({ bonus }) => bonus === 90)).toBe(true);
  });
  const movement = { reason: 'unlock', refType: 'episode', refId: '7' };
  it.each([
    ['the same spend', 'replayed', { spend: 15, counter: 'sink_unlock' }, {}],
    ['a larger spend', 'conflict', { spend: 16, counter: 'sink_unlock' }, {}],
    ['no spend', 'conflict', { spend: 0, counter: 'sink_unlock' }, {}],
    ['a spend to another sink', 'conflict', { spend: 15, counter: 'sink_fraud' }, {}],
    ['a gift', 'conflict', { bonus: { amount: 15, counter: 'source_promo' } }, {}],
    ['another reason', 'conflict', { spend: 15, counter: 'sink_unlock' }, { reason: 'other' }],
    ['another kind of reference', 'conflict', { spend: 15, counter: 'sink_unlock' }, { refType: 'other' }],
    ['another reference', 'conflict', { spend: 15, counter: 'sink_unlock' }, { refId: '8' }],
  ] as const)('tells %s under a used key: %s', async (_name, outcome, moved, more) => {
    const id = await funded({ paid: 100, bonus: 10 });
    const key = newId();
    const [first] = await post([{ ...movement, userId: id, key, spend: 15, counter: 'sink_unlock' }]);
    const [second] = await post([{ ...movement, ...more, userId: id, key, ...moved }]);
    expect(second).toEqual({ outcome, event_id: first?.event_id, paid: 95, bonus: 0 });
    expect(await eventsOf(id)).toBe(2);
  });
  it.each([
    ['the same coins', 'replayed', { paid: 100, bonus: 10 }],
    ['another amount', 'conflict', { paid: 100, bonus: 11 }],
    ['one wallet less', 'conflict', { paid: 100 }],
    ['the wallets exchanged', 'conflict', { paid: 10, bonus: 100 }],
    ['another source', 'conflict', { paid: 100, bonus: 10, from: 'source_promo' }],
  ] as const)('tells a purchase with %s under a used key: %s', async (_name, outcome, coins) => {
    const { id } = await makeViewer(world);
    const key = newId();
    const purchase = (
      paid: number,
      bonus: number,
      from: 'source_bonus' | 'source_promo' = 'source_bonus',
    ): Movement => ({
      ...movement,
      userId: id,
      key,
      paid: { amount: paid, counter: 'source_iap_test' },
      ...(bonus > 0 && { bonus: { amount: bonus, counter: from } }),
    });
    const { paid, bonus, from } = { bonus: 0, from: undefined, ...coins };
    await post([purchase(100, 10)]);
    expect(await post([purchase(paid, bonus, from)])).toMatchObject([{ outcome, paid: 100, bonus: 10 }]);
    expect(await eventsOf(id)).toBe(1);
  });
  it('posts one of two movements that claim the same key at the same moment, and tells copies of it from the other', async () => {
    const id = await funded({ bonus: 100 });
    const key = newId();
    const coins = Array.from({ length: 24 }, (_, n) => (n % 2 === 0 ? 10 : 20));
    const shared = { ...movement, userId: id, key, counter: 'sink_unlock' } as const;
    const answers = (await Promise.all(coins.map((spend) => post([{ ...shared, spend }])))).flat();
    const won = coins[answers.findIndex(({ outcome }) => outcome === 'posted')] ?? 0;
    const expected: string[] = coins.map((spend) => (spend === won ? 'replayed' : 'conflict'));
    expected[answers.findIndex(({ outcome }) => outcome === 'posted')] = 'posted';
    expect(answers.map(({ outcome }) => outcome)).toEqual(expected);
    expect(answers.every(({ bonus }) => bonus === 100 - won)).toBe(true);
    expect(await eventsOf(id)).toBe(2);
  });
  it('may use one key for two users: each has a book of their own', async () => {
    const [one, other] = [await funded({ bonus: 10 }), await funded({ bonus: 10 })];
    const answers = await post([spend(one, 1, 'shared'), spend(other, 1, 'shared')]);
    expect(answers).toMatchObject([{ outcome: 'posted' }, { outcome: 'posted' }]);
  });
});

describe('many at once', () => {
  it('spend forty times ten coins from a wallet of a hundred: ten go through, and it is empty', async () => {
    const id = await funded({ paid: 45, bonus: 55 });
    const answers = (await Promise.all(Array.from({ length: 40 }, () => post([spend(id, 10)])))).flat();
    expect(answers.filter(({ outcome }) => outcome === 'posted')).toHaveLength(10);
    expect(answers.filter(({ outcome }) => outcome === 'insufficient')).toHaveLength(30);
    expect((await moveCoins(world, { userId: id, spend: 0, counter: 'sink_unlock' })).paid).toBe(0);
  });
  it('move the coins of overlapping groups of users in any order without a deadlock, to the coin', async () => {
    const random = seededRandom(20_261_011);
    const users = await Promise.all(Array.from({ length: 12 }, () => funded({ bonus: 300 })));
    const expected = new Map(users.map((id) => [id, 300]));
    const clients = Array.from({ length: 16 }, () =>
      Array.from({ length: 12 }, () =>
        random
          .shuffled(users)
          .slice(0, 5)
          .map((id) => (random.below(3) === 0 ? gift(id, 7) : spend(id, 25))),
      ),
    );
    await Promise.all(
      clients.map(async (calls, index) => {
        for (const movements of calls) {
          const posted = await post(movements, index % 2 === 0);
          posted.forEach(({ outcome }, n) => {
            const movement = movements[n];
            if (outcome !== 'posted' || !movement) return;
            const change = 'spend' in movement ? -movement.spend : (movement.bonus?.amount ?? 0);
            expected.set(movement.userId, (expected.get(movement.userId) ?? 0) + change);
          });
        }
      }),
    );
    const { rows } = await world.database.pool.query(
      'select user_id as id, balance_total as balance from user_balances where user_id = any($1)',
      [users],
    );
    expect(new Map(rows.map(({ id, balance }) => [id, balance]))).toEqual(expected);
    expect(await ledgerViolations(world)).toEqual([]);
  });
});
