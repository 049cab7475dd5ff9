import { expect, it, vi } from 'vitest';
import { testCount } from '../harness/long-form.ts';
import { moneyViolations } from '../harness/money-rules.ts';
import { startServiceForTest } from '../harness/processes.ts';
import { seededRandom } from '../harness/random.ts';
import { listen } from '../harness/tus.ts';
import { openTransactions } from '../harness/waiting.ts';
import { openWorld } from '../harness/world.ts';
import { type Attempt, bodyOf, openMoneyLoad } from './money-storm.fixture.ts';

// A start takes a second, and much longer on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 20 * 60_000 });

/**
 * Whatever moves the coins of the same few users at the same time, sent by many connections to two processes: this one,
 * and another that is killed amid it. What was not answered is sent again. `MODEL_RUNS` makes more storms of it.
 */

const world = await openWorld();
const here = await listen(world);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_117);
const storms = Math.ceil(Number(process.env.MODEL_RUNS ?? 15) / 15);

interface Answered {
  readonly name: string;
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Sends it until it is answered, also where the process is gone and where its first time is still under way. */
async function insist({ name, send }: Attempt, bases: readonly string[]): Promise<Answered> {
  for (let time = 0; ; time++) {
    const answer = await send(bases[Math.min(time, bases.length - 1)] ?? '').catch(() => undefined);
    const body = answer && (await bodyOf(answer).catch(() => undefined));
    if (answer && body && body.error !== 'idempotency_in_progress') return { name, status: answer.status, body };
    if (time > 100) throw new Error(`${name} was never answered`);
    await new Promise((resolve) => setTimeout(resolve, time > 1 ? 50 : 0));
  }
}

/** What was promised in an answer and is not there. */
async function brokenPromises(answers: readonly Answered[]): Promise<string[]> {
  const idsOf = (name: string, field: string, status?: string) =>
    answers.flatMap(({ name: of, status: code, body }) => {
      const id = body[field];
      const isMeant = of === name && code === 200 && (status === undefined || body.status === status);
      return isMeant && typeof id === 'string' ? id : [];
    });
  const missing = 'select id from unnest($1::text[]) id where id not in (';
  const checks: [string, string[]][] = [
    ['select id::text from unlocks union all select id::text from reversed_unlocks', idsOf('unlock', 'unlockId')],
    ['select id::text from ledger.events', idsOf('adjust', 'eventId')],
    ["select id::text from refunds where status = 'executed'", idsOf('refund', 'id', 'executed')],
    ['select id::text from promo_redemptions', idsOf('redeem', 'redemptionId')],
  ];
  const lost: string[] = [];
  for (const [there, ids] of checks) {
    const { rows } = await world.database.pool.query<{ id: string }>(`${missing}${there})`, [ids]);
    lost.push(...rows.map(({ id }) => id));
  }
  return lost;
}

it.each(Array.from({ length: storms }, (_, n) => seed + n))(
  'coins and money are whole after a storm, whatever met whatever (seed %i)',
  async (stormSeed) => {
    const random = seededRandom(stormSeed);
    const storm = await openMoneyLoad(world, random);
    const users = [await storm.user(), await storm.user(), await storm.user()];
    const other = await startServiceForTest(world);
    const attempts = random.shuffled([
      ...users.flatMap((user) => storm.about(user, testCount(30, { long: 100 }))),
      // The last of them is forgotten somewhere along the way.
      ...users.slice(-1).flatMap((user) => [storm.forgetting(user), storm.forgetting(user)]),
      ...Array.from({ length: 6 }, storm.repricing),
    ]);
    const total = attempts.length;
    const answers: Answered[] = [];
    const approvalIds: string[] = [];
    const work = async (worker: number): Promise<void> => {
      for (let next = attempts.pop(); next; next = attempts.pop()) {
        const bases = worker % 2 === 0 ? [other.base, here] : [here];
        // Some are sent twice at once, as a phone with a bad network does.
        const copies = random.below(4) === 0 ? [insist(next, bases), insist(next, [here])] : [insist(next, bases)];
        const said = await Promise.all(copies);
        answers.push(...said);
        for (const { body } of said) if (typeof body.approvalId === 'string') approvalIds.push(body.approvalId);
        if (random.below(3) === 0 && approvalIds.length > 0) attempts.push(storm.deciding(random.pick(approvalIds)));
        // Some answers come in pairs, so that no count is certain to be met.
        if (answers.length >= total / 2) other.child.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 24 }, (_, worker) => work(worker)));
    other.child.kill('SIGKILL');
    await expect.poll(() => openTransactions(world), { timeout: 30_000 }).toBe(0);

    const odd = answers.filter(({ status }) => ![200, 201, 204, 400, 403, 404, 409].includes(status));
    expect(odd).toEqual([]);
    expect(await brokenPromises(answers)).toEqual([]);
    expect(await moneyViolations(world)).toEqual([]);
    for (const { viewer } of users) {
      const { body } = await storm.reader.get(`/admin/users/${viewer.id}/ledger/proof`);
      expect(body).toMatchObject({ holds: true, breaks: [] });
    }
  },
);
