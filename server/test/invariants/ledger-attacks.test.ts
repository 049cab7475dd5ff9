import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kit/id.ts';
import { brokenBooks, fund, moveCoins, type Viewer, viewerIn } from '../harness/viewer.ts';
import { openWorld } from '../harness/world.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
await owner.connect();
afterAll(() => owner.end());

let viewer: Viewer;
/** An event that is over, with a bonus row (number 1, total 40) and a paid one (number 1, total 60). */
let old: { id: string; xid: string; key: string };

const books = async (): Promise<unknown> =>
  (
    await world.database.pool.query(
      'select e::text from ledger.events e union all select n::text from ledger.entries n',
    )
  ).rows;

beforeAll(async () => {
  viewer = await viewerIn(world);
  await fund(world, viewer.id, { paid: 60, bonus: 40 });
  const { rows } = await world.database.pool.query(
    'select id, xid, idem_key as key from ledger.events where user_id = $1',
    [viewer.id],
  );
  old = rows[0];
});

const event = (id: string, more: Record<string, string> = {}): string => {
  const columns = ['id', 'user_id', 'idem_key', 'reason', 'ref_type', 'ref_id', ...Object.keys(more)];
  const values = [id, viewer.id, `forged:${id}`, 'forged', 'forged', 'forged', ...Object.values(more)];
  return `insert into ledger.events (${columns.join()}) values (${values.map((value) => `'${value}'`).join()})`;
};

interface Row {
  account: string;
  amount: number;
  seq?: number;
  total?: number;
}

const entries = (eventId: string, rows: Row[], more = { column: '', value: '' }): string => {
  const values = rows.map(
    ({ account, amount, seq, total }, index) =>
      `('${viewer.id}', '${eventId}', ${index + 10}, '${account}', ${amount}, ${seq ?? 'null'}, ${total ?? 'null'}${more.value})`,
  );
  return `insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total${more.column}) values ${values.join()}`;
};

const bonus = (amount: number, seq: number, total: number): Row => ({ account: 'wallet_bonus', amount, seq, total });
const source = (amount: number): Row => ({ account: 'source_promo', amount });
const id = (): string => newId();

/** What a thief or a careless function might write, and by what it is refused when the owner of the tables does. */
const forgeries: readonly [name: string, statements: () => string[], refusal: object][] = [
  ['coins out of nowhere', () => pairOf(id(), [bonus(5, 2, 45)]), { constraint: 'ledger_zero_sum' }],
  ['two sides that differ', () => pairOf(id(), [bonus(5, 2, 45), source(-4)]), { constraint: 'ledger_zero_sum' }],
  ['an event without rows', () => [event(id())], { constraint: 'ledger_zero_sum' }],
  [
    'a balanced pair added to an event that is over',
    () => [entries(old.id, [bonus(5, 2, 45), source(-5)])],
    { constraint: 'entries_sealed' },
  ],
  [
    'the same, in the name of the transaction that made the event',
    () => [entries(old.id, [bonus(5, 2, 45), source(-5)], { column: ', xid', value: `, '${old.xid}'` })],
    { code: '42501', message: 'entries is append-only' },
  ],
  [
    'an event in the name of another transaction',
    () => [event(id(), { xid: old.xid })],
    { code: '42501', message: 'events is append-only' },
  ],
  ['a gap in the numbering', () => pairOf(id(), [bonus(5, 3, 45), source(-5)]), { constraint: 'ledger_chain' }],
  ['a number that was used', () => pairOf(id(), [bonus(5, 1, 45), source(-5)]), { constraint: 'entries_chain' }],
  ['a wrong running total', () => pairOf(id(), [bonus(5, 2, 999), source(-5)]), { constraint: 'ledger_chain' }],
  ['an overdraft', () => pairOf(id(), [bonus(-50, 2, -10), source(50)]), { constraint: 'entries_no_overdraft' }],
  [
    'an overdraft that hides behind a wrong total',
    () => pairOf(id(), [bonus(-50, 2, 10), source(50)]),
    { constraint: 'ledger_chain' },
  ],
  [
    'wallet rows without a number',
    () => pairOf(id(), [{ account: 'wallet_bonus', amount: 5 }, source(-5)]),
    { constraint: 'entries_numbered' },
  ],
  [
    'an account that nobody knows',
    () => pairOf(id(), [bonus(5, 2, 45), { account: 'source_thin_air', amount: -5 }]),
    { constraint: 'entries_account' },
  ],
  ['a row of zero coins', () => pairOf(id(), [source(0), source(0)]), { constraint: 'entries_amount' }],
  [
    'more coins than there can be',
    () => pairOf(id(), [bonus(1_000_000_001, 2, 1_000_000_041), source(-1_000_000_001)]),
    { constraint: 'entries_amount' },
  ],
  [
    'a second event under a key that was used',
    () => [event(id()).replace(/forged:[\w-]+/, old.key)],
    { constraint: 'events_once' },
  ],
];

