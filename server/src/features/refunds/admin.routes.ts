import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { invalidTransition, notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { dayRange, Id, isId } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint, insufficientPermissions } from '../access/public.ts';
import { ApprovalKinds, approvalNotPending, type DecisionOptions } from '../approvals/public.ts';
import { findPurchase } from '../payments/public.ts';
import { listReversed } from '../unlocks/public.ts';
import { create, type RefundLimits, refundKindOf, reject } from './actions.ts';
import { purchaseNotRefundable, refundExceedsPurchase } from './errors.ts';
import { retryMoney } from './money.actions.ts';
import { refundableCents } from './rules.ts';
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

async function ownerOf(db: Db, purchaseId: string): Promise<string | undefined> {
  const id = purchaseId.toLowerCase();
  return isId(id) ? (await findPurchase(db, id))?.userId : undefined;
}

export const refundRoutes = (options: Omit<DecisionOptions, 'kinds'>, limits: RefundLimits): Endpoint[] => [
  ...readRoutes,
  createRoute(limits),
  rejectRoute({ ...options, kinds: new ApprovalKinds([refundKindOf(limits.rails)]) }),
  retryMoneyRoute,
];

const readRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/refunds',
    access: ['payments:read'],
    summary: 'List refunds, newest first',
    description:
      'Refunds by admins and by providers; the latter have no `requestedBy`. `dateFrom` and `dateTo` are the days of the request, both inclusive.',
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
    description: 'Includes the refundable rest of the purchase and the reversed unlocks.',
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
      purchase,
      refundableCents: refundableCents(purchase, (await sumPending(db, [purchase.id]))(purchase.id)),
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
      'Up to 50 US dollars, at the rate of the purchase, a holder of `payments:refund` executes the refund immediately. If the purchase was converted by an exchange rate that was set here, it is judged by the price if that is higher. Larger refunds, all refunds requested with only `payments:refund_request`, and all refunds of a purchase that was credited by hand (reason `credited_by_hand`) or whose value in US dollars is not known, such as those in a sandbox (reason `value_unknown`), wait for a second admin. If `REFUNDER_DAILY_LIMIT_CENTS` is set, so do refunds beyond that limit per admin and UTC day (reason `daily_limit_exceeded`).\n\nThe proportional share of the coins is reversed, as far as the user has them; `underpaidCents` is the part for which there were none. With `reverseUnlocks`, the newest unlocks since the purchase are reversed first, as many as needed for the missing coins. A refund of a subscription payment turns renewal off; a full refund also ends the period that the payment was for.\n\nIn the effects of a dry run, the change of type `refund` has the refundable rest, the coins by wallet (including those of a multiplier, `promoCoinsDue`), the missing coins and the unlocks to be reversed; if a second admin is needed, it is part of the effects of the approval.',
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
    prepare: async ({ database, body: { purchaseId } }) => ownerOf(database.db, purchaseId),
    queueBy: (_params, _db, userId) => userId,
    run: async (ctx, { body }) => showCreated(await create(ctx, body, limits)),
  });

const retryMoneyRoute = adminEndpoint({
  method: 'POST',
  url: '/admin/refunds/:id/retry-money',
  access: ['payments:refund'],
  rate: 'money',
  idempotent: true,
  summary: 'Order the money of a refund again',
  description:
    'For refunds whose money could not be returned (`money` is `failed`). The provider gets the same idempotency key, so that money is not returned twice.',
  params,
  reply: Refund,
  errors: [notFound, invalidTransition],
  example: { params: { id: '01930000-0000-7000-8000-000000000096' } },
  target: (db, { id }) => findRefund(db, id),
  run: async (ctx, { params: { id } }) => showRefund(await retryMoney(ctx, id), ctx.caller),
});

const rejectRoute = (options: DecisionOptions): Endpoint =>
  adminEndpoint({
    method: 'POST',
    url: '/admin/refunds/:id/reject',
    access: ['payments:refund'],
    stepUp: true,
    summary: 'Reject a pending refund',
    description:
      'Also rejects its approval; the decision is final. If the requester rejects, the approval is cancelled.',
    params,
    body: RejectRefundBody,
    reply: Refund,
    errors: [invalidTransition, insufficientPermissions, approvalNotPending],
    example: { params: exampleRefund, body: { reason: 'The coins were spent' } },
    target: (db, { id }) => findRefund(db, id),
    run: async (ctx, { params: { id }, body }) => showRefund(await reject(ctx, id, body.reason, options), ctx.caller),
  });
