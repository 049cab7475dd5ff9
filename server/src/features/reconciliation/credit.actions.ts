import { inSavepoint } from '../../kit/db/database.ts';
import { invalidTransition, notFound, refuse } from '../../kit/errors.ts';
import type { Ctx } from '../../kit/http/endpoint.ts';
import { isId } from '../../kit/http/schema.ts';
import { cleanId } from '../../kit/id.ts';
import { isRecord } from '../../kit/json.ts';
import { type Admin, hasPermission, insufficientPermissions } from '../access/public.ts';
import * as approvals from '../approvals/public.ts';
import * as audit from '../audit/public.ts';
import * as ledger from '../ledger/public.ts';
import { completeByHand, type PurchasePorts } from '../payments/public.ts';
import {
  adjust,
  bannedUser,
  deletedUser,
  type GrantLimits,
  lockAdjustable,
  uncappedRoles,
  walletGrant,
} from '../support/public.ts';
import { findUser } from '../users/public.ts';
import { isRefundLine } from './rules.ts';
import type { CreditBody } from './schema.ts';
import { lockMissing, type OpenRow, recordResolution, releaseRow } from './sql.ts';

interface Claim extends CreditBody {
  readonly runId: string;
  readonly line: number;
}

class ApprovalNeeded extends Error {}

/**
 * Credits a payment that the provider has and we lack. The limits of grants apply: above the threshold or the daily limit it
 * needs a second admin, as it always does for roles with capped grants. So does a line that is not the price in US dollars,
 * since its value is unknown.
 */
export async function credit(ctx: Ctx<Admin>, ports: PurchasePorts, limits: GrantLimits, claim: Claim) {
  const { caller, tx } = ctx;
  if (!hasPermission(caller.permissions, 'payments:read'))
    refuse(insufficientPermissions, { required: ['payments:read'] });
  if (!(await findUser(tx, claim.userId))) refuse(notFound, { field: 'userId' });
  const repeated = await approvals.findRepeated(ctx, purchaseCredit(ports), claim.userId);
  if (repeated) return repeated;
  if (!uncappedRoles.includes(caller.role)) return requestCredit(ctx, ports, claim, 'role_needs_approval');
  const effects = ctx.effects.empty();
  try {
    const credited = await inSavepoint(tx, () => creditDirectly({ ...ctx, effects }, ports, limits, claim));
    ctx.effects.addAll(effects);
    return credited;
  } catch (error) {
    if (error instanceof ApprovalNeeded) return requestCredit(ctx, ports, claim, error.message);
    throw error;
  }
}

async function creditDirectly(ctx: Ctx<Admin>, ports: PurchasePorts, limits: GrantLimits, claim: Claim) {
  const done = await completeRow(ctx, ports, claim, { creditedBy: ctx.caller.id, lock: lockRowWithoutRequest });
  if (done.coins > adjust.approvalAbove) throw new ApprovalNeeded('amount_exceeds_threshold');
  if (!done.isAtPrice) throw new ApprovalNeeded('amount_differs_from_price');
  const sum = await approvals.addWithinDailyLimit(done.coins, limits.granterDailyLimit, (coins) =>
    ledger.addGranted(ctx.tx, ctx.caller.id, ctx.now, coins),
  );
  if (sum === undefined) throw new ApprovalNeeded(approvals.dailyLimitExceeded);
  await record(ctx, done, sum > adjust.noticedAbove ? { granted_today: sum } : {});
  return shown(done);
}

async function requestCredit(ctx: Ctx<Admin>, ports: PurchasePorts, claim: Claim, reason: string) {
  await lockAdjustable(ctx, claim.userId);
  const row = await lockRowWithoutRequest(ctx, claim);
  const { userId, ...rest } = claim;
  const { transactionId, amountCents, currency } = row;
  const payload = { ...rest, transactionId, amountCents, currency, creditedBy: ctx.caller.id };
  const pending = await approvals.request(ctx, purchaseCredit(ports), { targetId: userId, reason, payload });
  await recordResolution(ctx.tx, row, { adminId: ctx.caller.id, approvalId: pending.approvalId }, ctx.now);
  return pending;
}

