import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AdminActor, adminWith, stranger } from '../harness/actor.ts';
import { stoppedClock } from '../harness/sign-in.ts';
import { fund, moveCoins, viewerIn } from '../harness/viewer.ts';
import { openWorld } from '../harness/world.ts';

vi.setConfig({ testTimeout: 60_000 });

const world = await openWorld();
const support: AdminActor = await adminWith(world, 'support');

/** One who can do what neither the service nor the owner of the tables can. */
const intruder = new pg.Client({
  connectionString: world.server.url('superuser', world.databaseName),
  options: '-c session_replication_role=replica',
});
await intruder.connect();
afterAll(() => intruder.end());

/** A service that gives its statements half a second. */
const hurried = world.another();
hurried.database.pool.on('connect', (client) => void client.query('set statement_timeout = 500'));

let moveTo: (seconds: number) => Promise<void>;
let now = 0;
const later = (seconds: number) => {
  now += seconds;
  return moveTo(now);
};
beforeEach(async () => {
  for (const table of ['entries', 'events', 'proofs', 'proven', 'breaks']) {
    await intruder.query(`delete from ledger.${table}`);
  }
  moveTo = await stoppedClock(world);
  now = 0;
});
afterEach(async () => {
  await proveQuickly();
  await world.clock.shift('0');
});

/** From now on each wallet that is proven takes so many seconds. */
async function proveSlowly(seconds: number): Promise<void> {
  await intruder.query(`
    create or replace function ledger.dawdle() returns trigger language plpgsql as $$
      begin perform pg_sleep(${seconds}); return new; end $$;
    create trigger dawdle before insert on ledger.proven for each row execute function ledger.dawdle();`);
}
const proveQuickly = () => intruder.query('drop trigger if exists dawdle on ledger.proven');

/** Does a step of the proof, and counts the rows of books that it read. */
async function rowsReadBy(statement: string): Promise<number> {
  const client = await world.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    const { rows } = await client.query<{ n: number }>(
      `select coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0) as n from pg_stat_xact_user_tables
       where schemaname = 'ledger' and relname = 'entries'`,
    );
    await client.query('commit');
    return rows[0]?.n ?? 0;
  } finally {
    client.release();
  }
}

interface Verdict {
  holds: boolean;
  checkedAt: string;
  ageS: number;
  eventsBehind: number;
  concern: string | null;
}

const prove = (by = world) => by.runner.runNow('housekeeping');
const verdict = async () => (await stranger(world).get<{ ledger: Verdict | null }>('/readyz')).body.ledger;
const breaks = async () => (await intruder.query('select user_id, what from ledger.breaks order by what')).rows;
const wholeProof = async (id: string) =>
  (await support.get<{ holds: boolean; breaks: object[] }>(`/admin/users/${id}/ledger/proof`)).body;
const given = async (id: string): Promise<string> =>
  (await moveCoins(world, { userId: id, bonus: { amount: 5, counter: 'source_promo' } })).eventId ?? '';

/** Proves all that moved. Other tests write to the same server, and while they do the proof may yet have to wait. */
async function proveAll(by = world): Promise<void> {
  await expect
    .poll(() => prove(by).then(async ({ error }) => [error, (await verdict())?.eventsBehind]), { timeout: 30_000 })
    .toEqual([null, 0]);
}

/** So many gifts of one coin in a book, as they would have come over the years. */
async function longHistory(userIds: string[], each: number): Promise<void> {
  await intruder.query(
    `with made as (
       insert into ledger.events (id, user_id, idem_key, reason, ref_type, ref_id, created_at, paid_change, bonus_change)
       select gen_random_uuid(), u, 'old:' || k, 'x', 'x', 'x', clock() - interval '1 day', 0, 1
       from generate_series(1, $2) k, unnest($1::uuid[]) u
       returning id, user_id, substr(idem_key, 5)::int as k)
     insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total)
     select m.user_id, m.id, l.leg, l.account, l.amount, l.seq, l.total
     from made m cross join lateral (values
       (1, 'wallet_bonus', 1, m.k, m.k), (2, 'source_promo', -1, null, null)) l (leg, account, amount, seq, total)`,
    [userIds, each],
  );
  await intruder.query('analyze ledger.events; analyze ledger.entries');
}

