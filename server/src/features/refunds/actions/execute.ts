import { notFound, refuse } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { moveTo } from '../../../kit/workflow.ts';
import type { Admin } from '../../access/public.ts';
import * as audit from '../../audit/public.ts';
import { findTransaction, planFor, type RefundPlan, type TransactionRow, takeBack } from '../../payments/public.ts';
import {
  nothingReversed,
  type PaidUnlock,
  planReversal,
  type Reversal,
  reversalPart,
  reverse,
} from '../../unlocks/public.ts';
import { lockUser } from '../../users/public.ts';
import { purchaseNotRefundable, refundExceedsPurchase } from '../errors.ts';
import { leftToRefund, nextPartInUsdCents, refundMoves, splitOverLine } from '../rules.ts';
import { findRefund, markExecuted, type RefundRow, sumAskedBy } from '../sql.ts';

/**
 * Does a refund that waits, with every check of the day. Whatever else waits of the purchase is no obstacle. `written` is
 * the reason as the audit log has it, where that is not what the refund keeps.
 */
export async function execute(ctx: Ctx<Admin>, id: string, written?: string): Promise<object> {
  // Who decides has locked its approval, so it does not change any more.
  const refund = (await findRefund(ctx.tx, id)) ?? refuse(notFound);
  await lockUser(ctx.tx, refund.userId);
  const status = moveTo(refundMoves, 'approve', refund.status, () => false);
  const purchase = (await findTransaction(ctx.tx, refund.userId, refund.purchaseId)) ?? refuse(notFound);
  if (purchase.status !== 'completed') refuse(purchaseNotRefundable);
  const left = leftToRefund(purchase, 0);
  if (refund.amountCents > left) refuse(refundExceedsPurchase, { refundableCents: left });

  const reversal = await reversalFor(ctx, refund, purchase);
  const { unlocks: reversed } = reversal;
  const { amountCents, reason } = refund;
  const taken = await takeBack(ctx, purchase, {
    amountCents,
    reason,
    occurredAt: ctx.now,
    key: `refund:${id}`,
    ...(reversed.length > 0 && { returned: reversalPart(reversal) }),
  });
  const { coinsTaken: coinsDeducted, underpaidCents, eventId: ledgerEventId } = taken;
  await reverse(ctx, refund.userId, reversal, ledgerEventId);
  const reversedUnlockIds = reversed.map((unlock) => unlock.id);
  // A preview is made for who asks, who is no second person.
  const decidedBy = refund.requestedBy?.id === ctx.caller.id ? null : ctx.caller.id;
  // Others may have been executed since this one was asked for.
  const amountUsdCents = nextPartInUsdCents(amountCents, purchase);
  const done = { coinsDeducted, underpaidCents, ledgerEventId, reversedUnlockIds, decidedBy, amountUsdCents };
  await markExecuted(ctx.tx, id, done, ctx.now);
  const togetherUsdCents = await findSplit(ctx, { ...refund, amountUsdCents });
  const together = togetherUsdCents !== null && { togetherUsdCents };
  await audit.record(ctx, {
    action: 'refund.execute',
    target: { type: 'refund', id },
    reason: written ?? reason,
    userId: refund.userId,
    before: { status: refund.status },
    after: { status, ...effectsOf(purchase, taken.plan, reversed), ...together },
    flags: flagsOf(underpaidCents, togetherUsdCents),
  });
  return { refundId: id, amountCents, coinsDeducted, underpaidCents, ledgerEventId };
}

/** What who asked has refunded of the purchase in all, where its parts are within what one may refund alone. */
async function findSplit({ tx }: Ctx<Admin>, refund: RefundRow): Promise<number | null> {
  const { requestedBy, purchaseId, amountUsdCents } = refund;
  return requestedBy && splitOverLine(amountUsdCents, await sumAskedBy(tx, purchaseId, requestedBy.id));
}

const flagsOf = (underpaidCents: number, togetherUsdCents: number | null) => ({
  ...(underpaidCents > 0 && { underpaid: true }),
  ...(togetherUsdCents !== null && { refunded_together_usd_cents: togetherUsdCents }),
});

const missingIn = ({ due, taken }: RefundPlan): number => due.paid + due.bonus + due.promo - taken.paid - taken.bonus;

/** The unlocks since the purchase that are reversed, where coins are missing. */
async function reversalFor(ctx: Ctx<Admin>, refund: RefundRow, purchase: TransactionRow): Promise<Reversal> {
  if (!refund.reverseUnlocks) return nothingReversed;
  const coins = missingIn(await planFor(ctx.tx, purchase, refund.amountCents));
  if (coins === 0) return nothingReversed;
  return planReversal(ctx, { userId: purchase.userId, since: purchase.completedAt ?? purchase.createdAt, coins });
}

/** What a refund did, or would do, as the audit log and a dry run tell it. */
const effectsOf = (purchase: TransactionRow, plan: RefundPlan, reversed: readonly PaidUnlock[]) => ({
  purchaseId: purchase.id,
  amountCents: plan.cents,
  currency: purchase.currency,
  leftCents: purchase.amountCents - purchase.refundedCents - plan.cents,
  coinsDue: plan.due.paid + plan.due.bonus + plan.due.promo,
  promoCoinsDue: plan.due.promo,
  coinsDeducted: plan.taken.paid + plan.taken.bonus,
  coinsFromPaid: plan.taken.paid,
  coinsFromBonus: plan.taken.bonus,
  coinsMissing: missingIn(plan),
  underpaidCents: plan.underpaidCents,
  cancelsSubscription: plan.isWhole && purchase.subscriptionId !== null,
  reversedUnlocks: reversed.map(({ id, seriesTitle, episodeNumber, title, coins }) => ({
    id,
    seriesTitle,
    episodeNumber,
    title,
    coins,
  })),
});
