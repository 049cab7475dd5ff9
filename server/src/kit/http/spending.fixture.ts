import { sql } from 'kysely';
import pg from 'pg';
import { Type } from 'typebox';
import { giveCoins, makeViewer, spendMovement } from '../../../test/harness/viewer.ts';
import type { World } from '../../../test/harness/world.ts';
import { insufficientBalance, postMany } from '../../features/ledger/public.ts';
import { busy } from '../batch-queue.ts';
import type { Db, Tx } from '../db/database.ts';
import { declareError, notFound, refusal } from '../errors.ts';
import type { BatchItem } from './endpoint.ts';
import { Id } from './schema.ts';
import { lenientEndpoint, type TestCaller } from './test-app.fixture.ts';

/** Spending coins in batches on the real ledger, to try batched changes with. The name of a caller is a user's id. */

export const alreadyNoted = declareError(409, 'already_noted', {}, ['spend_notes_unique']);

export const spendTables = `
  create table spend_notes (note text constraint spend_notes_unique unique deferrable initially deferred);
  create table shared_things (name text);
  insert into shared_things values ('the only one');
  create function fail(code text) returns void language plpgsql as $$ begin raise exception using errcode = code; end $$;
  grant execute on function fail to cliffhanger_app;
  grant select, insert on spend_notes to cliffhanger_app;
  grant select, update on shared_things to cliffhanger_app`;

const Body = Type.Object({ coins: Type.Integer({ minimum: 0 }), note: Type.Optional(Type.String()) });
type Item = BatchItem<TestCaller, { id: string }, Record<never, never>, { coins: number; note?: string }>;

/** What the batches looked like, and what is to happen to the next ones. */
export class Watch {
  readonly sizes: number[] = [];
  /** Who was tried in a batch, once for each time. */
  readonly tries: string[] = [];
  readonly alone: string[] = [];
  /** How long locks are waited for, in batches and alone. */
  readonly lockTimeouts = new Set<string>();
  underWay = 0;
  maxUnderWay = 0;
  /** Run once, within the next batch, before anything else is done in it. */
  interruption: ((tx: Tx) => Promise<unknown>) | undefined;

  reset(): void {
    this.sizes.length = 0;
    this.tries.length = 0;
    this.alone.length = 0;
    this.lockTimeouts.clear();
    this.maxUnderWay = this.underWay;
    this.interruption = undefined;
  }

  async during<T>(tx: Tx, items: readonly Item[], wait: boolean, work: () => Promise<T>): Promise<T> {
    const names = items.map(({ caller }) => caller.name);
    if (wait) this.alone.push(...names);
    else this.tries.push(...names);
    if (!wait) this.sizes.push(items.length);
    if (!wait) this.maxUnderWay = Math.max(this.maxUnderWay, ++this.underWay);
    try {
      const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(tx);
      this.lockTimeouts.add(`${wait ? 'alone' : 'batch'} ${rows[0]?.lock_timeout}`);
      const { interruption } = this;
      this.interruption = undefined;
      await interruption?.(tx);
      return await work();
    } finally {
      if (!wait) this.underWay--;
    }
  }
}

async function misbehave(tx: Tx, items: readonly Item[]): Promise<void> {
  for (const { body } of items) {
    if (body.note === 'poison') await sql`select fail('22012')`.execute(tx);
    if (body.note === 'lock') await sql`update shared_things set name = name`.execute(tx);
    if (body.note?.startsWith('note')) await sql`insert into spend_notes values (${body.note})`.execute(tx);
  }
}

async function spend(tx: Tx, items: readonly Item[], wait: boolean) {
  await misbehave(tx, items);
  const movements = items.map(({ caller, body, causeId }) => spendMovement(caller.name, body.coins, causeId));
  const posted = await postMany(tx, movements, { wait });
  return posted.map(({ outcome, paid, bonus }, n) => {
    const balanceTotal = paid + bonus;
    if (outcome === 'busy') return busy;
    if (outcome === 'unknown_user') return refusal(notFound);
    if (outcome === 'conflict') throw new Error('one cause moved coins in two ways');
    if (outcome === 'insufficient') return refusal(insufficientBalance, { balanceTotal });
    // A reply that its schema does not allow.
    return { balanceTotal: items[n]?.body.note === 'misfit' ? 0.5 : balanceTotal };
  });
}

export const spendEndpoint = (watch: Watch) =>
  lenientEndpoint.batchedWrite({
    method: 'POST',
    url: '/things/:id/spend',
    summary: 'Spend coins',
    access: 'signed_in',
    rate: 'scarce',
    params: { id: Id },
    body: Body,
    reply: Type.Object({ balanceTotal: Type.Integer() }),
    errors: [insufficientBalance, notFound, alreadyNoted],
    idempotent: true,
    target: async (db: Db, { id }) => (id.endsWith('0') ? undefined : sql`select 1`.execute(db)),
    run: ({ tx, wait }, items) => watch.during(tx, items, wait, () => spend(tx, items, wait)),
  });

/** Users with so many coins each. */
export async function usersWith(world: World, count: number, coins: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const { id } = await makeViewer(world);
    await giveCoins(world, id, { bonus: coins });
    ids.push(id);
  }
  return ids;
}

export async function balancesOf({ database }: World, users: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: string; total: number }>`
    select user_id as id, balance_total as total from user_balances where user_id = any(${[...users]})`.execute(
    database.db,
  );
  return users.map((id) => rows.find((row) => row.id === id)?.total ?? Number.NaN);
}

/** Locks the rows of users in a transaction of its own until released. */
export async function lockRows({ server, databaseName }: World, statement: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: server.url('owner', databaseName) });
  await client.connect();
  await client.query('begin');
  await client.query(statement, values);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

export const lockUsers = (world: World, users: readonly string[]) =>
  lockRows(world, 'select from users where id = any($1) for no key update', [users]);