describe('a long history', () => {
  it('costs the proof nothing when its owner moves again: only what is new is read', async () => {
    const { id } = await viewerIn(world);
    await longHistory([id], 20_000);
    await later(61);
    await proveAll();
    await given(id);
    await later(61);
    expect(await rowsReadBy('select ledger.prove(5000)')).toBeLessThan(20);
    await given(id);
    await later(61);
    await proveAll(hurried);
    expect(await verdict()).toMatchObject({ holds: true, eventsBehind: 0 });
  });

  it('that was never proven is proven in pieces, and nothing is skipped', async () => {
    const { id } = await viewerIn(world);
    await longHistory([id], 25_000);
    await intruder.query(
      'insert into ledger.proofs (holds, events, up_to_no) select true, 0, max(no) from ledger.events',
    );
    await intruder.query('update ledger.entries set total = total + 1 where user_id = $1 and seq = 24000', [id]);
    await given(id);
    await later(61);
    expect(await rowsReadBy('select ledger.prove(100)')).toBeLessThan(2000);
    await proveAll(hurried);
    expect(await breaks()).toEqual([{ user_id: id, what: 'breaks the running total' }]);
    const { rows } = await intruder.query('select seq from ledger.proven where user_id = $1', [id]);
    expect(rows).toEqual([{ seq: 23_999 }]);
  });
});

describe('a batch that takes too long', () => {
  it('is halved until it fits, and all is proven', async () => {
    const users = await Promise.all(Array.from({ length: 64 }, async () => (await viewerIn(world)).id));
    await longHistory(users, 1);
    await later(61);
    await proveSlowly(0.02);
    await proveAll(hurried);
    const { rows } = await intruder.query(
      'select sum(events)::int as all, max(events)::int as most from ledger.proofs',
    );
    expect(rows[0]).toEqual({ all: 64, most: expect.any(Number) });
    expect(rows[0].most).toBeLessThan(64);
    expect(await verdict()).toMatchObject({ holds: true });
  });

  it('however small, fails the run and not the next one, which goes on where the last verdict stood', async () => {
    const { id } = await viewerIn(world);
    await given(id);
    await later(61);
    await proveAll();
    const before = await verdict();
    await given(id);
    await later(61);
    await proveSlowly(1);
    expect(await prove(hurried)).toMatchObject({
      outcome: 'failed',
      error: expect.stringMatching('proved_ledger_events'),
    });
    expect(await verdict()).toMatchObject({ checkedAt: before?.checkedAt, ageS: 61, eventsBehind: 1 });
    await proveQuickly();
    await proveAll();
    expect(await verdict()).toMatchObject({ holds: true, ageS: 0, eventsBehind: 0 });
  });
});

