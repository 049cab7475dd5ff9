import { describe, expect, it } from 'vitest';
import { openLedgerProof } from '../harness/ledger-proof.ts';
import { makeViewer, moveCoins } from '../harness/viewer.ts';

const { world, superuser, proveAll, lastProof, breaks, given, later } = await openLedgerProof();

const provenOf = async (id: string) =>
  (
    await superuser.query<{ seq: number; total: number }>(
      'select seq, total::int from ledger.proven where user_id = $1',
      [id],
    )
  ).rows;

async function proveLater(): Promise<void> {
  await later(61);
  await proveAll();
}

describe('a wallet is never proven past an event that is wrong, and holds again once that is mended,', () => {
  const forge = (event: string) =>
    superuser.query(`update ledger.entries set amount = amount + 495, total = total + 495
      where event_id = '${event}' and leg = 1`);
  const mend = (event: string) =>
    superuser.query(`update ledger.entries set amount = amount - 495, total = total - 495
      where event_id = '${event}' and leg = 1`);

  it('where its rows follow each other', async () => {
    const { id } = await makeViewer(world);
    const event = await given(id);
    await forge(event);
    await proveLater();
    expect(await breaks()).toEqual([
      { user_id: id, what: 'does not net to zero' },
      { user_id: id, what: 'says another change than its rows' },
    ]);
    expect(await provenOf(id)).toEqual([]);
    await mend(event);
    await proveLater();
    expect(await provenOf(id)).toEqual([{ seq: 1, total: 5 }]);
    await given(id);
    await given(id);
    await proveLater();
    expect(await breaks()).toEqual([]);
    expect(await lastProof()).toMatchObject({ holds: true, concern: null });
    expect(await provenOf(id)).toEqual([{ seq: 3, total: 15 }]);
  });

  it('where the event is not due yet and its wallet is walked for an earlier one', async () => {
    const { id } = await makeViewer(world);
    await given(id);
    const event = await given(id);
    await given(id);
    await forge(event);
    await superuser.query('update ledger.entries set total = total + 495 where user_id = $1 and seq = 3', [id]);
    await later(61);
    await expect
      .poll(() => superuser.query('select ledger.prove(1)').then(() => provenOf(id)), { timeout: 30_000 })
      .toEqual([{ seq: 1, total: 5 }]);
    await proveAll();
    expect(await provenOf(id)).toEqual([{ seq: 1, total: 5 }]);
    expect(await breaks()).toEqual([
      { user_id: id, what: 'does not net to zero' },
      { user_id: id, what: 'says another change than its rows' },
    ]);
    await mend(event);
    await superuser.query('update ledger.entries set total = total - 495 where user_id = $1 and seq = 3', [id]);
    await proveAll();
    expect(await breaks()).toEqual([]);
    expect(await provenOf(id)).toEqual([{ seq: 3, total: 15 }]);
  });

  it('where it was long and nobody has moved since', async () => {
    const { id } = await makeViewer(world);
    const event = await given(id);
    for (let n = 0; n < 30; n++) await given(id);
    await superuser.query(`update ledger.events set bonus_change = 6 where id = '${event}'`);
    await proveLater();
    expect(await breaks()).toEqual([{ user_id: id, what: 'says another change than its rows' }]);
    await superuser.query(`update ledger.events set bonus_change = 5 where id = '${event}'`);
    await superuser.query('update ledger.entries set total = total + 1 where user_id = $1 and seq = 30', [id]);
    await proveAll();
    expect(await breaks()).toEqual([{ user_id: id, what: 'breaks the running total' }]);
    await superuser.query('update ledger.entries set total = total - 1 where user_id = $1 and seq = 30', [id]);
    await proveAll();
    expect(await breaks()).toEqual([]);
    expect(await provenOf(id)).toEqual([{ seq: 31, total: 155 }]);
  });
});

describe('what was proven last and is erased', () => {
  const erase = (events: string[]) =>
    superuser.query(`
      create temp table if not exists erased_events as table ledger.events with no data;
      create temp table if not exists erased_entries as table ledger.entries with no data;
      truncate erased_events, erased_entries;
      with gone as (delete from ledger.events where id in ('${events.join("','")}') returning *)
        insert into erased_events table gone;
      with gone as (delete from ledger.entries where event_id in ('${events.join("','")}') returning *)
        insert into erased_entries table gone;`);
  const putBack = () =>
    superuser.query(`insert into ledger.events overriding system value table erased_events;
      insert into ledger.entries overriding system value table erased_entries;`);
  const spend = async (userId: string, coins: number): Promise<string> =>
    (await moveCoins(world, { userId, spend: coins, counter: 'sink_unlock' })).eventId ?? '';

  it.each([
    [1, 'breaks the running total'],
    [2, 'breaks the numbering'],
  ])('with %i of the newest is found as soon as its owner moves again: it %s', async (newest, what) => {
    const { id } = await makeViewer(world);
    await moveCoins(world, { userId: id, bonus: { amount: 1000, counter: 'source_promo' } });
    const spent = [await spend(id, 500), await spend(id, 400)];
    await proveLater();
    expect(await provenOf(id)).toEqual([{ seq: 3, total: 100 }]);
    await erase(spent.slice(-newest));
    const again = await spend(id, 10);
    await proveLater();
    expect(await breaks()).toEqual([{ user_id: id, what }]);
    expect(await lastProof()).toMatchObject({ holds: false, concern: 'broken' });
    await superuser.query(`delete from ledger.entries where event_id = '${again}'`);
    await superuser.query(`delete from ledger.events where id = '${again}'`);
    await proveAll();
    expect(await lastProof()).toMatchObject({ holds: false });
    await putBack();
    await proveAll();
    expect(await breaks()).toEqual([]);
  });
});