async function lockRow(ctx: Ctx<Admin>, { runId, line }: Claim): Promise<OpenRow> {
  const row = (await lockMissing(ctx.tx, runId, line)) ?? refuse(notFound);
  if (row.creditedPurchaseId !== null) refuse(invalidTransition, { currentState: 'credited', allowed: [] });
  if (isRefundLine(row)) refuse(invalidTransition, { currentState: 'refunded', allowed: [] });
  // Lines of older releases have uncleaned ids.
  return { ...row, transactionId: cleanId(row.transactionId) };
}

/** Refuses a line with a pending request. */
async function lockRowWithoutRequest(ctx: Ctx<Admin>, claim: Claim): Promise<OpenRow> {
  const row = await lockRow(ctx, claim);
  // The approval is not locked: its decision locks it before this line.
  const status = row.approvalId === null ? undefined : await approvals.findStatus(ctx.tx, row.approvalId);
  if (status === 'pending') refuse(invalidTransition, { currentState: 'requested', allowed: [] });
  return row;
}

interface Completion {
  readonly row: OpenRow;
  readonly purchaseId: string;
  readonly coins: number;
  readonly isAtPrice: boolean;
  readonly eventId: string | null;
  readonly balanceTotal: number;
}

/** Locks the user before the line. Of concurrent credits one succeeds. `creditedBy` claims that it was paid. */
async function completeRow(
  ctx: Ctx<Admin>,
  ports: PurchasePorts,
  claim: Claim,
  { creditedBy, lock }: { readonly creditedBy: string; readonly lock: typeof lockRow },
): Promise<Completion> {
  const { userId, sku: productId, purchaseId } = claim;
  await lockAdjustable(ctx, userId);
  const row = await lock(ctx, claim);
  const { rail, transactionId, amountCents, currency, createdAt: paidAt } = row;
  const data = {
    userId,
    productId,
    transactionId,
    amountCents,
    currency,
    ...(purchaseId !== undefined && { purchaseId }),
  };
  const { purchase, coins, isAtPrice } = await completeByHand(ctx, ports, { rail, data, paidAt }, creditedBy);
  await recordResolution(ctx.tx, row, { adminId: ctx.caller.id, creditedPurchaseId: purchase.id }, ctx.now);
  const { paid, bonus } = await ledger.findBalances(ctx.tx, userId);
  return { row, purchaseId: purchase.id, coins, isAtPrice, eventId: purchase.eventId, balanceTotal: paid + bonus };
}

async function record(ctx: Ctx<Admin>, { row, purchaseId, coins }: Completion, flags = {}): Promise<void> {
  const { runId, line, transactionId } = row;
  await audit.record(ctx, {
    action: 'reconciliation.credit',
    target: { type: 'reconciliation', id: runId },
    flags: { line, transaction_id: transactionId, purchase_id: purchaseId, coins, ...flags },
  });
}

const shown = ({ purchaseId, coins, eventId, balanceTotal }: Completion) =>
  ({ kind: 'credited', purchaseId, coins, eventId, balanceTotal }) as const;

export const purchaseCredit = (ports: PurchasePorts): approvals.ApprovalKind => ({
  ...walletGrant,
  kind: 'purchase_credit',
  errors: [notFound, invalidTransition, bannedUser, deletedUser],
  onClosed: async ({ tx }, requests) => {
    for (const { id, targetId, payload } of requests) await releaseRow(tx, readPayload(targetId, payload).claim, id);
  },
  execute: async (ctx, userId, payload) => {
    const { claim, creditedBy = ctx.caller.id } = readPayload(userId, payload);
    const done = await completeRow(ctx, ports, claim, { creditedBy, lock: lockRow });
    await record(ctx, done);
    const { kind: _kind, ...result } = shown(done);
    return result;
  },
});

/** Requests of older releases have no `creditedBy`. */
function readPayload(userId: string, payload: unknown): { claim: Claim; creditedBy?: string } {
  const { runId, line, sku, purchaseId, creditedBy } = isRecord(payload) ? payload : {};
  if (typeof runId !== 'string' || typeof line !== 'number' || typeof sku !== 'string' || !isId(runId)) {
    throw new Error('the credit of a purchase has an invalid payload');
  }
  const claim = { userId, runId, line, sku, ...(typeof purchaseId === 'string' && { purchaseId }) };
  return { claim, ...(typeof creditedBy === 'string' && { creditedBy }) };
}
