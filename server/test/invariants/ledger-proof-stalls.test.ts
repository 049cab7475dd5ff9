import { describe, expect, it } from 'vitest';
import { openLedgerProof } from '../harness/ledger-proof.ts';
import { makeViewer } from '../harness/viewer.ts';

const { world, superuser, prove, proveAll, lastProof, breaks, given, later } = await openLedgerProof();

/** Other tests write to the same server, and while they do the proof may yet have to wait. */
async function proveUntil(eventsBehind: number): Promise<void> {
  const proved = () => prove().then(async () => (await lastProof())?.eventsBehind);
  await expect.poll(proved, { timeout: 30_000 }).toBe(eventsBehind);
}

async function unbalance(event: string): Promise<void> {
  await superuser.query(`update ledger.entries set amount = amount - 1 where event_id = '${event}' and leg = 2`);
}

describe('an event does not hold up the proof of those after it', () => {
  it.each([
    [
      'by the number of a transaction of another cluster, whose dump was restored here',
      `update ledger.events set xid = (xid::text::bigint + 50000000)::text::xid8;
       update ledger.entries set xid = (xid::text::bigint + 50000000)::text::xid8`,
    ],
    ['by a time that lies ahead', `update ledger.events set created_at = clock() + interval '10 years'`],
  ])('%s', async (_how, forge) => {
    const { id } = await makeViewer(world);
    await given(id);
    await superuser.query(forge);
    await given(id);
    await later(61);
    await proveAll();
    expect(await lastProof()).toMatchObject({ holds: true, concern: null });
    await unbalance(await given(id));
    await later(61);
    await proveAll();
    expect(await breaks()).toEqual([{ user_id: id, what: 'does not net to zero' }]);
  });

  it('by a number that was not given yet, and is told of itself', async () => {
    const { id } = await makeViewer(world);
    await superuser.query(
      `insert into ledger.events
         (id, no, user_id, idem_key, reason, ref_type, ref_id, created_at, paid_change, bonus_change)
       overriding system value
       select gen_random_uuid(), last_value + 3, $1, 'x', 'x', 'x', 'x', clock() + interval '10 years', 0, 0
       from ledger.events_no_seq`,
      [id],
    );
    await later(61);
    await proveUntil(1);
    await later(901);
    await proveUntil(1);
    expect(await lastProof()).toMatchObject({ holds: true, behindS: 901, concern: 'behind' });
    await unbalance(await given(id));
    await later(61);
    await proveUntil(1);
    expect(await breaks()).toEqual([{ user_id: id, what: 'does not net to zero' }]);
  });

  it('by a number that is given a second time, and is told of itself', async () => {
    const [before, after] = [await makeViewer(world), await makeViewer(world)];
    for (let n = 0; n < 3; n++) await given(before.id);
    await later(61);
    await proveAll();
    await superuser.query(`select setval('ledger.events_no_seq', (select max(no) from ledger.events) - 2)`);
    await proveUntil(2);
    await later(901);
    await proveUntil(2);
    expect(await lastProof()).toMatchObject({ holds: true, concern: 'behind' });
    await unbalance(await given(after.id));
    await given(after.id);
    await later(61);
    await proveUntil(0);
    expect(await breaks()).toEqual([{ user_id: after.id, what: 'does not net to zero' }]);
  });
});

describe('a proof that does not come forward', () => {
  const behindSeconds = async () =>
    Number(/^ledger_proof_behind_seconds (\S+)$/m.exec((await world.app.inject('/metrics')).payload)?.[1]);

  it('says so after a quarter of an hour, with how long, whatever the events say of their time', async () => {
    const [early, late] = [await makeViewer(world), await makeViewer(world)];
    await prove();
    const slow = await world.database.pool.connect();
    await slow.query('begin');
    await slow.query('select * from ledger.post($1)', [
      JSON.stringify([
        {
          n: 1,
          event_id: late.id,
          idem_key: 'slow',
          user_id: late.id,
          reason: 'x',
          ref_type: 'x',
          ref_id: 'x',
          bonus: 5,
          counter_bonus: 'source_test',
        },
      ]),
    ]);
    await given(early.id);
    await superuser.query(`update ledger.events set created_at = clock() + interval '10 years'`);
    await prove();
    await later(900);
    await prove();
    expect(await lastProof()).toMatchObject({ holds: true, eventsBehind: 1, behindS: 900, concern: null });
    await later(1);
    await prove();
    expect(await lastProof()).toMatchObject({ holds: true, ageS: 0, eventsBehind: 1, behindS: 901, concern: 'behind' });
    expect(await behindSeconds()).toBe(901);
    expect((await world.app.inject('/readyz')).statusCode).toBe(200);
    await slow.query('commit');
    slow.release();
    await later(61);
    await proveAll();
    expect(await lastProof()).toMatchObject({ holds: true, eventsBehind: 0, behindS: 0, concern: null });
    expect(await behindSeconds()).toBe(0);
  });

  it('counts from the oldest event that is not proven', async () => {
    const { id } = await makeViewer(world);
    await prove();
    await given(id);
    await later(1000);
    expect(await lastProof()).toMatchObject({ eventsBehind: 1, behindS: 1000, concern: 'behind' });
    await proveAll();
    expect(await lastProof()).toMatchObject({ behindS: 0, concern: null });
  });
});

describe('a look at what is broken that fails', () => {
  it('fails the run, and stops nothing from being proven', async () => {
    const { id } = await makeViewer(world);
    await unbalance(await given(id));
    await later(61);
    await proveAll();
    await superuser.query(`
      create function ledger.fail() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
      create trigger fail before delete on ledger.breaks for each row execute function ledger.fail();`);
    await given((await makeViewer(world)).id);
    await later(61);
    await proveUntil(0);
    expect(await prove()).toMatchObject({ outcome: 'failed', error: expect.stringMatching('proved_ledger_events') });
    await superuser.query('drop trigger fail on ledger.breaks');
    await proveAll();
    expect(await lastProof()).toMatchObject({ holds: false, eventsBehind: 0 });
  });
});
