import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { giveCoins, makeViewer } from '../../../test/harness/viewer.ts';
import { connectWithoutTriggers } from '../../../test/harness/without-triggers.ts';
import { openWorld, type World } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { recountEconomy, sumEconomy } from './jobs.ts';
import { areSumsRight, sumNext } from './sql.ts';

const world = await openWorld();
const analyst = await makeAdminActor(world, 'analyst');
const { db, pool } = world.database;

const logged: string[] = [];
const ioOf = ({ database }: World) => ({
  database: database.jobs,
  signal: new AbortController().signal,
  progress: () => undefined,
  log: { error: (_fields: object, message: string) => void logged.push(message), warn: () => {} },
});
const later = () => sql`update test_clock set shift = shift + interval '61 seconds'`.execute(db);
const newestId = async () =>
  Number((await pool.query<{ id: string | null }>('select max(id) as id from ledger.entries')).rows[0]?.id ?? 0);
const upTo = async () =>
  Number((await pool.query<{ id: string }>('select up_to_id as id from economy_progress')).rows[0]?.id);

/** Other tests write to the same server, and while they do the newest rows may have to wait. */
async function sumAll(): Promise<void> {
  await later();
  const summed = async () => {
    await sumEconomy.run(ioOf(world));
    return (await upTo()) - (await newestId());
  };
  await expect.poll(summed, { timeout: 30_000 }).toBe(0);
}

interface Figures {
  mintedCoins: number;
  burnedCoins: number;
  liabilityBonusCoins: number;
  zeroSumBreach: boolean;
}
const figures = async (query = '') => (await analyst.get<Figures>(`/admin/economy?${query}`)).body;

async function heldByRows(): Promise<number> {
  const query = `select sum(amount) as held from ledger.entries where account = 'wallet_bonus'`;
  return Number((await pool.query<{ held: string | null }>(query)).rows[0]?.held ?? 0);
}

describe('the sums of the days', () => {
  it('and the rows after them are all there is, before a run, after it and after another', async () => {
    const { id } = await makeViewer(world);
    await giveCoins(world, id, { bonus: 5 });
    expect(await figures()).toMatchObject({ mintedCoins: 5, liabilityBonusCoins: 5 });
    await sumAll();
    await giveCoins(world, id, { bonus: 6 });
    expect(await figures()).toMatchObject({ mintedCoins: 11, liabilityBonusCoins: 11 });
    await sumAll();
    await sumAll();
    expect(await figures()).toMatchObject({ mintedCoins: 11, liabilityBonusCoins: 11 });
    expect((await pool.query(`select from economy_days where market = '*'`)).rowCount).toBe(2);
  });

  it('take in a movement that was begun before others and is committed after a run', async () => {
    const [early, late] = [await makeViewer(world), await makeViewer(world)];
    const before = await upTo();
    await world.database.transaction(async (tx) => {
      await sql`select outcome from ledger.post(${JSON.stringify(
        [{ n: 0, event_id: newId(), idem_key: 'late', user_id: late.id, reason: 'x', ref_type: 'x', ref_id: 'x' }].map(
          (item) => ({ ...item, paid: 0, bonus: 7, counter_bonus: 'source_bonus' }),
        ),
      )}::jsonb)`.execute(tx);
      await giveCoins(world, early.id, { bonus: 8 });
      await later();
      await sumEconomy.run(ioOf(world));
      // The numbers of the one that is not seen yet are lower than those of the one that is.
      expect(await upTo()).toBe(before);
    });
    await sumAll();
    expect((await figures()).liabilityBonusCoins).toBe(await heldByRows());
  });

  it('are the same when two processes add them up at once', async () => {
    const other = world.another();
    for (let n = 0; n < 20; n++) await giveCoins(world, (await makeViewer(world)).id, { bonus: 1 + n });
    await later();
    const inSteps = async ({ database }: World) => {
      for (let n = 0; n < 30; n++) await database.transaction((tx) => sumNext(tx, 3));
    };
    await Promise.all([inSteps(world), inSteps(other), inSteps(world), inSteps(other)]);
    await sumAll();
    expect(await areSumsRight(db)).toBe(true);
    expect((await figures()).liabilityBonusCoins).toBe(await heldByRows());
  });

  it('go on over a gap of numbers that were given in vain', async () => {
    const superuser = await connectWithoutTriggers(world);
    await superuser.query(`select setval('ledger.entries_id_seq', last_value + 500000) from ledger.entries_id_seq`);
    await superuser.end();
    await giveCoins(world, (await makeViewer(world)).id, { bonus: 9 });
    await sumAll();
    expect((await figures()).liabilityBonusCoins).toBe(await heldByRows());
  });
});

describe('a ledger that does not add up', () => {
  const forge = async (text: string, values: unknown[] = []) => {
    const superuser = await connectWithoutTriggers(world);
    await superuser.query(text, values);
    await superuser.end();
  };
  const metric = async () => /^ledger_zero_sum_breach (\d)$/m.exec((await world.app.inject('/metrics')).payload)?.[1];
  const ready = async () => (await world.app.inject('/readyz')).json<{ zeroSumBreach: boolean }>().zeroSumBreach;

  it('is reported immediately if a row was inserted, into an old event or without one', async () => {
    const { id } = await makeViewer(world);
    await giveCoins(world, id, { bonus: 5 });
    await sumAll();
    expect([(await figures()).zeroSumBreach, await ready(), await metric()]).toEqual([false, false, '0']);
    const row = 'insert into ledger.entries (user_id, event_id, leg, account, amount)';
    await forge(`${row} select $1, id, 9, 'source_promo', -3 from ledger.events where user_id = $1`, [id]);
    // Frequent readers get the result of the last check.
    expect([(await figures()).zeroSumBreach, await ready(), await metric()]).toEqual([true, false, '0']);
    await sumAll();
    expect([await ready(), await metric()]).toEqual([true, '1']);
    expect((await figures('market=TR&dateTo=2020-01-01')).zeroSumBreach).toBe(true);
    await forge(`${row} values ($1, gen_random_uuid(), 1, 'sink_fraud', 3)`, [id]);
    expect((await figures()).zeroSumBreach).toBe(false);
    await forge(`${row} values ($1, gen_random_uuid(), 1, 'sink_fraud', 4)`, [id]);
    await sumAll();
    expect((await figures()).zeroSumBreach).toBe(true);
    await forge(`delete from ledger.entries where leg = 9 or account = 'sink_fraud'`);
  });

  it('is reported if the proof found a broken event, although the total is zero', async () => {
    const { id } = await makeViewer(world);
    await forge(
      `insert into ledger.breaks (user_id, event_id, what) values ($1, gen_random_uuid(), 'does not net to zero')`,
      [id],
    );
    expect((await figures()).zeroSumBreach).toBe(true);
    await forge('delete from ledger.breaks');
  });

  it('is counted anew where rows were changed after they were summed, and said', async () => {
    await giveCoins(world, (await makeViewer(world)).id, { bonus: 5 });
    await sumAll();
    await recountEconomy.run(ioOf(world));
    await sumAll();
    logged.length = 0;
    expect(await recountEconomy.run(ioOf(world))).toBe(0);
    await forge(
      'update ledger.entries set amount = amount + 1 where id = (select max(id) from ledger.entries where seq is null)',
    );
    expect(await recountEconomy.run(ioOf(world))).toBe(1);
    expect(logged).toEqual([expect.stringContaining('computing the sums again')]);
    await sumAll();
    expect((await figures()).zeroSumBreach).toBe(true);
    expect(await recountEconomy.run(ioOf(world))).toBe(0);
  });
});