function pairOf(eventId: string, rows: Row[]): string[] {
  return [event(eventId), entries(eventId, rows)];
}

const rewrites = ['ledger.events', 'ledger.entries'].flatMap((table) => [
  `update ${table} set user_id = user_id`,
  `delete from ${table}`,
  `truncate ${table} cascade`,
]);

async function together(client: pg.Client, statements: string[]): Promise<void> {
  await client.query('begin');
  try {
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

describe('the owner of the tables, past every line of the service, cannot write', () => {
  it.each(forgeries)('%s', async (_name, statements, refusal) => {
    const before = await books();
    await expect(together(owner, statements())).rejects.toMatchObject(refusal);
    expect(await books()).toEqual(before);
  });
  it.each(rewrites)('over what is written: %s', async (statement) => {
    const before = await books();
    await expect(owner.query(statement)).rejects.toMatchObject({ code: '42501' });
    expect(await books()).toEqual(before);
  });
  it('with the guards of the database switched off', async () => {
    await expect(owner.query(`set session_replication_role = 'replica'`)).rejects.toMatchObject({ code: '42501' });
  });
  it('but an honest pair, which shows that the refusals above are about what they say', async () => {
    const honest = await viewerIn(world);
    const eventId = id();
    const own = (text: string) => text.replaceAll(viewer.id, honest.id);
    await together(owner, [own(event(eventId)), own(entries(eventId, [bonus(5, 1, 5), source(-5)]))]);
    const { rows } = await owner.query('select count(*)::int as n from ledger.entries where event_id = $1', [eventId]);
    expect(rows).toEqual([{ n: 2 }]);
  });
});

describe('the service itself', () => {
  const attempt = (text: string) => world.database.pool.query(text);

  it.each(forgeries)('has no way to write %s', async (_name, statements) => {
    const before = await books();
    for (const statement of statements()) {
      await expect(attempt(statement)).rejects.toMatchObject({
        code: '42501',
        message: expect.stringMatching('permission denied'),
      });
    }
    expect(await books()).toEqual(before);
  });
  it.each(rewrites)('has no right to %s', async (statement) => {
    await expect(attempt(statement)).rejects.toMatchObject({
      code: '42501',
      message: expect.stringMatching('permission denied'),
    });
  });
  it.each([
    'alter table ledger.events disable trigger all',
    'alter table ledger.entries disable trigger all',
    'drop trigger entries_append_only on ledger.entries',
    'alter table ledger.entries drop constraint entries_no_overdraft',
    `set session_replication_role = 'replica'`,
    'set role cliffhanger_owner',
    'create or replace function ledger.check_event() returns trigger language plpgsql as $$ begin return null; end $$',
    'drop function ledger.post(jsonb, boolean)',
    'update user_balances set balance_total = 1000000',
    'insert into user_listing (user_id, status, is_guest, created_at) select id, status, is_guest, created_at from users',
    'update user_counts set users = 0',
    'select count_users(1000, u) from users u',
    'select rebuild_user_listing()',
    'update ledger.proofs set holds = true',
    'delete from users',
  ])('cannot do away with the guards or what hangs on the books: %s', async (statement) => {
    await expect(attempt(statement)).rejects.toMatchObject({ code: '42501' });
  });
  it('cannot fool the ledger with a spend that gives coins, nor with accounts that are not there', async () => {
    const before = await books();
    const spend = moveCoins(world, { userId: viewer.id, spend: -500, counter: 'sink_unlock' });
    await expect(spend).rejects.toMatchObject({ code: '22023' });
    const items = (counter: string | null) => [
      {
        n: 1,
        event_id: id(),
        idem_key: id(),
        user_id: viewer.id,
        reason: 'x',
        ref_type: 'x',
        ref_id: 'x',
        bonus: 5,
        counter_bonus: counter,
      },
    ];
    for (const [counter, constraint] of [
      ['source_thin_air', 'entries_account'],
      ['wallet_paid', 'entries_numbered'],
      [null, undefined],
    ] as const) {
      const forged = world.database.pool.query('select * from ledger.post($1)', [JSON.stringify(items(counter))]);
      await expect(forged).rejects.toMatchObject({
        code: expect.stringMatching(/^23/),
        ...(constraint && { constraint }),
      });
    }
    expect(await books()).toEqual(before);
  });
});

it('After all of it every book is whole', async () => {
  expect(await brokenBooks(world)).toEqual([expect.objectContaining({ what: 'is listed with another balance' })]);
  await owner.query('select rebuild_user_listing()');
  expect(await brokenBooks(world)).toEqual([]);
});
