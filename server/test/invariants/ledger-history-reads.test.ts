import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listCreditSums, listMovementsBefore } from '../../src/features/ledger/public.ts';
import type { Tx } from '../../src/kit/db/database.ts';
import { openLedgerProof } from '../harness/ledger-proof.ts';
import { makeViewer } from '../harness/viewer.ts';

const { world, given, longHistory } = await openLedgerProof();

const fetched = async (tx: Tx): Promise<number> =>
  (
    await sql<{ n: number }>`
      select coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0) as n from pg_stat_xact_user_tables
      where schemaname = 'ledger' and relname = 'events'`.execute(tx)
  ).rows[0]?.n ?? 0;

/** What a read answers, and how many rows of events it takes from the table, however it finds them. */
const counted = <T>(read: (tx: Tx) => Promise<T>): Promise<{ answer: T; events: number }> =>
  world.database.transaction(async (tx) => {
    const before = await fetched(tx);
    const answer = await read(tx);
    return { answer, events: (await fetched(tx)) - before };
  });

it('A page of a long history, and what was given on a day of it, are read without the rest', async () => {
  const { id } = await makeViewer(world);
  await longHistory([id], 20_000);
  for (let n = 0; n < 5; n++) await given(id);
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000);

  let point = { at: hours(1), id };
  for (let page = 0; page < 3; page++) {
    const { answer, events } = await counted((tx) => listMovementsBefore(tx, id, point, 25));
    expect(answer).toHaveLength(25);
    expect(events).toBeLessThan(100);
    point = answer.at(-1) ?? point;
  }
  const today = { refType: 'test', from: hours(-1), before: hours(1) };
  const { answer, events } = await counted((tx) => listCreditSums(tx, [id], today));
  expect(answer.get(id)).toBe(25);
  expect(events).toBeLessThan(100);
});
