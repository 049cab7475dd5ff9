import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../harness/actor.ts';
import { openLedgerProof } from '../harness/ledger-proof.ts';
import { giveCoins, makeViewer } from '../harness/viewer.ts';

const { world, superuser, proveAll, lastProof, breaks, given, later, longHistory, rowsReadBy } =
  await openLedgerProof();
const support = await makeAdminActor(world, 'support');
const wholeProof = async (id: string) =>
  (await support.get<{ holds: boolean; breaks: object[] }>(`/admin/users/${id}/ledger/proof`)).body;

describe('what was forged', () => {
  async function proven() {
    const { id } = await makeViewer(world);
    const events = [await given(id), await given(id), await given(id)];
    await later(61);
    await proveAll();
    return { id, first: events[0] ?? '', newest: events[2] ?? '' };
  }
  async function provenAgain(id: string) {
    await given(id);
    await later(61);
    await proveAll();
    return breaks();
  }

  it('behind the proven point is found by the proof of the whole book', async () => {
    const { id, first } = await proven();
    await superuser.query(`update ledger.entries set total = total + 1 where event_id = '${first}' and leg = 1`);
    expect(await provenAgain(id)).toEqual([]);
    expect(await wholeProof(id)).toMatchObject({
      holds: false,
      breaks: [{ eventId: first, what: 'breaks the running total' }],
    });
  });
  it('in the newest row, on both sides and in every sum, is found as soon as its owner moves again', async () => {
    const { id, newest } = await proven();
    await superuser.query(`update ledger.entries set amount = amount * 100, total = total + 495
      where event_id = '${newest}' and leg = 1`);
    await superuser.query(`update ledger.entries set amount = amount * 100 where event_id = '${newest}' and leg = 2`);
    await superuser.query(`update ledger.events set bonus_change = 500 where id = '${newest}'`);
    expect(await wholeProof(id)).toMatchObject({ holds: true });
    expect(await provenAgain(id)).toEqual([{ user_id: id, what: 'breaks the running total' }]);
    expect(await lastProof()).toMatchObject({ holds: false, concern: 'broken' });
  });
  it('as a row that belongs to no event is found as soon as its owner moves again', async () => {
    const { id } = await proven();
    await superuser.query(`insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total)
      values ('${id}', gen_random_uuid(), 1, 'wallet_bonus', 85, 4, 100)`);
    expect(await provenAgain(id)).toEqual([
      { user_id: id, what: 'does not net to zero' },
      { user_id: id, what: 'has rows from elsewhere' },
    ]);
  });
  it('as a balanced pair more in an event of long ago is found as soon as its owner moves again', async () => {
    const { id, first } = await proven();
    await superuser.query(`insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total, xid)
      select '${id}', id, l.leg, l.account, l.amount, l.seq, l.total, xid from ledger.events, (values
        (11, 'wallet_bonus', 85, 4, 100), (12, 'source_promo', -85, null, null)) l (leg, account, amount, seq, total)
      where id = '${first}'`);
    expect(await provenAgain(id)).toEqual([{ user_id: id, what: 'says another change than its rows' }]);
  });
  it('as a movement of its own is found by the next proof', async () => {
    const { id } = await proven();
    const event = await given(id);
    await superuser.query(`delete from ledger.entries where event_id = '${event}' and leg = 2`);
    await later(61);
    await proveAll();
    expect(await breaks()).toEqual([{ user_id: id, what: 'does not net to zero' }]);
  });
});

describe('a broken book', () => {
  it('hides nothing of the others, however long it is, and is whole again only when it is mended to its end', async () => {
    const [broken, other] = [await makeViewer(world), await makeViewer(world)];
    await longHistory([broken.id], 3000);
    await superuser.query('update ledger.entries set total = total + 1 where user_id = $1 and seq in (10, 2990)', [
      broken.id,
    ]);
    await later(61);
    await proveAll();
    const event = await given(other.id);
    await given(broken.id);
    await superuser.query(`update ledger.events set bonus_change = 6 where id = '${event}'`);
    await later(61);
    await proveAll();
    expect(await rowsReadBy('select ledger.recheck(100)')).toBeLessThan(100);
    expect(await breaks()).toEqual([
      { user_id: broken.id, what: 'breaks the running total' },
      { user_id: other.id, what: 'says another change than its rows' },
    ]);
    await superuser.query(`update ledger.events set bonus_change = 5 where id = '${event}'`);
    await superuser.query('update ledger.entries set total = total - 1 where user_id = $1 and seq = 10', [broken.id]);
    await proveAll();
    expect(await breaks()).toEqual([{ user_id: broken.id, what: 'breaks the running total' }]);
    await superuser.query('update ledger.entries set total = total - 1 where user_id = $1 and seq = 2990', [broken.id]);
    await proveAll();
    expect(await breaks()).toEqual([]);
    expect(await lastProof()).toMatchObject({ holds: true, concern: null });
  });
});

describe('the age of the proof', () => {
  const figures = async () => {
    const { payload } = await world.app.inject('/metrics');
    return Object.fromEntries(
      [...payload.matchAll(/^ledger_proof_(\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
    );
  };

  it('grows while nobody proves, for those who look and those who measure, and so does what is not proven', async () => {
    expect(await figures()).toEqual({});
    const { id } = await makeViewer(world);
    await giveCoins(world, id, { bonus: 5 });
    await later(61);
    await proveAll();
    expect(await figures()).toEqual({ holds: 1, age_seconds: 0, events_behind: 0, behind_seconds: 0 });
    await given(id);
    await given(id);
    await later(1860);
    expect(await figures()).toEqual({ holds: 1, age_seconds: 1860, events_behind: 2, behind_seconds: 1860 });
    expect(await lastProof()).toMatchObject({
      holds: true,
      ageS: 1860,
      eventsBehind: 2,
      behindS: 1860,
      concern: 'late',
    });
    await proveAll();
    expect(await lastProof()).toMatchObject({ holds: true, ageS: 0, eventsBehind: 0, behindS: 0, concern: null });
  });
});
