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
import type { CreditBody } from './credit.schema.ts';
import { isRefundLine } from './rules.ts';
import { freeRow, lockMissing, noteAct, type OpenRow } from './sql.ts';

interface Claim extends CreditBody {
  readonly runId: string;
  readonly line: number;
}

/** It is more than one person may credit. */
class SecondPersonNeeded extends Error {}

/**
 * Credits a payment that the provider has and we lack. Coins are minted on an admin's word here, so the limits are those
 * of grants by hand: over the threshold or the granter's limit it waits for a second person, and those whose grants are
 * capped always ask. So does a line of another amount than the price in US dollars, which tells nothing of what was paid.
 */
export async function credit(ctx: Ctx<Admin>, ports: PurchasePorts, limits: GrantLimits, claim: Claim) {
  const { caller, tx } = ctx;
  if (!hasPermission(caller.permissions, 'payments:read'))
    refuse(insufficientPermissions, { required: ['payments:read'] });
  if (!(await findUser(tx, claim.userId))) refuse(notFound, { field: 'userId' });
  const repeated = await approvals.findRepeated(ctx, purchaseCredit(ports), claim.userId);
  if (repeated) return repeated;
  if (!uncappedRoles.includes(caller.role)) return ask(ctx, ports, claim, 'role_needs_approval');
  const effects = ctx.effects.empty();
  try {
    const credited = await inSavepoint(tx, () => creditAlone({ ...ctx, effects }, ports, limits, claim));
    ctx.effects.addAll(effects);
    return credited;
  } catch (error) {
    if (error instanceof SecondPersonNeeded) return ask(ctx, ports, claim, error.message);
    throw error;
  }
}

async function creditAlone(ctx: Ctx<Admin>, ports: PurchasePorts, limits: GrantLimits, claim: Claim) {
  const done = await completeRow(ctx, ports, claim, { creditedBy: ctx.caller.id, lock: lockFreeRow });
  if (done.coins > adjust.approvalAbove) throw new SecondPersonNeeded('amount_exceeds_threshold');
  if (!done.isAtPrice) throw new SecondPersonNeeded('amount_differs_from_price');
  const sum = await approvals.addWithinDailyLimit(done.coins, limits.granterDailyLimit, (coins) =>
    ledger.addGranted(ctx.tx, ctx.caller.id, ctx.now, coins),
  );
  if (sum === undefined) throw new SecondPersonNeeded(approvals.dailyLimitExceeded);
  await record(ctx, done, sum > adjust.noticedAbove ? { granted_today: sum } : {});
  return shown(done);
}

async function ask(ctx: Ctx<Admin>, ports: PurchasePorts, claim: Claim, reason: string) {
  await lockAdjustable(ctx, claim.userId);
  const row = await lockFreeRow(ctx, claim);
  const { userId, ...rest } = claim;
  const { transactionId, amountCents, currency } = row;
  const payload = { ...rest, transactionId, amountCents, currency, creditedBy: ctx.caller.id };
  const pending = await approvals.request(ctx, purchaseCredit(ports), { targetId: userId, reason, payload });
  await noteAct(ctx.tx, row, { adminId: ctx.caller.id, approvalId: pending.approvalId }, ctx.now);
  return pending;
}

async function lockRow(ctx: Ctx<Admin>, { runId, line }: Claim): Promise<OpenRow> {
  const row = (await lockMissing(ctx.tx, runId, line)) ?? refuse(notFound);
  if (row.creditedPurchaseId !== null) refuse(invalidTransition, { currentState: 'credited', allowed: [] });
  if (isRefundLine(row)) refuse(invalidTransition, { currentState: 'refunded', allowed: [] });
  // Lines from before ids were cleaned have them as the file did.
  return { ...row, transactionId: cleanId(row.transactionId) };
}

