import { afterEach, beforeEach, expect } from 'vitest';
import { proveLedger } from '../../src/features/ledger/jobs.ts';
import { createJobRunner } from '../../src/kit/jobs/runner.ts';
import { anonymous } from './actor.ts';
import { stoppedClock } from './sign-in.ts';
import { moveCoins } from './viewer.ts';
import { connectWithoutTriggers } from './without-triggers.ts';
import { openWorld, type World } from './world.ts';

/** What tests of the proof of the books need: a clock that moves when told, and someone who can forge. */

export interface ProofBody {
  holds: boolean;
  checkedAt: string;
  ageS: number;
  eventsBehind: number;
  behindS: number;
  concern: string | null;
}

interface Break {
  user_id: string;
  what: string;
}

/** What runs the proof alone: the other steps of its job have limits of their own. */
const proverIn = ({ database, logger }: World) =>
  createJobRunner({
    database,
    log: logger,
    jobs: [{ name: 'housekeeping', everyMinutes: 5, description: 'Proves the ledger', steps: [proveLedger] }],
  });

export async function openLedgerProof() {
  const world = await openWorld();
  const superuser = await connectWithoutTriggers(world);

  let moveTo: (seconds: number) => Promise<void>;
  let now = 0;
  beforeEach(async () => {
    for (const table of ['entries', 'events', 'proofs', 'proven', 'breaks']) {
      await superuser.query(`delete from ledger.${table}`);
    }
    await superuser.query(`delete from sealed_blocks where chain = 'ledger'; delete from broken_blocks;
      update sealed_chains set settled_no = 0, marked_no = 0, marked_xid = null, next_block = 1 where chain = 'ledger'`);
    moveTo = await stoppedClock(world);
    now = 0;
  });
  afterEach(() => world.clock.shift('0'));

  const prove = (by = world) => proverIn(by).runNow('housekeeping');
  const lastProof = async () => (await anonymous(world).get<{ ledger: ProofBody | null }>('/readyz')).body.ledger;
  return {
    world,
    superuser,
    prove,
    /** The whole job that the proof is a step of. */
    runHousekeeping: (by = world) => by.runner.runNow('housekeeping'),
    lastProof,
    later(seconds: number): Promise<void> {
      now += seconds;
      return moveTo(now);
    },
    breaks: async (): Promise<Break[]> =>
      (await superuser.query<Break>('select user_id, what from ledger.breaks order by what')).rows,
    given: async (id: string): Promise<string> =>
      (await moveCoins(world, { userId: id, bonus: { amount: 5, counter: 'source_promo' } })).eventId ?? '',
    /** Proves all that moved. Other tests write to the same server, and while they do the proof may yet have to wait. */
    async proveAll(by = world): Promise<void> {
      await expect
        .poll(() => prove(by).then(async ({ error }) => [error, (await lastProof())?.eventsBehind]), {
          timeout: 30_000,
        })
        .toEqual([null, 0]);
    },
    /** So many gifts of one coin in each book, as they would have come over the years. */
    async longHistory(userIds: string[], each: number): Promise<void> {
      await superuser.query(
        `with made as (
           insert into ledger.events
             (id, user_id, idem_key, reason, ref_type, ref_id, created_at, paid_change, bonus_change)
           select gen_random_uuid(), u, 'old:' || k, 'x', 'x', 'x', clock() - interval '1 day', 0, 1
           from generate_series(1, $2) k, unnest($1::uuid[]) u
           returning id, user_id, substr(idem_key, 5)::int as k)
         insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total)
         select m.user_id, m.id, l.leg, l.account, l.amount, l.seq, l.total
         from made m cross join lateral (values
           (1, 'wallet_bonus', 1, m.k, m.k), (2, 'source_promo', -1, null, null)) l (leg, account, amount, seq, total)`,
        [userIds, each],
      );
      await superuser.query('analyze ledger.events; analyze ledger.entries');
    },
    /** Does a step of the proof, and counts the rows of books that it read. */
    async rowsReadBy(statement: string): Promise<number> {
      const client = await world.database.pool.connect();
      // Also of what the connection did before and has not reported yet, hence the difference.
      const fetched = async (): Promise<number> =>
        (
          await client.query<{ n: number }>(
            `select coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0) as n from pg_stat_xact_user_tables
             where schemaname = 'ledger' and relname = 'entries'`,
          )
        ).rows[0]?.n ?? 0;
      try {
        await client.query('begin');
        const before = await fetched();
        await client.query(statement);
        const rows = (await fetched()) - before;
        await client.query('commit');
        return rows;
      } finally {
        client.release();
      }
    },
  };
}
