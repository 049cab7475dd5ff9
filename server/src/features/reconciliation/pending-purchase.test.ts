import { describe, expect, it } from 'vitest';
import { type Actor, makeAdminActor } from '../../../test/harness/actor.ts';
import { makePackage, purchasesOf, sendPayment } from '../../../test/harness/payments.ts';
import { ledgerViolations, makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { newId } from '../../kit/id.ts';
import { dayMs, hourMs } from '../../kit/time.ts';
import { csv, lineOf, openRails, type Row, url } from './rails.fixture.ts';

/** A user pays for a pending purchase, but the webhook does not arrive: an admin credits the line of the file. */

const { world, payments, newRail, send, pack } = await openRails();
const finance = await makeAdminActor(world, 'finance');
const support = await makeAdminActor(world, 'support');
const analyst = await makeAdminActor(world, 'analyst');

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const minuteMs = 60_000;

interface Credited {
  kind: string;
  purchaseId: string;
  error: string;
  currentState: string;
}

/** A payment that is missing on our side, on a rail of its own. */
async function unreported(at = ago(0), amountCents = 999) {
  const [rail, transactionId] = [newRail(), newId()];
  const { body: run } = await send(rail, csv(lineOf(transactionId, { at, amountCents })));
  const rows = `${url}/${run.id}/rows`;
  const start = async (viewer: Viewer, sku = pack.sku) => {
    const { body } = await viewer.post<{ id: string }>('/v1/store/purchases', { sku, rail });
    return body.id;
  };
  return {
    rail,
    transactionId,
    start,
    startAt: async (viewer: Viewer, moment: string) => {
      const id = await start(viewer);
      await world.database.pool.query('update transactions set created_at = $2 where id = $1', [id, moment]);
      return id;
    },
    credit: (by: Actor, asked: object) => by.post<Credited>(`${rows}/2/credit`, { sku: pack.sku, ...asked }),
    row: async (by: Actor) => {
      const { body } = await by.get<{ items: (Row & { suggestions: object[] })[] }>(
        `${rows}?bucket=missing_on_our_side`,
      );
      return body.items[0];
    },
    decline: (viewer: Viewer, purchaseId: string) => {
      const data = { userId: viewer.id, productId: pack.sku, transactionId: newId(), purchaseId, amountCents };
      const failed = { ...data, currency: 'USD', reason: 'card_declined' };
      return sendPayment(world, rail, { type: 'purchase.failed', occurredAt: at, data: failed });
    },
    dryRun: async (by: Actor, asked: object) => {
      const { body } = await by.post<{ effects: { changes: object[] } }>(`${rows}/2/credit?dryRun=true`, {
        sku: pack.sku,
        ...asked,
      });
      return body.effects.changes;
    },
    report: (viewer: Viewer, more: object = {}) => {
      const data = { userId: viewer.id, productId: pack.sku, transactionId, amountCents, currency: 'USD', ...more };
      return sendPayment(world, rail, { type: 'purchase.completed', occurredAt: at, data });
    },
  };
}

const coinsOf = async (viewer: Viewer) => (await viewer.get<{ balanceTotal: number }>('/v1/wallet')).body.balanceTotal;

describe('a payment for a purchase that is pending', () => {
  it('completes that purchase at the provider’s time, and its late webhook credits nothing', async () => {
    const viewer = await makeViewer(world);
    const at = ago(2 * hourMs);
    const { credit, dryRun, startAt, report, transactionId } = await unreported(at);
    const pending = await startAt(viewer, ago(2 * hourMs + minuteMs));
    expect(await dryRun(finance, { userId: viewer.id })).toContainEqual(
      expect.objectContaining({
        id: pending,
        before: expect.objectContaining({ status: 'pending' }),
        after: expect.objectContaining({ status: 'completed' }),
      }),
    );
    const { status, body } = await credit(finance, { userId: viewer.id });
    expect([status, body]).toMatchObject([200, { kind: 'credited', purchaseId: pending }]);
    await report(viewer, { purchaseId: pending });
    await report(viewer);
    expect(await purchasesOf(payments, viewer.id)).toEqual([
      expect.objectContaining({ id: pending, transactionId, status: 'completed', completedAt: at }),
    ]);
    expect(await coinsOf(viewer)).toBe(110);
  });

  it('is credited once if an admin, the webhook and the app act concurrently', async () => {
    for (const _turn of [1, 2, 3, 4]) {
      const viewer = await makeViewer(world);
      const { credit, start, report, transactionId } = await unreported();
      const pending = await start(viewer);
      await Promise.all([
        credit(finance, { userId: viewer.id }),
        report(viewer, { purchaseId: pending }),
        start(viewer),
        credit(finance, { userId: viewer.id, purchaseId: pending }),
        report(viewer, { purchaseId: pending }),
        start(viewer),
      ]);
      const made = await purchasesOf(payments, viewer.id);
      expect(made.filter(({ status }) => status === 'completed')).toMatchObject([{ transactionId }]);
      expect(await coinsOf(viewer)).toBe(110);
    }
    expect(await ledgerViolations(world)).toEqual([]);
  });

  it('completes the one created nearest to it', async () => {
    const viewer = await makeViewer(world);
    const { credit, startAt } = await unreported(ago(3 * hourMs));
    await startAt(viewer, ago(5 * hourMs));
    const nearest = await startAt(viewer, ago(3 * hourMs + minuteMs));
    await startAt(viewer, ago(minuteMs));
    expect((await credit(finance, { userId: viewer.id })).body.purchaseId).toBe(nearest);
  });

  it('prefers one that has not failed to a nearer one that has', async () => {
    const viewer = await makeViewer(world);
    const { credit, startAt, decline, row } = await unreported(ago(3 * hourMs));
    const declined = await startAt(viewer, ago(3 * hourMs + minuteMs));
    await decline(viewer, declined);
    const open = await startAt(viewer, ago(4 * hourMs));
    expect((await row(support))?.suggestions).toMatchObject([{ purchaseId: open }, { purchaseId: declined }]);
    expect((await credit(finance, { userId: viewer.id })).body.purchaseId).toBe(open);
  });

  it('creates a new purchase if none matches', async () => {
    const [viewer, other] = [await makeViewer(world), await makeViewer(world)];
    const another = await makePackage(world, { rails: ['localwallet_*'] });
    const { credit, start, startAt } = await unreported();
    const otherRail = await unreported();
    const unfit = [
      await start(viewer, another.sku),
      await otherRail.start(viewer),
      await start(other),
      await startAt(viewer, ago(8 * dayMs)),
    ];
    const { body } = await credit(finance, { userId: viewer.id });
    expect(body.kind).toBe('credited');
    expect(unfit).not.toContain(body.purchaseId);
  });

  it('is refused for a purchase that another transaction paid meanwhile', async () => {
    const viewer = await makeViewer(world);
    const { credit, start, report } = await unreported();
    const pending = await start(viewer);
    await report(viewer, { purchaseId: pending, transactionId: newId() });
    const { status, body } = await credit(finance, { userId: viewer.id, purchaseId: pending });
    expect([status, body.error, body.currentState]).toEqual([400, 'invalid_transition', 'completed']);
    expect(await coinsOf(viewer)).toBe(110);
  });

  it('counts as revenue of the provider’s day, also if that day was rolled up before', async () => {
    const viewer = await makeViewer(world);
    const at = ago(3 * dayMs);
    const day = at.slice(0, 10);
    const { credit, startAt } = await unreported(at);
    await startAt(viewer, at);
    const grossOf = async () => {
      await analyst.post('/admin/analytics/rollup');
      const { body } = await analyst.get<{ byDay: { gross: number }[] }>(
        `/admin/analytics/revenue?dateFrom=${day}&dateTo=${day}`,
      );
      return body.byDay[0]?.gross ?? 0;
    };
    const before = await grossOf();
    expect((await credit(finance, { userId: viewer.id })).body.kind).toBe('credited');
    expect(await grossOf()).toBe(before + 999);
  });
});

describe('suggested payers', () => {
  it('are those of pending purchases of the same amount near that time, nearest first', async () => {
    const [layla, omar, late] = [
      await makeViewer(world, { displayName: 'Layla' }),
      await makeViewer(world, { displayName: 'Omar' }),
      await makeViewer(world),
    ];
    const cheap = await makePackage(world, { priceCents: 499, rails: ['localwallet_*'] });
    const { start, startAt, row } = await unreported(ago(2 * hourMs));
    const second = await startAt(omar, ago(20 * hourMs));
    const first = await startAt(layla, ago(2 * hourMs + minuteMs));
    await startAt(late, ago(30 * hourMs));
    await start(layla, cheap.sku);
    const bought = { kind: 'coin_pack', productName: null, coinsGranted: 100, bonusCoins: 10 };
    expect((await row(support))?.suggestions).toEqual([
      expect.objectContaining({ purchaseId: first, userId: layla.id, userName: 'Layla', productId: pack.sku, bought }),
      expect.objectContaining({ purchaseId: second, userName: 'Omar', amountCents: 999, currency: 'USD' }),
    ]);
    expect((await row(payments))?.suggestions).toEqual([]);
  });

  it('are not shown after the payment is credited', async () => {
    const viewer = await makeViewer(world);
    const { start, credit, row } = await unreported();
    await start(viewer);
    await start(viewer);
    expect((await row(support))?.suggestions).toHaveLength(2);
    await credit(finance, { userId: viewer.id });
    expect((await row(support))?.suggestions).toEqual([]);
  });
});
