import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeAdminActor } from '../harness/actor.ts';
import { type Random, seededRandom } from '../harness/random.ts';
import { giveCoins, ledgerViolations, makeViewer, moveCoins, type Viewer } from '../harness/viewer.ts';
import { openWorld } from '../harness/world.ts';

/** Two hundred hands in one wallet at the same moment. `MODEL_RUNS` makes more rounds of it. */

const world = await openWorld();
const [support, finance, treasurer] = [
  await makeAdminActor(world, 'support'),
  await makeAdminActor(world, 'finance'),
  await makeAdminActor(world, 'finance'),
];
const rounds = Math.ceil(Number(process.env.MODEL_RUNS ?? 15) / 15);

interface Answer {
  kind?: string;
  error?: string;
  status?: string;
  approvalId?: string;
}

interface Outcome {
  /** What the wallet must have gained by it; 0 when it was refused. */
  change: number;
  refusal: string | undefined;
}

const refused = (refusal: string | undefined): Outcome => ({ change: 0, refusal: refusal ?? 'unknown' });

function adjusting(viewer: Viewer, by: typeof support, direction: string, amount: number) {
  return async (): Promise<Outcome> => {
    const body = { amount, direction, reason: direction === 'grant' ? 'apology_race' : 'fraud_race' };
    const answer = await by.post<Answer>(`/admin/users/${viewer.id}/wallet/adjust`, body);
    if (answer.body.kind !== 'applied') return refused(answer.body.error);
    return { change: direction === 'grant' ? amount : -amount, refusal: undefined };
  };
}

function spending(viewer: Viewer, amount: number) {
  return async (): Promise<Outcome> => {
    const { outcome } = await moveCoins(world, { userId: viewer.id, spend: amount, counter: 'sink_unlock' });
    return outcome === 'posted' ? { change: -amount, refusal: undefined } : refused(outcome);
  };
}

function approving(approvalId: string, amount: number) {
  return async (): Promise<Outcome> => {
    const answer = await treasurer.post<Answer>(`/admin/approvals/${approvalId}/approve`);
    return answer.status === 200 ? { change: amount, refusal: undefined } : refused(answer.body.error);
  };
}

async function operations(viewer: Viewer, random: Random): Promise<(() => Promise<Outcome>)[]> {
  const approvals: string[] = [];
  for (let n = 0; n < 2; n++) {
    const body = { amount: 2001, direction: 'grant', reason: 'apology_race' };
    const asked = await finance.post<Answer>(`/admin/users/${viewer.id}/wallet/adjust`, body);
    approvals.push(asked.body.approvalId ?? '');
  }
  const coins = () => 20 + random.below(120);
  return random.shuffled([
    ...Array.from({ length: 30 }, () => adjusting(viewer, support, 'grant', coins())),
    ...Array.from({ length: 6 }, () => adjusting(viewer, finance, 'grant', coins())),
    ...Array.from({ length: 36 }, () => adjusting(viewer, support, 'deduct', coins())),
    ...Array.from({ length: 36 }, () => spending(viewer, coins())),
    ...Array.from({ length: 12 }, (_, n) => approving(approvals[n % 2] ?? '', 2001)),
  ]);
}

/** Looks into the wallet over and over until told to stop, and keeps every balance that it saw. */
async function watch(viewer: Viewer, done: () => boolean): Promise<number[]> {
  const seen: number[] = [];
  while (!done()) {
    const { body } = await viewer.get<Record<'balanceTotal' | 'balancePaid' | 'balanceBonus', number>>('/v1/wallet');
    expect(body.balancePaid + body.balanceBonus).toBe(body.balanceTotal);
    seen.push(Math.min(body.balanceTotal, body.balancePaid, body.balanceBonus));
    // A reader waits for nobody; without a pause it would take the processor from the race.
    await sleep(5);
  }
  return seen;
}

const known = new Set(['insufficient', 'insufficient_balance', 'support_daily_cap_exceeded', 'approval_not_pending']);

it.each(Array.from({ length: rounds }, (_, round) => 1000 + round))(
  'A hundred and twenty operations on one user at once leave exactly what the accepted ones add up to (seed %i)',
  async (seed) => {
    const viewer = await makeViewer(world);
    await giveCoins(world, viewer.id, { paid: 600, bonus: 200 });
    const planned = await operations(viewer, seededRandom(seed));
    let running = true;
    const watcher = watch(viewer, () => !running);
    const outcomes = await Promise.all(planned.map((operation) => operation()));
    running = false;
    const lowest = Math.min(...(await watcher));
    expect(lowest).toBeGreaterThanOrEqual(0);
    const refusals = outcomes.flatMap(({ refusal }) => refusal ?? []);
    expect(refusals.filter((refusal) => !known.has(refusal))).toEqual([]);
    // A race in which all won, or all lost, would have shown little.
    expect(refusals.length).toBeGreaterThan(20);
    expect(outcomes.length - refusals.length).toBeGreaterThan(20);
    expect(refusals.filter((refusal) => refusal === 'approval_not_pending')).toHaveLength(10);
    const expected = outcomes.reduce((sum, { change }) => sum + change, 800);
    const { body } = await support.get(`/admin/users/${viewer.id}`);
    expect(body.balanceTotal).toBe(expected);
    expect((await support.get(`/admin/users/${viewer.id}/ledger/proof`)).body).toMatchObject({ holds: true });
    expect(await ledgerViolations(world)).toEqual([]);
  },
);

it('Support’s grants in the middle of everyone else’s never pass the cap', async () => {
  const viewer = await makeViewer(world);
  const random = seededRandom(77);
  const grants = random.shuffled([
    ...Array.from({ length: 40 }, () => adjusting(viewer, support, 'grant', 37)),
    ...Array.from({ length: 4 }, () => adjusting(viewer, finance, 'grant', 50)),
    ...Array.from({ length: 20 }, () => adjusting(viewer, support, 'deduct', 11)),
  ]);
  await Promise.all(grants.map((grant) => grant()));
  const { rows } = await world.database.pool.query<{ amount: number; admin_id: string }>(
    `select sum(n.amount) over (order by e.no) as amount, a.admin_id
     from ledger.events e join ledger.entries n on n.event_id = e.id and n.seq is not null and n.amount > 0
     join audit_log a on a.action = 'wallet.adjust' and a.after ->> 'eventId' = e.id::text
     where e.user_id = $1 order by e.no`,
    [viewer.id],
  );
  const bySupport = rows.filter(({ admin_id }) => admin_id === support.id);
  expect(bySupport.length).toBeGreaterThan(5);
  expect(bySupport.filter(({ amount }) => Number(amount) > 500)).toEqual([]);
});
