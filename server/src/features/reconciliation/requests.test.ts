import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type Actor, makeAdminActor } from '../../../test/harness/actor.ts';
import { sendPayment } from '../../../test/harness/payments.ts';
import { requestRefund } from '../../../test/harness/refunds.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { newId } from '../../kit/id.ts';
import { purgeReconciliationRows } from './jobs.ts';
import { csv, lineOf, openRails, type Row, type Run, url, usualTime } from './rails.fixture.ts';

/** Requests to credit a line, days by the provider's clock, resolved differences, and retention. */

const { world, payments, newRail, send, pay, pack } = await openRails();
const [finance, support, colleague] = [
  await makeAdminActor(world, 'finance'),
  await makeAdminActor(world, 'support'),
  await makeAdminActor(world, 'support'),
];

interface Asked {
  kind: string;
  approvalId: string;
  error: string;
  currentState: string;
}
async function missing() {
  const [rail, transactionId] = [newRail(), newId()];
  const { body } = await send(rail, csv(lineOf(transactionId)));
  const rows = `${url}/${body.id}/rows`;
  return {
    rail,
    transactionId,
    runId: body.id,
    credit: (by: Actor, userId: string) => by.post<Asked>(`${rows}/2/credit`, { userId, sku: pack.sku }),
    row: async () => (await support.get<{ items: Row[] }>(`${rows}?bucket=missing_on_our_side`)).body.items[0],
  };
}

describe('a line with a pending request', () => {
  it('can be neither requested again nor credited', async () => {
    const [viewer, other] = [await makeViewer(world), await makeViewer(world)];
    const { credit, row } = await missing();
    const { body } = await credit(support, viewer.id);
    expect(body.kind).toBe('approval_pending');
    for (const [by, userId] of [
      [colleague, other.id],
      [support, viewer.id],
      [finance, viewer.id],
    ] as const) {
      const again = await credit(by, userId);
      expect([again.status, again.body.error, again.body.currentState]).toEqual([
        400,
        'invalid_transition',
        'requested',
      ]);
    }
    expect(await row()).toMatchObject({ act: { approvalId: body.approvalId }, allowed: [] });
    expect((await finance.post(`/admin/approvals/${body.approvalId}/approve`, {})).status).toBe(200);
  });

  it('gets one request of ten concurrent ones', async () => {
    const viewers = await Promise.all([1, 2, 3, 4, 5].map(() => makeViewer(world)));
    const { credit } = await missing();
    const askers = [support, colleague];
    const answers = await Promise.all(viewers.flatMap((viewer) => askers.map((asker) => credit(asker, viewer.id))));
    expect(answers.filter(({ body }) => body.kind === 'approval_pending')).toHaveLength(1);
    expect(answers.filter(({ body }) => body.currentState === 'requested')).toHaveLength(9);
  });

  it.each<[string, (approvalId: string) => Promise<unknown>]>([
    ['rejected', (id) => finance.post(`/admin/approvals/${id}/reject`, { reason: 'not theirs' })],
    ['withdrawn', (id) => support.post(`/admin/approvals/${id}/cancel`)],
    [
      'expired',
      async (id) => {
        await world.database.pool.query(
          `update approvals set created_at = clock() - interval '8 days', expires_at = clock() - interval '1 day' where id = $1`,
          [id],
        );
        await world.runner.runNow('housekeeping');
      },
    ],
  ])('is released once the request is %s', async (_how, end) => {
    const viewer = await makeViewer(world);
    const { credit, row } = await missing();
    const { body } = await credit(support, viewer.id);
    await end(body.approvalId);
    expect(await row()).toMatchObject({ act: null, allowed: ['credit'] });
    const again = (await credit(colleague, viewer.id)).body;
    expect(again).toMatchObject({ kind: 'approval_pending' });
    expect(again.approvalId).not.toBe(body.approvalId);
    expect(await row()).toMatchObject({ act: { approvalId: again.approvalId }, allowed: [] });
  });
});

