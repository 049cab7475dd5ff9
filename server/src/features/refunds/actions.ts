import type { Db } from '../../kit/db/database.ts';
import { invalidTransition, notFound, refuse } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { replayedHeader } from '../../kit/http/response.ts';
import { isId } from '../../kit/http/schema.ts';
import { newId } from '../../kit/id.ts';
import { moveTo } from '../../kit/workflow.ts';
import { type Admin, hasPermission } from '../access/public.ts';
import * as approvals from '../approvals/public.ts';
import * as audit from '../audit/public.ts';
import * as ledger from '../ledger/public.ts';
import {
  findPurchase,
  findTransaction,
  type ProviderRefund,
  type PurchasePorts,
  planWithBalances,
  type RefundPlan,
  reverseCredit,
  type TransactionRow,
} from '../payments/public.ts';
import {
  nothingReversed,
  type PaidUnlock,
  planReversal,
  type Reversal,
  reversalPart,
  reverse,
} from '../unlocks/public.ts';
import { findUser, lockUser, maskUser, maskUserContacts } from '../users/public.ts';
import { purchaseNotRefundable, refundExceedsPurchase } from './errors.ts';
import { type MoneyRails, orderMoney } from './money.actions.ts';
import {
  autoRejectReasons,
  exceedsAutoExecute,
  judgedAmounts,
  matchProviderRefund,
  nextPartInUsdCents,
  refundableCents,
  refundMoves,
  splitTotal,
} from './rules.ts';
import {
  addRefunded,
  confirmRefunds,
  findRefund,
  findRefundByCause,
  findRefunds,
  insertRefund,
  listUnconfirmedCents,
  markExecuted,
  markRejected,
  markReversed,
  type RefundRow,
  setApproval,
  sumPending,
  sumRequestedBy,
} from './sql.ts';

interface RequestedRefund {
  readonly purchaseId: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly reverseUnlocks: boolean;
}

export interface RefundLimits {
  readonly rails: MoneyRails;
  /** US cents that one admin may refund in a UTC day without a second admin. */
  readonly refunderDailyLimitCents: number | undefined;
}

/**
 * Refunds a purchase, or requests the approval of a second admin. The user is locked, which serializes the refunds of a
 * purchase, including those of its provider. A repeated request returns the existing refund.
 */
export async function create(ctx: Ctx<Admin>, requested: RequestedRefund, limits: RefundLimits): Promise<RefundRow> {
  const { purchase, user } = await lockPurchase(ctx, requested);
  const known = await findRefundByCause(ctx.tx, ctx.causeId());
  if (known) {
    ctx.header(...replayedHeader);
    return known;
  }
  await mustBeRefundable(ctx, purchase, requested);
  const [id, reason] = [newId(), maskUser(requested.reason, user)];
  const written = maskUserContacts(requested.reason, user);
  const { amountCents, reverseUnlocks } = requested;
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
  const judgedUsdCents = nextPartInUsdCents(amountCents, { ...purchase, ...judgedAmounts(purchase) });
  const why =
    approvalReason(ctx.caller, amountCents, purchase) ?? (await dailyLimitReason(ctx, judgedUsdCents, limits));
  if (why === null) await execute(ctx, limits.rails, id, written);
  else {
    const payload = { ...requested, purchaseId: purchase.id, reason };
    const { approvalId } = await approvals.request(ctx, refundKindOf(limits.rails), {
      targetId: id,
      reason: why,
      payload,
    });
    await setApproval(ctx.tx, id, approvalId);
    await audit.record(ctx, {
      action: 'refund.create',
      target: { type: 'refund', id },
      reason: written,
      userId: purchase.userId,
      after: { status: 'pending', purchaseId: purchase.id, amountCents, reverseUnlocks },
    });
  }
  return (await findRefund(ctx.tx, id)) ?? refuse(notFound);
}

async function lockPurchase({ tx }: Ctx<Admin>, { purchaseId }: RequestedRefund) {
  const id = purchaseId.toLowerCase();
  const found = isId(id) ? await findPurchase(tx, id) : undefined;
  const user = found && (await lockUser(tx, found.userId));
  const purchase = user && (await findTransaction(tx, user.id, id));
  return purchase ? { purchase, user } : refuse(notFound, { field: 'purchaseId' });
}

async function mustBeRefundable({ tx }: Ctx<Admin>, purchase: TransactionRow, { amountCents }: RequestedRefund) {
  if (purchase.status !== 'completed') refuse(purchaseNotRefundable);
  const refundable = refundableCents(purchase, (await sumPending(tx, [purchase.id]))(purchase.id));
  if (amountCents > refundable) refuse(refundExceedsPurchase, { refundableCents: refundable });
}

