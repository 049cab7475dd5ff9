import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AdminActor, anonymous, makeAdminActor } from '../harness/actor.ts';
import { stoppedClock } from '../harness/sign-in.ts';
import { giveCoins, makeViewer, moveCoins } from '../harness/viewer.ts';
import { connectWithoutTriggers } from '../harness/without-triggers.ts';
import { openWorld } from '../harness/world.ts';

const world = await openWorld();
const support: AdminActor = await makeAdminActor(world, 'support');

const superuser = await connectWithoutTriggers(world);

let moveTo: (seconds: number) => Promise<void>;
beforeEach(async () => {
  moveTo = await stoppedClock(world);
});
afterEach(() => world.clock.shift('0'));

interface Proof {
  holds: boolean;
  balancePaid: number;
  balanceBonus: number;
  entries: number;
  checkedAt: string;
  breaks: { eventId: string; what: string }[];
}

const proofOf = async (id: string): Promise<Proof> =>
  (await support.get<Proof>(`/admin/users/${id}/ledger/proof`)).body;

/** A user with a little history: 30 + 20 bonus, 50 paid, less 60. */
async function someone() {
  const { id } = await makeViewer(world);
  const events: string[] = [];
  await giveCoins(world, id, { paid: 50, bonus: 30 });
  for (const more of [
    { bonus: { amount: 20, counter: 'source_promo' as const } },
    { spend: 60, counter: 'sink_unlock' as const },
  ]) {
    const { eventId } = await moveCoins(world, { userId: id, ...more });
    events.push(eventId ?? '');
  }
  const [given = '', spent = ''] = events;
  return { id, given, spent };
}

const prove = () => world.runner.runNow('housekeeping');
const lastProof = async () =>
  (await anonymous(world).get<{ ledger: { holds: boolean } | null }>('/readyz')).body.ledger;
const provenUpTo = async (): Promise<number> =>
  (await world.database.pool.query<{ no: number }>('select coalesce(max(up_to_no), 0) as no from ledger.proofs'))
    .rows[0]?.no ?? -1;

const newest = async (): Promise<number> =>
  (await world.database.pool.query<{ no: number }>('select coalesce(max(no), 0) as no from ledger.events')).rows[0]
    ?.no ?? -1;

/** Proves all that moved. Other tests write to the same server, and while they do the proof may yet have to wait. */
async function proveAll(): Promise<void> {
  await expect.poll(() => prove().then(provenUpTo)).toBe(await newest());
}

describe('the proof of one user’s book', () => {
  it('recomputes the balances from the amounts, and holds', async () => {
    const { id } = await someone();
    expect(await proofOf(id)).toEqual({
      holds: true,
      balancePaid: 40,
      balanceBonus: 0,
      entries: 10,
      checkedAt: expect.stringMatching(/Z$/),
      breaks: [],
    });
  });
  it('holds for a user without coins', async () => {
    const { id } = await makeViewer(world);
    expect(await proofOf(id)).toMatchObject({ holds: true, balancePaid: 0, balanceBonus: 0, entries: 0 });
  });

  const corruptions: readonly [what: string, text: (event: string) => string][] = [
    [
      'does not net to zero',
      (event) => `update ledger.entries set amount = amount + 1 where event_id = '${event}' and leg = 2`,
    ],
    ['does not net to zero', (event) => `delete from ledger.entries where event_id = '${event}' and leg = 2`],
    [
      'breaks the running total',
      (event) => `update ledger.entries set amount = amount * 2 where event_id = '${event}' and leg in (1, 2)`,
    ],
    [
      'breaks the running total',
      (event) => `update ledger.entries set total = total + 1 where event_id = '${event}' and leg = 1`,
    ],
    [
      'breaks the numbering',
      (event) => `update ledger.entries set seq = seq + 10 where event_id = '${event}' and leg = 1`,
    ],
    [
      'says another change than its rows',
      (event) => `update ledger.events set bonus_change = bonus_change + 1 where id = '${event}'`,
    ],
    ['has no rows', (event) => `delete from ledger.entries where event_id = '${event}'`],
    ['has rows from elsewhere', (event) => `delete from ledger.events where id = '${event}'`],
    [
      'has rows from elsewhere',
      (event) => `insert into ledger.entries (user_id, event_id, leg, account, amount)
        select user_id, event_id, leg + 10, account, -amount from ledger.entries where event_id = '${event}' and seq is null
        union all select user_id, event_id, leg + 20, account, amount from ledger.entries
          where event_id = '${event}' and seq is null`,
    ],
  ];
  it.each(corruptions)('names an event that %s', async (what, corrupt) => {
    const { id, given } = await someone();
    await superuser.query(corrupt(given));
    const { holds, breaks } = await proofOf(id);
    expect(holds).toBe(false);
    expect(breaks).toContainEqual({ eventId: given, what });
  });
  it('names an event that leaves a wallet below zero', async () => {
    const { id, spent } = await someone();
    await superuser.query('alter domain ledger.total drop constraint entries_no_overdraft');
    await superuser.query(`update ledger.entries set amount = amount - 100, total = total - 100
      where event_id = '${spent}' and account = 'wallet_paid'`);
    expect((await proofOf(id)).breaks).toContainEqual({ eventId: spent, what: 'is below zero' });
  });
  it('is not for those who may not see wallets, and not of users that there are not', async () => {
    const { id } = await makeViewer(world);
    const moderator = await makeAdminActor(world, 'moderator');
    expect((await moderator.get(`/admin/users/${id}/ledger/proof`)).status).toBe(403);
    expect((await support.get(`/admin/users/${support.id}/ledger/proof`)).body.error).toBe('not_found');
  });
});