describe('what was forged', () => {
  async function proven() {
    const { id } = await viewerIn(world);
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
    await intruder.query(`update ledger.entries set total = total + 1 where event_id = '${first}' and leg = 1`);
    expect(await provenAgain(id)).toEqual([]);
    expect(await wholeProof(id)).toMatchObject({
      holds: false,
      breaks: [{ eventId: first, what: 'breaks the running total' }],
    });
  });
  it('in the newest row, on both sides and in every sum, is found as soon as its owner moves again', async () => {
    const { id, newest } = await proven();
    await intruder.query(`update ledger.entries set amount = amount * 100, total = total + 495
      where event_id = '${newest}' and leg = 1`);
    await intruder.query(`update ledger.entries set amount = amount * 100 where event_id = '${newest}' and leg = 2`);
    await intruder.query(`update ledger.events set bonus_change = 500 where id = '${newest}'`);
    expect(await wholeProof(id)).toMatchObject({ holds: true });
    expect(await provenAgain(id)).toEqual([{ user_id: id, what: 'breaks the running total' }]);
    expect(await verdict()).toMatchObject({ holds: false, concern: 'broken' });
  });
  it('as a row that belongs to no event is found as soon as its owner moves again', async () => {
    const { id } = await proven();
    await intruder.query(`insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total)
      values ('${id}', gen_random_uuid(), 1, 'wallet_bonus', 85, 4, 100)`);
    expect(await provenAgain(id)).toEqual([
      { user_id: id, what: 'does not net to zero' },
      { user_id: id, what: 'has rows from elsewhere' },
    ]);
  });
  it('as a balanced pair more in an event of long ago is found as soon as its owner moves again', async () => {
    const { id, first } = await proven();
    await intruder.query(`insert into ledger.entries (user_id, event_id, leg, account, amount, seq, total, xid)
      select '${id}', id, l.leg, l.account, l.amount, l.seq, l.total, xid from ledger.events, (values
        (11, 'wallet_bonus', 85, 4, 100), (12, 'source_promo', -85, null, null)) l (leg, account, amount, seq, total)
      where id = '${first}'`);
    expect(await provenAgain(id)).toEqual([{ user_id: id, what: 'says another change than its rows' }]);
  });
  it('as a movement of its own is found by the next proof', async () => {
    const { id } = await proven();
    const event = await given(id);
    await intruder.query(`delete from ledger.entries where event_id = '${event}' and leg = 2`);
    await later(61);
    await proveAll();
    expect(await breaks()).toEqual([{ user_id: id, what: 'does not net to zero' }]);
  });
});

describe('a broken book', () => {
  it('hides nothing of the others, however long it is, and is whole again only when it is mended to its end', async () => {
    const [broken, other] = [await viewerIn(world), await viewerIn(world)];
    await longHistory([broken.id], 3000);
    await intruder.query('update ledger.entries set total = total + 1 where user_id = $1 and seq in (10, 2990)', [
      broken.id,
    ]);
    await later(61);
    await proveAll();
    const event = await given(other.id);
    await given(broken.id);
    await intruder.query(`update ledger.events set bonus_change = 6 where id = '${event}'`);
    await later(61);
    await proveAll();
    expect(await rowsReadBy('select ledger.recheck(100)')).toBeLessThan(100);
    expect(await breaks()).toEqual([
      { user_id: broken.id, what: 'breaks the running total' },
      { user_id: other.id, what: 'says another change than its rows' },
    ]);
    await intruder.query(`update ledger.events set bonus_change = 5 where id = '${event}'`);
    await intruder.query('update ledger.entries set total = total - 1 where user_id = $1 and seq = 10', [broken.id]);
    await proveAll();
    expect(await breaks()).toEqual([{ user_id: broken.id, what: 'breaks the running total' }]);
    await intruder.query('update ledger.entries set total = total - 1 where user_id = $1 and seq = 2990', [broken.id]);
    await proveAll();
    expect(await breaks()).toEqual([]);
    expect(await verdict()).toMatchObject({ holds: true, concern: null });
  });
});

describe('the age of the verdict', () => {
  const figures = async () => {
    const { payload } = await world.app.inject('/metrics');
    return Object.fromEntries(
      [...payload.matchAll(/^ledger_proof_(\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
    );
  };

  it('grows while nobody proves, for those who look and those who measure, and so does what is not proven', async () => {
    expect(await figures()).toEqual({});
    const { id } = await viewerIn(world);
    await fund(world, id, { bonus: 5 });
    await later(61);
    await proveAll();
    expect(await figures()).toEqual({ holds: 1, age_seconds: 0, events_behind: 0 });
    await given(id);
    await given(id);
    await later(1860);
    expect(await figures()).toEqual({ holds: 1, age_seconds: 1860, events_behind: 2 });
    expect(await verdict()).toMatchObject({ holds: true, ageS: 1860, eventsBehind: 2, concern: 'late' });
    await proveAll();
    expect(await verdict()).toMatchObject({ holds: true, ageS: 0, eventsBehind: 0, concern: null });
  });
});