/** Why a second admin must approve, if so. */
function approvalReason({ permissions }: Admin, amountCents: number, purchase: TransactionRow): string | null {
  if (!hasPermission(permissions, 'payments:refund')) return 'refund_requested';
  // Only an admin claims that it was paid at all.
  if (purchase.creditedBy !== null) return 'credited_by_hand';
  const judged = judgedAmounts(purchase);
  if (judged.amountUsdCents === 0) return 'value_unknown';
  return exceedsAutoExecute(amountCents, judged) ? 'amount_exceeds_threshold' : null;
}

/** Counts a refund within the daily limit of the admin, or returns why a second admin must approve. */
async function dailyLimitReason(
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

/**
 * Executes a pending refund, with all checks repeated. Other pending refunds of the purchase do not reduce what is left.
 * `written` is the reason for the audit log, if it differs from that of the refund.
 */
async function execute(ctx: Ctx<Admin>, rails: MoneyRails, id: string, written?: string): Promise<object> {
  // Its approval is locked, so the refund cannot change.
  const refund = (await findRefund(ctx.tx, id)) ?? refuse(notFound);
  await lockUser(ctx.tx, refund.userId);
  const status = moveTo(refundMoves, 'approve', refund.status, () => false);
  const purchase = (await findTransaction(ctx.tx, refund.userId, refund.purchaseId)) ?? refuse(notFound);
  if (purchase.status !== 'completed') refuse(purchaseNotRefundable);
  const refundable = refundableCents(purchase, 0);
  if (refund.amountCents > refundable) refuse(refundExceedsPurchase, { refundableCents: refundable });

  const balanceBefore = await balanceOf(ctx, refund);
  const reversal = await reversalFor(ctx, refund, purchase);
  const { unlocks: reversed } = reversal;
  const { amountCents, reason } = refund;
  const taken = await reverseCredit(ctx, purchase, {
    amountCents,
    reason,
    occurredAt: ctx.now,
    key: `refund:${id}`,
    ...(reversed.length > 0 && { returned: reversalPart(reversal) }),
  });
  const { coinsTaken: coinsDeducted, underpaidCents, eventId: ledgerEventId } = taken;
  await reverse(ctx, refund.userId, reversal, ledgerEventId);
  const reversedUnlockIds = reversed.map((unlock) => unlock.id);
  // The dry run of a request is made by the requester, who is not a second admin.
  const decidedBy = refund.requestedBy?.id === ctx.caller.id ? null : ctx.caller.id;
  // Other refunds may have been executed since this one was requested.
  const amountUsdCents = nextPartInUsdCents(amountCents, purchase);
  const done = { coinsDeducted, underpaidCents, ledgerEventId, reversedUnlockIds, decidedBy, amountUsdCents };
  await markExecuted(ctx.tx, id, done, ctx.now);
  const money = await orderMoney(ctx, rails, id, purchase);
  const { requestedBy } = refund;
  const togetherUsdCents =
    requestedBy && splitTotal(amountUsdCents, await sumRequestedBy(ctx.tx, purchase.id, requestedBy.id));
  await audit.record(ctx, {
    action: 'refund.execute',
    target: { type: 'refund', id },
    reason: written ?? reason,
    userId: refund.userId,
    before: { status: refund.status, balanceTotal: balanceBefore },
    after: {
      status,
      balanceTotal: await balanceOf(ctx, refund),
      ...effectsOf(purchase, taken.plan, reversed),
      ...(togetherUsdCents !== null && { togetherUsdCents }),
      ...(money !== 'none' && { money }),
    },
    flags: {
      ...(underpaidCents > 0 && { underpaid: true }),
      ...(togetherUsdCents !== null && { refunded_together_usd_cents: togetherUsdCents }),
    },
  });
  return { refundId: id, amountCents, coinsDeducted, underpaidCents, ledgerEventId };
}

async function balanceOf({ tx }: Ctx<Admin>, { userId }: RefundRow): Promise<number> {
  const { paid, bonus } = await ledger.findBalances(tx, userId);
  return paid + bonus;
}

const missingCoins = ({ due, taken }: RefundPlan): number =>
  due.paid + due.bonus + due.promo - taken.paid - taken.bonus;

/** The unlocks since the purchase to reverse if coins are missing. */
async function reversalFor(ctx: Ctx<Admin>, refund: RefundRow, purchase: TransactionRow): Promise<Reversal> {
  if (!refund.reverseUnlocks) return nothingReversed;
  const coins = missingCoins(await planWithBalances(ctx.tx, purchase, refund.amountCents));
  if (coins === 0) return nothingReversed;
  return planReversal(ctx, { userId: purchase.userId, since: purchase.completedAt ?? purchase.createdAt, coins });
}

/** The effects of a refund, for the audit log and dry runs. */
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
  coinsMissing: missingCoins(plan),
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

export const refundKindOf = (rails: MoneyRails): approvals.ApprovalKind => ({
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
  execute: (ctx, refundId) => execute(ctx, rails, refundId),
});

/** Describes refunds to the deciding admins. */
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
  return {
    label: mayName ? (userName ?? userId) : productId,
    pictureUrl: null,
    isGuest,
    ...(mayName && { countryCode }),
    userId,
    purchaseId,
    productId,
    bought,
    platform,
    amountCents,
    currency,
    amountUsdCents,
    reason,
    reverseUnlocks,
    status,
  };
}

