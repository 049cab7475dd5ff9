import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { adminWith, stranger } from '../../../test/harness/actor.ts';
import { openLedgerProof } from '../../../test/harness/ledger-proof.ts';
import { viewerIn } from '../../../test/harness/viewer.ts';

interface Block {
  no: number;
  fromNo: number;
  toNo: number;
  size: number;
  previousHash: string;
  hash: string;
  sealedAt: string;
}

interface Proof {
  holds: boolean;
  books: { holds: boolean; upToNo: number } | null;
  head: Pick<Block, 'no' | 'hash' | 'sealedAt'> | null;
  notSealed: number;
  brokenBlocks: { no: number; what: string }[];
  checkedAt: string | null;
  allCheckedAt: string | null;
}

const { world, superuser, prove, given, longHistory } = await openLedgerProof();
/** The weakest of the built-in roles that may look. */
const support = await adminWith(world, 'support');
const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
await owner.connect();
afterAll(() => owner.end());

const proof = async (): Promise<Proof> => (await support.get<Proof>('/admin/ledger/proof')).body;
const blocks = async (query = ''): Promise<Block[]> =>
  (await support.get<{ items: Block[] }>(`/admin/ledger/blocks${query}`)).body.items;
const sealing = (size = 5000) => world.database.pool.query(`select * from seal_block('ledger', ${size})`);
const checking = () => world.database.pool.query(`select * from check_blocks('ledger', 1000000)`);

/** Seals all that moved. Other tests write to the same server, and while they do the sealing may have to wait. */
const sealAll = (size?: number) =>
  expect.poll(() => sealing(size).then(async () => (await proof()).notSealed), { timeout: 30_000 }).toBe(0);

/** Three blocks of two events each, of two users. */
async function sealedHistory() {
  const [first, second] = [await viewerIn(world), await viewerIn(world)];
  const events: string[] = [];
  for (let n = 0; n < 3; n++) {
    events.push(await given(first.id), await given(second.id));
    await sealAll();
  }
  await checking();
  expect(await proof()).toMatchObject({ holds: true, head: { no: 3 }, brokenBlocks: [] });
  return { events, first, second };
}

