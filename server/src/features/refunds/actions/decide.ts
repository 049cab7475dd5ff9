import type { Db } from '../../../kit/db/database.ts';
import { invalidTransition, notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { moveTo } from '../../../kit/workflow.ts';
import { type Admin, hasPermission } from '../../access/public.ts';
import * as approvals from '../../approvals/public.ts';
import * as audit from '../../audit/public.ts';
import { findUser, maskUser, maskUserContacts } from '../../users/public.ts';
import { purchaseNotRefundable, refundExceedsPurchase } from '../errors.ts';
import { endedBy, refundMoves } from '../rules.ts';
import { findRefund, findRefunds, markRejected, type RefundRow } from '../sql.ts';
import { execute } from './execute.ts';

/** A refund that a second person decides. */
export const refundKind: approvals.ApprovalKind = {
  kind: 'refund',
  targetType: 'refund',
  requesters: ['payments:refund', 'payments:refund_request'],
  deciders: { permission: 'payments:refund' },
  dedupeByTarget: false,
  resultReader: 'payments:read',
  errors: [notFound, purchaseNotRefundable, refundExceedsPurchase, invalidTransition],
  describe,
  maskNote: async (tx, refundId, note) => {
    const refund = await findRefund(tx, refundId);
    const user = (refund && (await findUser(tx, refund.userId))) ?? refuse(notFound);
    return { kept: maskUser(note, user), written: maskUserContacts(note, user), userId: user.id };
  },
  onClosed,
  lockedUser: async (db, refundId) => (await findRefund(db, refundId))?.userId,
  execute: (ctx, refundId) => execute(ctx, refundId),
};

/** What one is told of a refund that one decides: whose it is, of what, and how much. */
async function describe(
  db: Db,
  ids: readonly string[],
  { permissions }: approvals.Viewer,
): Promise<ReadonlyMap<string, approvals.Target>> {
  if (!hasPermission(permissions, 'payments:read')) return new Map();
  const mayName = hasPermission(permissions, 'users:read');
  const rows = await findRefunds(db, ids);
  return new Map(rows.map((row) => [row.id, targetOf(row, mayName)]));
}

function targetOf({ userName, isGuest, countryCode, ...row }: RefundRow, mayName: boolean): approvals.Target {
  const { userId, purchaseId, productId, bought, platform, amountCents, currency, amountUsdCents } = row;
  const { reason, reverseUnlocks, status } = row;
  const label = mayName ? (userName ?? userId) : productId;
  const amounts = { amountCents, currency, amountUsdCents };
  return {
    label,
    pictureUrl: null,
    isGuest,
    ...(mayName && { countryCode }),
    userId,
    purchaseId,
    productId,
    bought,
    platform,
    ...amounts,
    reason,
    reverseUnlocks,
    status,
  };
}

/** Ends the refunds whose requests ended without being approved. */
async function onClosed(ctx: audit.AuditCtx, requests: readonly approvals.ClosedRequest[]): Promise<void> {
  const rejections = requests.map(({ targetId: id, status, note }) => ({
    id,
    reason: note ?? (status === 'rejected' ? '' : endedBy[status]),
  }));
  await markRejected(ctx.tx, rejections, ctx.caller.id, ctx.now);
  await audit.recordAll(
    ctx,
    rejections.map(({ id, reason }) => ({
      action: 'refund.reject' as const,
      target: { type: 'refund', id },
      reason,
      before: { status: 'pending' },
      after: { status: 'rejected' },
    })),
  );
}

/** Rejects a refund that waits, and with it the approval that it waits for. */
export async function reject(
  ctx: Ctx<Admin>,
  id: string,
  reason: string,
  options: approvals.DecisionOptions,
): Promise<RefundRow> {
  const found = (await findRefund(ctx.tx, id)) ?? refuse(notFound);
  // The approval before the refund, as everywhere.
  const approval = found.approvalId === null ? undefined : await approvals.lockStatus(ctx.tx, found.approvalId);
  const { status, approvalId } = (await findRefund(ctx.tx, id)) ?? refuse(notFound);
  // One whose time is over waits for nobody, whether or not housekeeping has been by.
  moveTo(refundMoves, 'reject', approval === 'expired' ? 'rejected' : status, () => false);
  if (approvalId === null) throw new Error(`refund ${id} waits for no approval`);
  await approvals.reject(ctx, approvalId, reason, options);
  return (await findRefund(ctx.tx, id)) ?? refuse(notFound);
}