/** The same, unless a request for it waits: a line is asked for once at a time, and whoever decides that decides it. */
async function lockFreeRow(ctx: Ctx<Admin>, claim: Claim): Promise<OpenRow> {
  const row = await lockRow(ctx, claim);
  // The approval is not locked: who decides it locks it first, and then waits for this line.
  const status = row.approvalId === null ? undefined : await approvals.findStatus(ctx.tx, row.approvalId);
  if (status === 'pending') refuse(invalidTransition, { currentState: 'requested', allowed: [] });
  return row;
}

interface Completion {
  /** Who says that it was paid. */
  readonly creditedBy: string;
  readonly lock: typeof lockRow;
}

interface Done {
  readonly row: OpenRow;
  readonly purchaseId: string;
  readonly coins: number;
  readonly isAtPrice: boolean;
  readonly eventId: string | null;
  readonly balanceTotal: number;
}

/** The user is locked first, then the line: of many who credit it at once, one does. */
async function completeRow(
  ctx: Ctx<Admin>,
  ports: PurchasePorts,
  claim: Claim,
  { creditedBy, lock }: Completion,
): Promise<Done> {
  const { userId, sku: productId, purchaseId: announced } = claim;
  await lockAdjustable(ctx, userId);
  const row = await lock(ctx, claim);
  const { rail, transactionId, amountCents, currency, createdAt: paidAt } = row;
  const data = {
    userId,
    productId,
    transactionId,
    amountCents,
    currency,
    ...(announced !== undefined && { purchaseId: announced }),
  };
  const { purchase, coins, isAtPrice } = await completeByHand(ctx, ports, { rail, data, paidAt }, creditedBy);
  await noteAct(ctx.tx, row, { adminId: ctx.caller.id, creditedPurchaseId: purchase.id }, ctx.now);
  const { paid, bonus } = await ledger.findBalances(ctx.tx, userId);
  return { row, purchaseId: purchase.id, coins, isAtPrice, eventId: purchase.eventId, balanceTotal: paid + bonus };
}

async function record(ctx: Ctx<Admin>, { row, purchaseId, coins }: Done, flags = {}): Promise<void> {
  const { runId, line, transactionId } = row;
  await audit.record(ctx, {
    action: 'reconciliation.credit',
    target: { type: 'reconciliation', id: runId },
    flags: { line, transaction_id: transactionId, purchase_id: purchaseId, coins, ...flags },
  });
}

const shown = ({ purchaseId, coins, eventId, balanceTotal }: Done) =>
  ({ kind: 'credited', purchaseId, coins, eventId, balanceTotal }) as const;

/** A credit that takes two people, done when the second one approves it. */
export const purchaseCredit = (ports: PurchasePorts): approvals.ApprovalKind => ({
  ...walletGrant,
  kind: 'purchase_credit',
  errors: [notFound, invalidTransition, bannedUser, deletedUser],
  onClosed: async ({ tx }, requests) => {
    for (const { id, targetId, payload } of requests) await freeRow(tx, readPayload(targetId, payload).claim, id);
  },
  execute: async (ctx, userId, payload) => {
    const { claim, creditedBy = ctx.caller.id } = readPayload(userId, payload);
    const done = await completeRow(ctx, ports, claim, { creditedBy, lock: lockRow });
    await record(ctx, done);
    const { kind: _kind, ...result } = shown(done);
    return result;
  },
});

/** Requests from before it was kept do not say who asked. */
function readPayload(userId: string, payload: unknown): { claim: Claim; creditedBy?: string } {
  const { runId, line, sku, purchaseId, creditedBy } = isRecord(payload) ? payload : {};
  if (typeof runId !== 'string' || typeof line !== 'number' || typeof sku !== 'string' || !isId(runId)) {
    throw new Error('the credit of a purchase lost its payload');
  }
  const claim = { userId, runId, line, sku, ...(typeof purchaseId === 'string' && { purchaseId }) };
  return { claim, ...(typeof creditedBy === 'string' && { creditedBy }) };
}
