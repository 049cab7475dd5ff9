import { afterEach, describe, expect, it } from 'vitest';
import { openLedgerProof } from '../harness/ledger-proof.ts';
import { testCount } from '../harness/long-form.ts';
import { makeViewer } from '../harness/viewer.ts';

const { world, superuser, prove, proveAll, lastProof, breaks, given, later, longHistory, rowsReadBy } =
  await openLedgerProof();
afterEach(async () => void (await proveQuickly()));

/** A service that gives its statements half a second. */
const hurried = world.another();
hurried.database.jobs.pool.on('connect', (client) => void client.query('set statement_timeout = 500'));

/** From now on each wallet that is proven takes so many seconds. */
async function proveSlowly(seconds: number): Promise<void> {
  await superuser.query(`
    create or replace function ledger.dawdle() returns trigger language plpgsql as $$
      begin perform pg_sleep(${seconds}); return new; end $$;
    create trigger dawdle before insert on ledger.proven for each row execute function ledger.dawdle();`);
}
const proveQuickly = () => superuser.query('drop trigger if exists dawdle on ledger.proven');

/** Whether every transaction is over that was running when the last coin moved. */
async function isSettled(): Promise<boolean> {
  const text = 'select bool_and(xid < pg_snapshot_xmin(pg_current_snapshot())) as over from ledger.events';
  return (await superuser.query<{ over: boolean }>(text)).rows[0]?.over === true;
}

describe('a long history', () => {
  it('costs the proof nothing when its owner moves again: only what is new is read', async () => {
    const { id } = await makeViewer(world);
    await longHistory([id], testCount(1000, { long: 20_000 }));
    await later(61);
    await proveAll();
    await given(id);
    await later(61);
    expect(await rowsReadBy('select ledger.prove(5000)')).toBeLessThan(20);
    await given(id);
    await later(61);
    await proveAll(hurried);
    expect(await lastProof()).toMatchObject({ holds: true, eventsBehind: 0 });
  });

  it('that was never proven is proven in pieces, and nothing is skipped', async () => {
    const { id } = await makeViewer(world);
    const events = testCount(4000, { long: 25_000 });
    const broken = events - 1000;
    await longHistory([id], events);
    await superuser.query(
      'insert into ledger.proofs (holds, events, up_to_no) select true, 0, max(no) from ledger.events',
    );
    await superuser.query('update ledger.entries set total = total + 1 where user_id = $1 and seq = $2', [id, broken]);
    await given(id);
    await later(61);
    for (let piece = 0; piece < 2; piece++) expect(await rowsReadBy('select ledger.prove(100)')).toBeLessThan(2000);
    await proveAll(hurried);
    expect(await breaks()).toEqual([{ user_id: id, what: 'breaks the running total' }]);
    const { rows } = await superuser.query('select seq from ledger.proven where user_id = $1', [id]);
    expect(rows).toEqual([{ seq: broken - 1 }]);
  });
});

describe('a batch that takes too long', () => {
  it('is halved until it fits, and all is proven', async () => {
    const count = testCount(32, { long: 64 });
    const users = await Promise.all(Array.from({ length: count }, async () => (await makeViewer(world)).id));
    await longHistory(users, 1);
    await later(61);
    // All of them together take more than twice the half second.
    await proveSlowly(1.28 / count);
    await proveAll(hurried);
    const { rows } = await superuser.query<{ all: number; most: number }>(
      'select sum(events)::int as all, max(events)::int as most from ledger.proofs',
    );
    expect(rows[0]).toEqual({ all: count, most: expect.any(Number) });
    expect(rows[0]?.most).toBeLessThan(count);
    expect(await lastProof()).toMatchObject({ holds: true });
  });

  it('however small, fails the run and not the next one, which goes on where the last proof stood', async () => {
    const { id } = await makeViewer(world);
    await given(id);
    await later(61);
    await proveAll();
    const before = await lastProof();
    await given(id);
    await later(61);
    await proveSlowly(1);
    // Other tests write to the same server, and while they do the proof would have nothing to prove yet.
    await expect.poll(isSettled, { timeout: 30_000 }).toBe(true);
    expect(await prove(hurried)).toMatchObject({
      outcome: 'failed',
      error: expect.stringMatching('proved_ledger_events'),
    });
    expect(await lastProof()).toMatchObject({ checkedAt: before?.checkedAt, ageS: 61, eventsBehind: 1 });
    await proveQuickly();
    await proveAll();
    expect(await lastProof()).toMatchObject({ holds: true, ageS: 0, eventsBehind: 0 });
  });
});