/** A block's text as the decision about it says, put together from the rows by other means. */
async function textOf({ no, fromNo, toNo, size, previousHash, sealedAt }: Block): Promise<string> {
  const { rows } = await superuser.query(
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
  it('by the job, each block with the hash of its text and of the block before it', async () => {
    const { id } = await viewerIn(world);
    const odd = 'a "quoted" \\ line\nand \u2028 جملة \u0001';
    const event = await given(id);
    await superuser.query('update ledger.events set reason = $2, ref_id = $2 where id = $1', [event, odd]);
    await sealAll();
    await given(id);
    await given(id);
    await expect
      .poll(() => prove().then(async ({ error }) => [error, (await proof()).notSealed]), { timeout: 30_000 })
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
  it('of no more than so many events, whatever numbers nobody was given', async () => {
    const { id } = await viewerIn(world);
    await longHistory([id], 7);
    await superuser.query(`select setval('ledger.events_no_seq', nextval('ledger.events_no_seq') + 5000)`);
    await given(id);
    await sealAll(3);
    const sealed = await blocks();
    expect(sealed.map(({ size }) => size)).toEqual([1, 1, 3, 3]);
    await checking();
    expect((await proof()).brokenBlocks).toEqual([]);
  });
  it('and one that was begun before the others and commits after them is not passed over', async () => {
    const [slow, quick] = [await viewerIn(world), await viewerIn(world)];
    const client = await world.database.pool.connect();
    await client.query('begin');
    await client.query('select * from ledger.post($1)', [
      JSON.stringify([
        {
          ...{ n: 1, event_id: slow.id, idem_key: 'slow', user_id: slow.id, reason: 'x', ref_type: 'x', ref_id: 'x' },
          ...{ bonus: 5, counter_bonus: 'source_promo' },
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
  it('also where a dump of another cluster was restored, whose transactions are far ahead', async () => {
    const { id } = await viewerIn(world);
    await given(id);
    await superuser.query(`update sealed_chains set marked_no = 1, marked_xid = '9000000000000000000'`);
    await sealAll();
    expect((await proof()).head?.no).toBe(1);
  });
  it('once, by however many at the same time', async () => {
    const { id } = await viewerIn(world);
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

describe('a kept hash', () => {
  it('finds its block as long as the block stands', async () => {
    await sealedHistory();
    const [, kept] = await blocks();
    expect(await blocks(`?hash=${kept?.hash}`)).toEqual([kept]);
    expect(await blocks(`?hash=${'0'.repeat(64)}`)).toEqual([]);
    expect((await support.get('/admin/ledger/blocks?hash=abc')).status).toBe(400);
  });
  it('is listed page by page', async () => {
    await sealedHistory();
    const { body } = await support.get<{ items: Block[]; nextCursor: string }>('/admin/ledger/blocks?limit=2');
    expect(body.items.map(({ no }) => no)).toEqual([3, 2]);
    expect((await blocks(`?limit=2&cursor=${body.nextCursor}`)).map(({ no }) => no)).toEqual([1]);
  });
});

type History = Awaited<ReturnType<typeof sealedHistory>>;

/** What someone who owns the database might do to the second of three blocks, and what is found. */
const attacks: readonly [name: string, statement: (history: History) => string, found: object[]][] = [
  [
    'an amount that was changed on both sides',
    ({ events }) => `update ledger.entries set amount = amount * 100 where event_id = '${events[2]}'`,
    [{ no: 2, what: 'changed' }],
  ],
  [
    'a row that was deleted',
    ({ events }) => `delete from ledger.entries where event_id = '${events[2]}' and leg = 2`,
    [{ no: 2, what: 'changed' }],
  ],
  [
    'a balanced pair that was added to an old event',
    ({ events }) => `insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total, xid)
      select user_id, id, l.leg, l.account, l.amount, l.seq, l.total, xid from ledger.events, (values
        (11, 'wallet_bonus', 85, 4, 100), (12, 'source_promo', -85, null, null)) l (leg, account, amount, seq, total)
      where id = '${events[2]}'`,
    [{ no: 2, what: 'changed' }],
  ],
  [
    'an event that was deleted',
    ({ events }) => `delete from ledger.entries where event_id = '${events[2]}';
      delete from ledger.events where id = '${events[2]}'`,
    [{ no: 2, what: 'changed' }],
  ],
  [
    'events that changed places',
    ({ events }) => `alter table ledger.events alter no set generated by default;
      update ledger.events set no =
        (select sum(o.no) from ledger.events o where o.id in ('${events[2]}', '${events[3]}')) - no
      where id in ('${events[2]}', '${events[3]}');
      alter table ledger.events alter no set generated always`,
    [{ no: 2, what: 'changed' }],
  ],
  [
    'a reason that was rewritten',
    ({ events }) => `update ledger.events set reason = 'another' where id = '${events[3]}'`,
    [{ no: 2, what: 'changed' }],
  ],
  [
    'a time that was rewritten',
    ({ events }) => `update ledger.events set created_at = created_at - interval '1 ms' where id = '${events[3]}'`,
    [{ no: 2, what: 'changed' }],
  ],
  [
    'an event that was put in before the first number',
    ({ first }) => `with made as (
        insert into ledger.events (id, no, user_id, idem_key, reason, ref_type, ref_id, paid_change, bonus_change)
        overriding system value values (gen_random_uuid(), -1, '${first.id}', 'x', 'x', 'x', 'x', 0, 5) returning id)
      insert into ledger.entries (user_id, event_id, leg, account, amount)
      select '${first.id}', id, 1, 'source_promo', 5 from made`,
    [{ no: 1, what: 'changed' }],
  ],
  [
    'a block that was rewritten to fit what was changed',
    ({ events }) => `update ledger.events set reason = 'another' where id = '${events[3]}';
      update sealed_blocks b set hash = block_hash(block_text(b)) where chain = 'ledger' and no = 2`,
    [{ no: 3, what: 'unlinked' }],
  ],
  [
    'a block that was deleted',
    () => `delete from sealed_blocks where chain = 'ledger' and no = 2`,
    [{ no: 3, what: 'unlinked' }],
  ],
  [
    'a block that says another time',
    () => `update sealed_blocks set sealed_at = sealed_at - interval '1 day' where chain = 'ledger' and no = 2`,
    [{ no: 2, what: 'changed' }],
  ],
];

describe('what someone changes who owns the database', () => {
  it.each(attacks)('is found when the blocks are looked at again: %s', async (_name, statement, found) => {
    const history = await sealedHistory();
    await superuser.query(statement(history));
    await checking();
    const { holds, brokenBlocks } = await proof();
    expect({ holds, brokenBlocks }).toMatchObject({ holds: false, brokenBlocks: found });
    expect(brokenBlocks).toHaveLength(found.length);
  });
  it('is told to those who run the service, and forgotten once it is mended', async () => {
    const { events } = await sealedHistory();
    const told = async () => {
      const { body } = await stranger(world).get<{ sealed: { ledger: object } }>('/readyz');
      const { payload } = await world.app.inject('/metrics');
      return [body.sealed.ledger, payload.match(/^sealed_blocks_broken\{chain="ledger"\} (\d+)$/m)?.[1]];
    };
    await superuser.query(`update ledger.events set reason = reason || '!' where id = '${events[3]}'`);
    await prove();
    expect(await told()).toMatchObject([{ holds: false, brokenBlocks: [2], head: { no: 3 } }, '1']);
    await superuser.query(`update ledger.events set reason = rtrim(reason, '!') where id = '${events[3]}'`);
    await prove();
    expect(await told()).toMatchObject([{ holds: true, brokenBlocks: [] }, '0']);
  });
  it('is found a few blocks at a time, in turn', async () => {
    await sealedHistory();
    const turn = async () => (await world.database.pool.query(`select * from check_blocks('ledger', 3)`)).rows[0];
    expect([await turn(), await turn(), await turn()]).toEqual([
      { checked: 2, is_round_over: false },
      { checked: 1, is_round_over: true },
      { checked: 2, is_round_over: false },
    ]);
  });
});

describe('a block stays as it was sealed', () => {
  const writes = [
    'update sealed_blocks set hash = previous_hash',
    'delete from sealed_blocks',
    'truncate sealed_blocks',
  ];
  const forged = `insert into sealed_blocks values ('ledger', 9, 1, 1, 1, repeat('0', 64), repeat('1', 64))`;
  it.each([
    ...writes,
    forged,
    'update sealed_chains set settled_no = 0',
    'delete from broken_blocks',
    `select settle_chain('ledger')`,
    `select block_hash('x')`,
  ])('for the service, which has no right to: %s', async (attack) => {
    await sealedHistory();
    await expect(world.database.pool.query(attack)).rejects.toMatchObject({ code: '42501' });
  });
  it.each(writes)('for the owner of the tables, whom a trigger stops: %s', async (attack) => {
    await sealedHistory();
    await expect(owner.query(attack)).rejects.toMatchObject({ message: 'sealed_blocks is append-only' });
  });
  it('and is shown to nobody without wallet:read', async () => {
    const analyst = await adminWith(world, 'analyst');
    for (const url of ['/admin/ledger/proof', '/admin/ledger/blocks', '/admin/ledger/blocks/export']) {
      expect((await analyst.get(url)).body).toMatchObject({ statusCode: 403, required: ['wallet:read'] });
    }
  });
});
