import { notFound, refuse } from '../../../kit/errors.ts';
import { replayedHeader } from '../../../kit/http/answer.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isId } from '../../../kit/http/schema.ts';
import { newId } from '../../../kit/id.ts';
import { type Admin, hasPermission } from '../../access/public.ts';
import * as approvals from '../../approvals/public.ts';
import * as audit from '../../audit/public.ts';
import { findPurchase, findTransaction, type TransactionRow } from '../../payments/public.ts';
import { lockUser, maskUser, maskUserContacts } from '../../users/public.ts';
import { purchaseNotRefundable, refundExceedsPurchase } from '../errors.ts';
import { exceedsAutoExecute, leftToRefund, nextPartInUsdCents } from '../rules.ts';
import {
  addRefunded,
  findRefund,
  findRefundByCause,
  insertRefund,
  type RefundRow,
  setApproval,
  sumPending,
} from '../sql.ts';
import { refundKind } from './decide.ts';
import { execute } from './execute.ts';

export interface AskedRefund {
  readonly purchaseId: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly reverseUnlocks: boolean;
}

export interface RefundLimits {
  /** US cents that one admin may refund in a UTC day before a second person is needed. */
  readonly refunderDailyLimitCents: number | undefined;
}

/**
 * Refunds a purchase, or asks a second person to. The user is locked, so refunds of one purchase that come at once are
 * judged one after the other, those of its provider among them. A request that was made before is answered as it was.
 */
export async function create(ctx: Ctx<Admin>, asked: AskedRefund, limits: RefundLimits): Promise<RefundRow> {
  const { purchase, user } = await lockPurchase(ctx, asked);
  const known = await findRefundByCause(ctx.tx, ctx.causeId());
  if (known) {
    ctx.header(...replayedHeader);
    return known;
  }
  await mustBeRefundable(ctx, purchase, asked);
  const [id, reason] = [newId(), maskUser(asked.reason, user)];
  const written = maskUserContacts(asked.reason, user);
  const { amountCents, reverseUnlocks } = asked;
  const amountUsdCents = nextPartInUsdCents(amountCents, purchase);
  await insertRefund(
    ctx.tx,
    {
      id,
      userId: purchase.userId,
      purchaseId: purchase.id,
      productId: purchase.productId,
      platform: purchase.platform,
      status: 'pending',
      amountCents,
      currency: purchase.currency,
      amountUsdCents,
      reason,
      reverseUnlocks,
      coinsDeducted: 0,
      underpaidCents: 0,
      ledgerEventId: null,
      requestedBy: ctx.caller.id,
      causeId: ctx.causeId(),
    },
    ctx.now,
  );
  const why = whyTwo(ctx.caller, amountCents, purchase) ?? (await whyToday(ctx, amountUsdCents, limits));
  if (why === null) await execute(ctx, id, written);
  else await ask(ctx, { id, userId: purchase.userId, written }, { ...asked, purchaseId: purchase.id, reason }, why);
  return (await findRefund(ctx.tx, id)) ?? refuse(notFound);
}

async function lockPurchase({ tx }: Ctx<Admin>, { purchaseId }: AskedRefund) {
  const id = purchaseId.toLowerCase();
  const found = isId(id) ? await findPurchase(tx, id) : undefined;
  const user = found && (await lockUser(tx, found.userId));
  const purchase = user && (await findTransaction(tx, user.id, id));
  return purchase ? { purchase, user } : refuse(notFound, { field: 'purchaseId' });
}

async function mustBeRefundable({ tx }: Ctx<Admin>, purchase: TransactionRow, { amountCents }: AskedRefund) {
  if (purchase.status !== 'completed') refuse(purchaseNotRefundable);
  const left = leftToRefund(purchase, (await sumPending(tx, [purchase.id]))(purchase.id));
  if (amountCents > left) refuse(refundExceedsPurchase, { refundableCents: left });
}

/** Why a second person is needed, if so. */
function whyTwo({ permissions }: Admin, amountCents: number, purchase: TransactionRow): string | null {
  if (!hasPermission(permissions, 'payments:refund')) return 'refund_requested';
  // Only an admin's word says that it was paid at all.
  if (purchase.creditedBy !== null) return 'credited_by_hand';
  return exceedsAutoExecute(amountCents, purchase) ? 'amount_exceeds_threshold' : null;
}

/** The same for what the admin has refunded today. Only a refund that executes is added. */
async function whyToday(
  { tx, caller, now }: Ctx<Admin>,
  amountUsdCents: number,
  { refunderDailyLimitCents }: RefundLimits,
): Promise<string | null> {
  if (refunderDailyLimitCents === undefined) return null;
  const sum = await approvals.addWithinDailyLimit(amountUsdCents, refunderDailyLimitCents, (cents) =>
    addRefunded(tx, caller.id, now, cents),
  );
  return sum === undefined ? approvals.dailyLimitExceeded : null;
}

interface NewRequest {
  readonly id: string;
  readonly userId: string;
  readonly written: string;
}

async function ask(
  ctx: Ctx<Admin>,
  { id, userId, written }: NewRequest,
  asked: AskedRefund,
  why: string,
): Promise<void> {
  const { approvalId } = await approvals.request(ctx, refundKind, { targetId: id, reason: why, payload: { ...asked } });
  await setApproval(ctx.tx, id, approvalId);
  const { purchaseId, amountCents, reverseUnlocks } = asked;
  await audit.record(ctx, {
    action: 'refund.create',
    target: { type: 'refund', id },
    reason: written,
    userId,
    after: { status: 'pending', purchaseId, amountCents, reverseUnlocks },
  });
}