/** Rejects refunds whose approval was rejected, cancelled or expired. */
async function onClosed(ctx: audit.AuditCtx, requests: readonly approvals.ClosedRequest[]): Promise<void> {
  const rejections = requests.map(({ targetId: id, status, note }) => ({
    id,
    reason: note ?? (status === 'rejected' ? '' : autoRejectReasons[status]),
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

/** Rejects a pending refund together with its approval. */
export async function reject(
  ctx: Ctx<Admin>,
  id: string,
  reason: string,
  options: approvals.DecisionOptions,
): Promise<RefundRow> {
  const found = (await findRefund(ctx.tx, id)) ?? refuse(notFound);
  // Lock order: the approval before the refund.
  const approval = found.approvalId === null ? undefined : await approvals.lockStatus(ctx.tx, found.approvalId);
  const { status, approvalId } = (await findRefund(ctx.tx, id)) ?? refuse(notFound);
  // An expired approval counts as rejected, even if housekeeping has not run yet.
  moveTo(refundMoves, 'reject', approval === 'expired' ? 'rejected' : status, () => false);
  if (approvalId === null) throw new Error(`refund ${id} has no approval`);
  await approvals.reject(ctx, approvalId, reason, options);
  return (await findRefund(ctx.tx, id)) ?? refuse(notFound);
}

/** Adds a provider's refund to the list. The audit log has the entry of the purchase. */
export async function recordProviderRefund(
  ctx: audit.AuditCtx,
  { payment, cents, reason, coinsTaken, underpaidCents, eventId }: ProviderRefund,
): Promise<void> {
  const { userId, id: purchaseId, productId, platform, currency } = payment;
  await insertRefund(
    ctx.tx,
    {
      id: newId(),
      userId,
      purchaseId,
      productId,
      platform,
      status: 'executed',
      amountCents: cents,
      currency,
      amountUsdCents: nextPartInUsdCents(cents, payment),
      reason,
      reverseUnlocks: false,
      coinsDeducted: coinsTaken,
      underpaidCents,
      ledgerEventId: eventId,
      requestedBy: null,
      causeId: null,
    },
    ctx.now,
  );
}

/** Marks refunds that a provider made of a payment as reversed. The audit log has the entry of the purchase. */
export const reverseProviderRefunds: PurchasePorts['reverseRefunds'] = ({ tx, now }, { userId, id }, reversed) =>
  markReversed(tx, { userId, purchaseId: id }, reversed, now);

/**
 * Matches a refund reported by a provider with refunds by admins, so that no refund reverses coins twice. Returns the cents
 * that it confirms.
 */
export const confirmByProvider: PurchasePorts['confirmRefunds'] = async (
  ctx,
  { purchaseId, cents, refundableCents: remaining, occurredAt },
) => {
  const unconfirmed = await listUnconfirmedCents(ctx.tx, purchaseId, occurredAt);
  const confirmedCents = matchProviderRefund(cents, remaining, unconfirmed);
  if (confirmedCents === 0) return 0;
  const confirmed = await confirmRefunds(ctx.tx, purchaseId, confirmedCents, occurredAt, ctx.now);
  await audit.recordAll(
    ctx,
    confirmed.map(({ id, before, after }) => ({
      action: 'refund.confirm' as const,
      target: { type: 'refund', id },
      before: { confirmedCents: before },
      after: { confirmedCents: after },
    })),
  );
  return confirmedCents;
};
