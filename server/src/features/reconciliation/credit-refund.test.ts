import { describe, expect, it } from 'vitest';
import { type Actor, makeAdminActor } from '../../../test/harness/actor.ts';
import { type RefundBody, requestRefund } from '../../../test/harness/refunds.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { newId } from '../../kit/id.ts';
import { csv, lineOf, openRails, url } from './rails.fixture.ts';

/** A single admin cannot gain money from a forged file. */

const { world, newRail, send, pack } = await openRails();
const finance = await makeAdminActor(world, 'finance');
const colleague = await makeAdminActor(world, 'finance');
const support = await makeAdminActor(world, 'support');

interface Answer {
  kind: string;
  purchaseId: string;
  approvalId: string;
  reason: string;
}

/** Credits a line of a file to a new user. */
async function creditLine(by: Actor, paid: { amountCents?: number; currency?: string } = {}) {
  const viewer = await makeViewer(world);
  const { body: run } = await send(newRail(), csv(lineOf(newId(), paid)), '', by);
  const asked = { userId: viewer.id, sku: pack.sku };
  const { body } = await by.post<Answer>(`${url}/${run.id}/rows/2/credit`, asked);
  return { ...body, viewer };
}

const approve = (by: Actor, id: string) => by.post<{ result: Answer }>(`/admin/approvals/${id}/approve`, {});

async function creditedBy(purchaseId: string) {
  const text = 'select credited_by as "creditedBy" from transactions where id = $1';
  return (await world.database.pool.query<{ creditedBy: string | null }>(text, [purchaseId])).rows[0]?.creditedBy;
}

async function askedRefund(purchaseId: string, amountCents: number) {
  const { body } = await requestRefund(finance, { id: purchaseId }, { amountCents });
  const { body: approval } = await colleague.get<{ reason: string }>(`/admin/approvals/${body.approvalId}`);
  return { ...body, why: approval.reason };
}

describe('a purchase that was credited by hand', () => {
  it('needs a second admin for every refund', async () => {
    const { kind, purchaseId } = await creditLine(finance);
    expect(kind).toBe('credited');
    expect(await creditedBy(purchaseId)).toBe(finance.id);
    const asked = await askedRefund(purchaseId, 1);
    expect(asked).toMatchObject({ status: 'pending', why: 'credited_by_hand' });
    expect((await approve(finance, asked.approvalId)).status).toBe(403);
    expect((await approve(colleague, asked.approvalId)).status).toBe(200);
    const { body } = await finance.get<RefundBody>(`/admin/refunds/${asked.id}`);
    expect(body.status).toBe('executed');
  });

  it('is marked with the requester if another admin approved it', async () => {
    const { approvalId } = await creditLine(support);
    const { body } = await approve(colleague, approvalId);
    expect(await creditedBy(body.result.purchaseId)).toBe(support.id);
    expect(await askedRefund(body.result.purchaseId, 1)).toMatchObject({ status: 'pending', why: 'credited_by_hand' });
  });
});

it.each([
  { amountCents: 1000 },
  { amountCents: 0 },
  { amountCents: 500_000_000 },
  { currency: 'IDR' },
  { amountCents: 999_999_999, currency: 'KWD' },
])('a line of %j with a price of 9.99 US dollars needs a second admin', async (paid) => {
  const { kind, reason, approvalId, viewer } = await creditLine(finance, paid);
  expect({ kind, reason }).toEqual({ kind: 'approval_pending', reason: 'amount_differs_from_price' });
  const balance = async () => (await viewer.get<{ balanceTotal: number }>('/v1/wallet')).body.balanceTotal;
  expect(await balance()).toBe(0);
  expect((await approve(finance, approvalId)).status).toBe(403);
  expect((await approve(colleague, approvalId)).status).toBe(200);
  expect(await balance()).toBe(110);
});