describe('the proof that runs by the clock', () => {
  beforeEach(async () => {
    // What the tests above have broken is of no interest here.
    for (const table of ['entries', 'events', 'proofs', 'proven', 'breaks']) {
      await superuser.query(`delete from ledger.${table}`);
    }
  });

  it('says nothing before it has run, proves what moved, and says so to those who run the service', async () => {
    expect(await lastProof()).toBeNull();
    await someone();
    await moveTo(61);
    await proveAll();
    expect(await lastProof()).toMatchObject({ holds: true, checkedAt: expect.stringMatching(/Z$/) });
    expect((await prove()).counts).toMatchObject({ proved_ledger_events: 0 });
  });
  it('goes on saying that a book is broken while others move, until it is mended', async () => {
    const { id, given } = await someone();
    await superuser.query(`update ledger.entries set total = total + 1 where event_id = '${given}' and leg = 1`);
    await moveTo(61);
    await proveAll();
    expect(await lastProof()).toMatchObject({ holds: false });
    expect((await world.app.inject('/readyz')).statusCode).toBe(200);
    await someone();
    await moveTo(122);
    await proveAll();
    expect(await lastProof()).toMatchObject({ holds: false });
    expect((await proofOf(id)).holds).toBe(false);
    await superuser.query(`update ledger.entries set total = total - 1 where event_id = '${given}' and leg = 1`);
    await prove();
    expect(await lastProof()).toMatchObject({ holds: true });
  });
  it('does not miss an event that got its number early and is committed late', async () => {
    const [early, late] = [await makeViewer(world), await makeViewer(world)];
    const slow = await world.database.pool.connect();
    const item = {
      n: 1,
      event_id: late.id,
      idem_key: 'slow',
      user_id: late.id,
      reason: 'slow',
      ref_type: 'x',
      ref_id: 'x',
    };
    await slow.query('begin');
    await slow.query('select * from ledger.post($1)', [
      JSON.stringify([{ ...item, bonus: 5, counter_bonus: 'source_test' }]),
    ]);
    await giveCoins(world, early.id, { bonus: 5 });
    await prove();
    expect(await provenUpTo()).toBe(0);
    // Even long after: who is still at it may yet commit.
    await moveTo(120);
    await prove();
    expect(await provenUpTo()).toBe(0);
    await slow.query('commit');
    slow.release();
    await superuser.query(`update ledger.entries set total = total + 1 where event_id = '${late.id}' and leg = 1`);
    await proveAll();
    expect(await lastProof()).toMatchObject({ holds: false });
  });
  it('waits a minute before it trusts that nobody is still writing', async () => {
    await someone();
    await moveTo(59);
    expect((await prove()).counts).toMatchObject({ proved_ledger_events: 0 });
    await moveTo(61);
    await proveAll();
    expect(await lastProof()).toMatchObject({ holds: true });
  });
});
