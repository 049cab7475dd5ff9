import { notFound, refuse } from '../../../kit/errors.ts';
import { replayedHeader } from '../../../kit/http/answer.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { isId } from '../../../kit/http/schema.ts';
import { type Admin, hasPermission } from '../../access/public.ts';
import * as approvals from '../../approvals/public.ts';
import * as audit from '../../audit/public.ts';
import { findPurchase, findTransaction, type TransactionRow } from '../../purchases/public.ts';
import { lockUser, maskUser } from '../../users/public.ts';
import { purchaseNotRefundable, refundExceedsPurchase } from '../errors.ts';
import { exceedsAutoExecute, leftToRefund, nextPartInUsdCents } from '../rules.ts';
import { findRefund, insertRefund, type RefundRow, setApproval, sumPending } from '../sql.ts';
import { refundKind } from './decide.ts';
import { execute } from './execute.ts';

export interface AskedRefund {
  readonly purchaseId: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly reverseUnlocks: boolean;
}

/**
 * Refunds a purchase, or asks a second person to. The user is locked, so refunds of one purchase that come at once are
 * judged one after the other, those of its provider among them.
 */
export async function create(ctx: Ctx<Admin>, asked: AskedRefund): Promise<RefundRow> {
  const id = ctx.causeId();
  const known = await findRefund(ctx.tx, id);
  if (known) {
    ctx.header(...replayedHeader);
    return known;
  }
  const { purchase, reason } = await lockRefundable(ctx, asked);
  const { amountCents, reverseUnlocks } = asked;
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
      amountUsdCents: nextPartInUsdCents(amountCents, purchase),
      reason,
      reverseUnlocks,
      coinsDeducted: 0,
      underpaidCents: 0,
      ledgerEventId: null,
      requestedBy: ctx.caller.id,
    },
    ctx.now,
  );
  const why = whyTwo(ctx.caller, amountCents, purchase);
  if (why === null) await execute(ctx, id);
  else await ask(ctx, id, { ...asked, purchaseId: purchase.id, reason }, why);
  return (await findRefund(ctx.tx, id)) ?? refuse(notFound);
}

/** Locks whose purchase it is and judges what is asked; the reason comes back as it may be kept. */
async function lockRefundable({ tx }: Ctx<Admin>, { purchaseId, amountCents, reason }: AskedRefund) {
  const id = purchaseId.toLowerCase();
  const found = isId(id) ? await findPurchase(tx, id) : undefined;
  const user = found && (await lockUser(tx, found.userId));
  const purchase = user && (await findTransaction(tx, user.id, id));
  if (!purchase) return refuse(notFound, { field: 'purchaseId' });
  if (purchase.status !== 'completed') refuse(purchaseNotRefundable);
  const left = leftToRefund(purchase, (await sumPending(tx, [id]))(id));
  if (amountCents > left) refuse(refundExceedsPurchase, { refundableCents: left });
  return { purchase, reason: maskUser(reason, user) };
}

/** Why a second person is needed, if so. */
function whyTwo({ permissions }: Admin, amountCents: number, purchase: TransactionRow): string | null {
  if (!hasPermission(permissions, 'payments:refund')) return 'refund_requested';
  // Only an admin's word says that it was paid at all.
  if (purchase.creditedBy !== null) return 'credited_by_hand';
  return exceedsAutoExecute(amountCents, purchase) ? 'amount_exceeds_threshold' : null;
}

async function ask(ctx: Ctx<Admin>, id: string, asked: AskedRefund, why: string): Promise<void> {
  const { approvalId } = await approvals.request(ctx, refundKind, { targetId: id, reason: why, payload: { ...asked } });
  await setApproval(ctx.tx, id, approvalId);
  const { purchaseId, amountCents, reason, reverseUnlocks } = asked;
  await audit.record(ctx, {
    action: 'refund.create',
    target: { type: 'refund', id },
    reason,
    after: { status: 'pending', purchaseId, amountCents, reverseUnlocks },
  });
}
