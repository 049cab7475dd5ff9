import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { type Block, openSealedLedger } from './sealed-ledger.fixture.ts';

const {
  world,
  superuser,
  support,
  runHousekeeping,
  given,
  longHistory,
  proof,
  blocks,
  sealing,
  checking,
  sealAll,
  sealedHistory,
} = await openSealedLedger();

interface EventRow {
  no: string;
  id: string;
  user_id: string;
  idem_key: string;
  reason: string;
  ref_type: string;
  ref_id: string;
  created_at: Date;
  paid_change: string;
  bonus_change: string;
  entries: object[];
}

/** The text of a block as specified by the decision, built from the rows independently. */
async function textOf({ no, fromNo, toNo, size, previousHash, sealedAt }: Block): Promise<string> {
  const { rows } = await superuser.query<EventRow>(
    `select e.*, (select json_agg(json_build_object('leg', leg, 'account', account, 'amount', amount, 'seq', seq, 'total', total)
       order by leg) from ledger.entries n where n.event_id = e.id) as entries
     from ledger.events e where no between $1 and $2 order by no`,
    [fromNo, toNo],
  );
  const lines = rows.map((row) => ({
    no: Number(row.no),
    id: row.id,
    userId: row.user_id,
    key: row.idem_key,
    reason: row.reason,
    refType: row.ref_type,
    refId: row.ref_id,
    createdAt: row.created_at.toISOString(),
    paidChange: Number(row.paid_change),
    bonusChange: Number(row.bonus_change),
    entries: row.entries,
  }));
  const header = { chain: 'ledger', no, fromNo, toNo, size, previousHash, sealedAt };
  return [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('coin movements are sealed in blocks', () => {
  it('by the job, each block with the hash of its text and of the previous block', async () => {
    const { id } = await makeViewer(world);
    const odd = 'a "quoted" \\ line\nand \u2028 جملة \u0001';
    const event = await given(id);
    await superuser.query('update ledger.events set reason = $2, ref_id = $2 where id = $1', [event, odd]);
    await sealAll();
    await given(id);
    await given(id);
    await expect
      .poll(() => runHousekeeping().then(async ({ error }) => [error, (await proof()).notSealed]), { timeout: 30_000 })
      .toEqual([null, 0]);
    const [second, first] = await blocks();
    if (!first || !second) throw new Error('two blocks were sealed');
    expect([first.size, second.size]).toEqual([1, 2]);
    expect(first.previousHash).toBe('0'.repeat(64));
    expect(first.hash).toBe(sha256(await textOf(first)));
    expect(second).toMatchObject({ no: 2, previousHash: first.hash, fromNo: first.toNo + 1 });
    expect(second.hash).toBe(sha256(await textOf(second)));
    expect(await proof()).toMatchObject({
      holds: true,
      head: { no: 2, hash: second.hash },
      notSealed: 0,
      brokenBlocks: [],
      checkedAt: expect.any(String),
      allCheckedAt: expect.any(String),
    });
  });
  it('of limited size, despite gaps in the numbers', async () => {
    const { id } = await makeViewer(world);
    await longHistory([id], 7);
    await superuser.query(`select setval('ledger.events_no_seq', nextval('ledger.events_no_seq') + 5000)`);
    await given(id);
    await sealAll(3);
    const sealed = await blocks();
    expect(sealed.map(({ size }) => size)).toEqual([1, 1, 3, 3]);
    await checking();
    expect((await proof()).brokenBlocks).toEqual([]);
  });
  it('and a transaction that commits late is not skipped', async () => {
    const [slow, quick] = [await makeViewer(world), await makeViewer(world)];
    const client = await world.database.pool.connect();
    await client.query('begin');
    await client.query('select * from ledger.post($1)', [
      JSON.stringify([
        {
          n: 1,
          event_id: slow.id,
          idem_key: 'slow',
          user_id: slow.id,
          reason: 'x',
          ref_type: 'x',
          ref_id: 'x',
          bonus: 5,
          counter_bonus: 'source_promo',
        },
      ]),
    ]);
    await given(quick.id);
    await sealing();
    await sealing();
    expect(await proof()).toMatchObject({ head: null, notSealed: 1 });
    await client.query('commit');
    client.release();
    await sealAll();
    expect((await blocks()).map(({ size }) => size)).toEqual([2]);
    await checking();
    expect((await proof()).brokenBlocks).toEqual([]);
  });
  it('also after restoring a dump of a cluster with higher transaction ids', async () => {
    const { id } = await makeViewer(world);
    await given(id);
    await superuser.query(`update sealed_chains set marked_no = 1, marked_xid = '9000000000000000000'`);
    await sealAll();
    expect((await proof()).head?.no).toBe(1);
  });
  it('once under concurrency', async () => {
    const { id } = await makeViewer(world);
    for (let round = 0; round < 5; round++) {
      await given(id);
      await Promise.all([sealing(), sealing(), sealing(), sealing()]);
    }
    await sealAll();
    await checking();
    const sealed = await blocks();
    expect(sealed.reduce((sum, { size }) => sum + size, 0)).toBe(5);
    expect((await proof()).brokenBlocks).toEqual([]);
  });
});

describe('a stored hash', () => {
  it('finds its block as long as it is unchanged', async () => {
    await sealedHistory();
    const [, kept] = await blocks();
    expect(await blocks(`?hash=${kept?.hash}`)).toEqual([kept]);
    expect(await blocks(`?hash=${'0'.repeat(64)}`)).toEqual([]);
    expect((await support.get('/admin/ledger/blocks?hash=abc')).status).toBe(400);
  });
  it('is listed in pages', async () => {
    await sealedHistory();
    const { body } = await support.get<{ items: Block[]; nextCursor: string }>('/admin/ledger/blocks?limit=2');
    expect(body.items.map(({ no }) => no)).toEqual([3, 2]);
    expect((await blocks(`?limit=2&cursor=${body.nextCursor}`)).map(({ no }) => no)).toEqual([1]);
  });
});
