import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { invalidTransition, notFound } from '../../kit/errors.ts';
import { dayRange } from '../../kit/http/day-range.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, isId } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint, insufficientPermissions } from '../access/public.ts';
import { ApprovalKinds, approvalNotPending, type DecisionOptions } from '../approvals/public.ts';
import { findPurchase, showTransaction } from '../payments/public.ts';
import { listReversed } from '../unlocks/public.ts';
import { create, type RefundLimits } from './actions/create.ts';
import { refundKind, reject } from './actions/decide.ts';
import { purchaseNotRefundable, refundExceedsPurchase } from './errors.ts';
import { leftToRefund } from './rules.ts';
import {
  CreateRefundBody,
  ExecutedRefund,
  PendingRefund,
  Refund,
  RefundDetail,
  RejectRefundBody,
  refundQuery,
  showCreated,
  showRefund,
} from './schema.ts';
import { findRefund, listRefunds, sumPending } from './sql.ts';

const params = { id: Id };
const exampleRefund = { id: '01930000-0000-7000-8000-000000000091' };

/** Whose a purchase is, so that those who wait for one user do so without a connection. */
async function userOf(db: Db, purchaseId: string): Promise<string | undefined> {
  const id = purchaseId.toLowerCase();
  return isId(id) ? (await findPurchase(db, id))?.userId : undefined;
}

export const refundRoutes = (options: Omit<DecisionOptions, 'kinds'>, limits: RefundLimits): Endpoint[] => [
  ...readRoutes,
  createRoute(limits),
  rejectRoute({ ...options, kinds: new ApprovalKinds([refundKind]) }),
];

const readRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/refunds',
    access: ['payments:read'],
    summary: 'List refunds, newest first',
    description:
      'Those that admins asked for and those that providers made by themselves, which have no `requestedBy`. `dateFrom` and `dateTo` are days on which they were asked for, both included.',
    query: refundQuery,
    item: Refund,
    sort: byNewest('createdAt', 'r'),
    example: { query: { status: 'pending' } },
    list: (db, { dateFrom, dateTo, ...given }, keyset) =>
      listRefunds(db, { ...given, ...dayRange(dateFrom, dateTo) }, keyset),
    show: showRefund,
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/refunds/:id',
    access: ['payments:read'],
    summary: 'Read one refund with its purchase',
    description: 'With what is left of the purchase to refund, and the unlocks that were reversed by name.',
    params,
    reply: RefundDetail,
    errors: [notFound],
    example: { params: exampleRefund },
    target: async (db, { id }) => {
      const refund = await findRefund(db, id);
      const purchase = refund && (await findPurchase(db, refund.purchaseId));
      return purchase && { refund, purchase };
    },
    run: async ({ db, caller }, { target: { refund, purchase } }) => ({
      ...showRefund(refund, caller),
      purchase: showTransaction(purchase),
      refundableCents: leftToRefund(purchase, (await sumPending(db, [purchase.id]))(purchase.id)),
      reversedUnlocks: await listReversed(db, refund.userId, refund.reversedUnlockIds),
    }),
  }),
];

const createRoute = (limits: RefundLimits): Endpoint =>
  adminEndpoint({
    method: 'POST',
    url: '/admin/refunds',
    access: ['payments:refund', 'payments:refund_request'],
    rate: 'money',
    idempotent: true,
    summary: 'Refund a purchase, whole or in part',
    description:
      'Up to 50 US dollars, at the rate of the purchase, a holder of `payments:refund` refunds at once; more than that, everything that a holder of `payments:refund_request` alone asks for, and every refund of a purchase that was credited by hand (reason `credited_by_hand`) waits for a second admin. Where `REFUNDER_DAILY_LIMIT_CENTS` is set, so does what one admin refunds beyond it in a UTC day (reason `daily_limit_exceeded`). The same share of the coins is taken back, at most what the user has; `underpaidCents` is the part for which there were none. With `reverseUnlocks` the newest unlocks since the purchase are reversed first, as many as the missing coins need. A refund of a subscription payment turns the renewal off; a whole one also ends the period that the payment was for. In the effects of a dry run the change of the type `refund` says what is left, which coins come from which wallet (those of a multiplier included, `promoCoinsDue`), which are missing and which unlocks are reversed; where a second admin is needed, it is among the effects of the approval.',
    body: CreateRefundBody,
    reply: Type.Union([ExecutedRefund, PendingRefund]),
    errors: [notFound, purchaseNotRefundable, refundExceedsPurchase],
    example: {
      body: {
        purchaseId: '01930000-0000-7000-8000-000000000092',
        amountCents: 99,
        reason: 'Bought by accident',
        reverseUnlocks: false,
      },
    },
    prepare: async ({ database, body: { purchaseId } }) => userOf(database.db, purchaseId),
    queueBy: (_params, _db, userId) => userId,
    run: async (ctx, { body }) => showCreated(await create(ctx, body, limits)),
  });

const rejectRoute = (options: DecisionOptions): Endpoint =>
  adminEndpoint({
    method: 'POST',
    url: '/admin/refunds/:id/reject',
    access: ['payments:refund'],
    stepUp: true,
    summary: 'Reject a refund that waits',
    description:
      'Its approval is rejected with it, and the decision is final. The requester may reject their own request; its approval is cancelled then.',
    params,
    body: RejectRefundBody,
    reply: Refund,
    errors: [invalidTransition, insufficientPermissions, approvalNotPending],
    example: { params: exampleRefund, body: { reason: 'The coins were spent' } },
    target: (db, { id }) => findRefund(db, id),
    run: async (ctx, { params: { id }, body }) => showRefund(await reject(ctx, id, body.reason, options), ctx.caller),
  });