describe('a payment around midnight', () => {
  /** Paid at one time and reported at another. */
  const late = async (rail: string, occurredAt: string, toldAt: string) => {
    const id = await pay(rail, newId(), { at: occurredAt });
    await world.database.pool.query('update transactions set created_at = $2 where id = $1', [id, toldAt]);
    return id;
  };
  const lacking = ({ missingOnProviderSide }: Run) => missingOnProviderSide.map(({ id }) => id);

  it('belongs to the day by the provider’s clock, whenever it was reported', async () => {
    const rail = newRail();
    await pay(rail, 'known-10', { at: usualTime });
    const id = await late(rail, '2026-03-10T23:59:59Z', '2026-03-11T00:00:05Z');
    const tenth = await send(rail, csv(lineOf('known-10')));
    expect(lacking(tenth.body)).toEqual([id]);
    const eleventh = await send(rail, csv(lineOf('elsewhere', { at: '2026-03-11T12:00:00Z' })));
    expect(lacking(eleventh.body)).toEqual([]);
    const both = await send(rail, csv(lineOf('known-10'), lineOf('elsewhere', { at: '2026-03-11T12:00:00Z' })));
    expect(lacking(both.body)).toEqual([id]);
  });

  it('belongs to the day of its line if it was credited by hand', async () => {
    const viewer = await makeViewer(world);
    const { credit, rail } = await missing();
    expect((await credit(finance, viewer.id)).body.kind).toBe('credited');
    const today = new Date().toISOString();
    const { body } = await send(rail, csv(lineOf('of-today', { at: today })));
    expect(lacking(body)).toEqual([]);
  });
});

it('a run has the number of resolved differences', async () => {
  const viewer = await makeViewer(world);
  const rail = newRail();
  const [lacked, arrived, differing] = [newId(), newId(), newId()];
  const mismatch = await pay(rail, differing);
  const unlisted = await pay(rail, newId());
  const file = csv(lineOf(lacked), lineOf(arrived), lineOf(differing, { amountCents: 899 }));
  const { body } = await send(rail, file);
  interface Counted {
    handled: Record<string, number> | null;
  }
  const handled = async () => (await payments.get<Counted>(`${url}/${body.id}?rows=false`)).body.handled;
  expect(await handled()).toEqual({ missingOnOurSide: 0, missingOnProviderSide: 0, amountMismatch: 0 });
  await finance.post(`${url}/${body.id}/rows/2/credit`, { userId: viewer.id, sku: pack.sku });
  const data = { userId: viewer.id, productId: pack.sku, transactionId: arrived, amountCents: 999, currency: 'USD' };
  await sendPayment(world, rail, { type: 'purchase.completed', occurredAt: usualTime, data });
  await requestRefund(finance, { id: mismatch }, { amountCents: 100 });
  await requestRefund(finance, { id: unlisted }, { amountCents: 999 });
  expect(await handled()).toEqual({ missingOnOurSide: 2, missingOnProviderSide: 1, amountMismatch: 1 });
  const { body: listed } = await payments.get<{ items: (Counted & { id: string })[] }>(`${url}?rail=${rail}`);
  expect(listed.items[0]?.handled).toEqual(await handled());
});

it('packages are listed for crediting without pricing:read', async () => {
  const { runId } = await missing();
  const { body } = await support.get<{ items: { sku: string; isSoldByRail: boolean }[] }>(`${url}/${runId}/packages`);
  expect(body.items).toContainEqual(expect.objectContaining({ sku: pack.sku, isSoldByRail: true, priceCents: 999 }));
  expect((await payments.get(`${url}/${runId}/packages`)).status).toBe(403);
});

it('rows are deleted after 400 days, and the run keeps its counts', async () => {
  const old = await missing();
  const kept = await missing();
  const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
  await owner.connect();
  const age = 'update reconciliation_runs set created_at = clock() - make_interval(days => $2) where id = $1';
  await owner.query(age, [old.runId, 401]);
  await owner.query(age, [kept.runId, 399]);
  await owner.end();
  const { signal } = new AbortController();
  const log = { error: () => {}, warn: () => {} };
  const purge = () => purgeReconciliationRows.run({ database: world.database.jobs, signal, log, progress: () => {} });
  expect([await purge(), await purge()]).toEqual([1, 0]);
  const read = async (runId: string) =>
    (await payments.get<Run & { rowsDeletedAt: string | null }>(`${url}/${runId}`)).body;
  expect(await read(old.runId)).toMatchObject({
    counts: { missingOnOurSide: 1 },
    missingOnOurSide: [],
    rowsDeletedAt: expect.any(String),
    handled: null,
  });
  expect(await read(kept.runId)).toMatchObject({ missingOnOurSide: [{ line: 2 }], rowsDeletedAt: null });
});
