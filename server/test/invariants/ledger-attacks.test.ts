import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveCoins, ledgerViolations, makeViewer, type Viewer } from '../harness/viewer.ts';
import { openWorld } from '../harness/world.ts';
import { bonus, eventWithRows, forgeries, id, type LedgerFixture, source } from './forgeries.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
await owner.connect();
afterAll(() => owner.end());

let viewer: Viewer;
let scene: LedgerFixture;

const books = async (): Promise<unknown> =>
  (
    await world.database.pool.query(
      'select e::text from ledger.events e union all select n::text from ledger.entries n',
    )
  ).rows;

beforeAll(async () => {
  viewer = await makeViewer(world);
  await giveCoins(world, viewer.id, { paid: 60, bonus: 40 });
  const { rows } = await world.database.pool.query(
    'select id, xid, idem_key as key from ledger.events where user_id = $1',
    [viewer.id],
  );
  scene = { viewer: viewer.id, other: (await makeViewer(world)).id, old: rows[0] };
});

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
    await expect(together(owner, statements(scene))).rejects.toMatchObject(refusal);
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
    const honest = await makeViewer(world);
    const eventId = id();
    const own = (text: string) => text.replaceAll(viewer.id, honest.id);
    await together(owner, eventWithRows(scene, eventId, [bonus(5, 1, 5), source(-5)]).map(own));
    const { rows } = await owner.query('select count(*)::int as n from ledger.entries where event_id = $1', [eventId]);
    expect(rows).toEqual([{ n: 2 }]);
  });
});

describe('the service itself', () => {
  const attempt = (text: string) => world.database.pool.query(text);

  it.each(forgeries)('has no way to write %s', async (_name, statements) => {
    const before = await books();
    for (const statement of statements(scene)) {
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
    'alter domain ledger.total drop constraint entries_no_overdraft',
    `set session_replication_role = 'replica'`,
    'set role cliffhanger_owner',
    'create or replace function ledger.check_events() returns trigger language plpgsql as $$ begin return null; end $$',
    'drop function ledger.post(jsonb, boolean)',
    'update user_balances set balance_total = 1000000',
    'insert into user_listing (user_id, status, is_guest, created_at) select id, status, is_guest, created_at from users',
    'update user_counts set users = 0',
    'select count_users(1000, u) from users u',
    'select rebuild_user_listing()',
    'update ledger.proofs set holds = true',
    'insert into ledger.proofs (holds, events, up_to_no) values (true, 0, 1000000)',
    'insert into ledger.proven (user_id, account, seq, total) select user_id, account, seq, total from ledger.entries',
    'update ledger.proven set seq = seq + 1000',
    'delete from ledger.breaks',
    'update ledger.breaks set checked_at = clock()',
    `select ledger.walk_wallets('{}', '{}', 'empty', 1)`,
    `select setval('ledger.events_no_seq', 1000000)`,
    'delete from users',
  ])('cannot do away with the guards or what hangs on the books: %s', async (statement) => {
    await expect(attempt(statement)).rejects.toMatchObject({ code: '42501' });
  });
  it('cannot fool the ledger with a spend that gives coins, nor with accounts that are not there', async () => {
    const before = await books();
    const item = { n: 1, event_id: id(), idem_key: id(), user_id: viewer.id, reason: 'x', ref_type: 'x', ref_id: 'x' };
    const postItems = (...items: object[]) =>
      world.database.pool.query('select * from ledger.post($1)', [JSON.stringify(items)]);
    for (const spend of [-500, '-500']) {
      const sink = { counter_paid: 'sink_unlock', counter_bonus: 'sink_unlock' };
      await expect(postItems({ ...item, spend, ...sink })).rejects.toMatchObject({ constraint: 'spend_takes_coins' });
    }
    for (const [counter, constraint] of [
      ['source_thin_air', 'entries_account'],
      ['wallet_paid', 'entries_numbered'],
      [null, undefined],
    ] as const) {
      await expect(postItems({ ...item, bonus: 5, counter_bonus: counter })).rejects.toMatchObject({
        code: expect.stringMatching(/^23/),
        ...(constraint && { constraint }),
      });
    }
    expect(await books()).toEqual(before);
  });
});

it('After all of it every book is whole', async () => {
  expect(await ledgerViolations(world)).toEqual([expect.objectContaining({ what: 'is listed with another balance' })]);
  await owner.query('select rebuild_user_listing()');
  expect(await ledgerViolations(world)).toEqual([]);
});
