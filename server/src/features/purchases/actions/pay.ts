import type { Tx } from '../../../kit/db/database.ts';
import { notFound, refuse, validationFailed } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { newId } from '../../../kit/id.ts';
import * as audit from '../../audit/public.ts';
import * as ledger from '../../ledger/public.ts';
import { lockPackageForShare, type PackageRow, railAllows } from '../../store/public.ts';
import type { EventResult } from '../../system/public.ts';
import type { User } from '../../users/public.ts';
import type { MultiplierBonus, PurchasePorts } from '../ports.ts';
import { listWaiting } from '../refunds.sql.ts';
import { defaultReasons, hasTwoUsdAmounts, paidUsdCents } from '../rules.ts';
import type { PurchaseData } from '../schema.ts';
import {
  completeTransaction,
  findTransaction,
  insertTransaction,
  type NewTransaction,
  noteFailure,
  type TransactionRow,
} from '../sql.ts';
import { type Match, matchPayment, takenByAnother, unmatched, unmatchedIfTaken } from './match.ts';
import { applyWaitingRefunds, isCovered } from './refund.ts';

/** A viewer is about to pay for a package by a rail, for what it costs now. */
export async function announce(
  { tx, now, caller }: Ctx<User>,
  { sku, rail }: { readonly sku: string; readonly rail: string },
): Promise<TransactionRow> {
  const found = await lockPackageForShare(tx, sku);
  if (found?.status !== 'active') return refuse(notFound, { field: 'sku' });
  const { id: packageId, coins: coinsGranted, bonusCoins, priceCents } = found;
  if (!railAllows(found.rails, rail)) {
    refuse(validationFailed, { details: [{ path: 'rail', message: 'must be one that the package is sold by' }] });
  }
  const id = newId();
  const pending: NewTransaction = {
    id,
    kind: 'coin_pack',
    userId: caller.id,
    platform: rail,
    productId: found.sku,
    packageId,
    coinsGranted,
    bonusCoins,
    subscriptionId: null,
    transactionId: null,
    expectedUsdCents: null,
    region: caller.countryCode,
    amountCents: priceCents,
    currency: 'USD',
    amountUsdCents: priceCents,
    status: 'pending',
    failureReason: null,
    failedAt: null,
    eventId: null,
    paidAt: null,
  };
  await insertTransaction(tx, pending, now);
  return (await findTransaction(tx, caller.id, id)) ?? refuse(notFound);
}

/** What is bought: as it was when it was announced, or as it is now. */
export interface Terms {
  readonly packageId: string | null;
  readonly coinsGranted: number;
  readonly bonusCoins: number;
  readonly priceUsdCents: number;
  /** Whether the package is sold by the rail that it was paid by. */
  readonly isSoldByRail: boolean;
}

/** A package that is paused is still paid for, and so is one by a rail that it is not sold by. */
async function findTerms(
  tx: Tx,
  payment: TransactionRow | undefined,
  productId: string,
  rail: string,
): Promise<Terms | undefined> {
  // Of what was announced, the rail was looked at then.
  const isAnnounced = payment !== undefined && payment.transactionId === null;
  const found = isAnnounced ? undefined : await lockPackageForShare(tx, productId);
  const isSoldByRail = isAnnounced || (found !== undefined && railAllows(found.rails, rail));
  if (payment) return announcedTerms(payment, isSoldByRail);
  return found && currentTerms(found, rail);
}

export type Announced = Pick<
  TransactionRow,
  'packageId' | 'coinsGranted' | 'bonusCoins' | 'amountUsdCents' | 'expectedUsdCents'
>;

export function announcedTerms(payment: Announced, isSoldByRail: boolean): Terms {
  const { packageId, coinsGranted, bonusCoins, amountUsdCents, expectedUsdCents } = payment;
  return { packageId, coinsGranted, bonusCoins, priceUsdCents: expectedUsdCents ?? amountUsdCents, isSoldByRail };
}

export function currentTerms(found: PackageRow, rail: string): Terms {
  const { id: packageId, coins: coinsGranted, bonusCoins, priceCents: priceUsdCents } = found;
  return { packageId, coinsGranted, bonusCoins, priceUsdCents, isSoldByRail: railAllows(found.rails, rail) };
}

/** What was paid, and what should have been where that is something else. */
function amountsOf(data: PurchaseData, { priceUsdCents }: Terms) {
  const { amountCents, currency } = data;
  const amountUsdCents = paidUsdCents(data, priceUsdCents);
  const expectedUsdCents = amountUsdCents === priceUsdCents ? null : priceUsdCents;
  return { amountCents, currency, amountUsdCents, expectedUsdCents };
}

export type Flags = Readonly<Record<string, boolean>>;
type Outcome = Pick<NewTransaction, 'status' | 'failureReason' | 'failedAt' | 'eventId' | 'paidAt'>;

/** Whose payment it is, and what was known of it. */
export interface Paid {
  readonly user: Pick<Match['user'], 'id' | 'countryCode'>;
  readonly payment: Pick<TransactionRow, 'id' | 'region'> | undefined;
}

export function transactionOf(rail: string, data: PurchaseData, paid: Paid, terms: Terms, outcome: Outcome) {
  const { user, payment } = paid;
  const { productId, transactionId } = data;
  const { packageId, coinsGranted, bonusCoins } = terms;
  return {
    id: payment?.id ?? newId(),
    kind: 'coin_pack' as const,
    userId: user.id,
    platform: rail,
    productId,
    transactionId,
    packageId,
    subscriptionId: null,
    coinsGranted,
    bonusCoins,
    ...amountsOf(data, terms),
    region: data.region?.toUpperCase() ?? payment?.region ?? user.countryCode,
    ...outcome,
  };
}

const wasCompleted: EventResult = { outcome: 'ignored', detail: 'already_completed' };
const noPackage = unmatched('unknown_product');

/** A payment that has gone through, and when it did by the provider's clock. */
export interface ReportedPayment {
  readonly rail: string;
  readonly data: PurchaseData;
  readonly paidAt: Date;
}

/** A payment has gone through: it is credited, once, to whomever it is of, in whatever state they are. */
export async function complete(ctx: audit.AuditCtx, ports: PurchasePorts, told: ReportedPayment): Promise<EventResult> {
  const { rail, data } = told;
  const match = await matchPayment(ctx, rail, data);
  if ('outcome' in match) return match;
  const { payment } = match;
  if (payment && payment.status !== 'pending') return wasCompleted;
  const terms = await findTerms(ctx.tx, payment, data.productId, rail);
  if (!terms) return noPackage;
  const completed = completedBy(told, match, terms);
  const flags = flagsOf(terms, data);
  if (!payment) {
    return (await insertTransaction(ctx.tx, completed, ctx.now))
      ? settle(ctx, ports, { completed, wasPending: false, flags })
      : takenByAnother;
  }
  return unmatchedIfTaken(ctx, async (part) => {
    await completeTransaction(part.tx, payment, completed, ctx.now);
    return settle(part, ports, { completed, wasPending: true, flags });
  });
}

/** A payment as it is written down once it has gone through. */
export function completedBy({ rail, data, paidAt }: ReportedPayment, paid: Paid, terms: Terms) {
  const outcome = { status: 'completed', failureReason: null, failedAt: null, eventId: newId(), paidAt } as const;
  return transactionOf(rail, data, paid, terms, outcome);
}

export const flagsOf = ({ isSoldByRail }: Terms, data: PurchaseData): Flags => ({
  ...(!isSoldByRail && { rail_not_sold: true }),
  ...(hasTwoUsdAmounts(data) && { amount_differs: true }),
});

interface Completion {
  readonly completed: NewTransaction;
  /** Whether it was written down before it was paid. */
  readonly wasPending: boolean;
  readonly flags: Flags;
}

/** Brings what a payment that is written down brings. */
async function settle(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  { completed, wasPending, flags }: Completion,
): Promise<EventResult> {
  const { userId, id: transactionId, coinsGranted: coins } = completed;
  const waiting = await listWaiting(ctx.tx, completed);
  const purchase = { userId, transactionId, coins };
  const multiplier = isCovered(completed, waiting) ? undefined : await ports.lockMultiplier(ctx, purchase);
  const eventId = await credit(ctx, completed, multiplier);
  if (multiplier) await ports.useMultiplier(ctx, purchase, multiplier, eventId);
  await audit.record(ctx, completionEntry(completed, wasPending, flags));
  await applyWaitingRefunds(ctx, ports, completed, waiting);
  return { outcome: 'applied' };
}

/** What the coins of a payment are called in the ledger. */
const causeOf = ({ userId, id, platform, transactionId, eventId }: NewTransaction) => ({
  userId,
  reason: 'iap',
  refType: 'purchase',
  refId: id,
  key: `purchase:${platform}:${transactionId}`,
  ...(eventId !== null && { eventId }),
});

const legsOf = ({ platform, coinsGranted, bonusCoins }: NewTransaction) => ({
  paid: { amount: coinsGranted, counter: `source_iap_${platform}` as const },
  bonus: { amount: bonusCoins, counter: 'source_bonus' as const },
});

/** The coins that a payment brings. */
export const movementOf = (row: NewTransaction): ledger.Movement => ({ ...causeOf(row), ...legsOf(row) });

/** Credits a payment and what a multiplier adds to it, as one event, and returns the event's id. */
async function credit(
  ctx: audit.AuditCtx,
  paid: NewTransaction,
  multiplier: MultiplierBonus | undefined,
): Promise<string> {
  const bonus = multiplier && {
    reason: 'promo_grant',
    refType: 'promo',
    refId: multiplier.promoId,
    bonus: { amount: multiplier.coins, counter: 'source_promo' as const },
  };
  const { outcome, eventId } = bonus
    ? await ledger.moveParts(ctx, { ...causeOf(paid), parts: [legsOf(paid), bonus] })
    : await ledger.move(ctx, movementOf(paid));
  // The payment is new, so its coins can not have been posted before.
  if (outcome !== 'posted' || eventId === null) throw new Error(`the coins of purchase ${paid.id} were ${outcome}`);
  return eventId;
}

/** Records a payment that went through. */
export const recordCompletion = (ctx: audit.AuditCtx, row: NewTransaction, flags: Flags): Promise<void> =>
  audit.record(ctx, completionEntry(row, false, flags));

/** The record of a payment that went through, flagged where something about it is not as it should be. */
export function completionEntry(row: NewTransaction, wasPending: boolean, flags: Flags): audit.AuditEntry {
  const { id, userId, platform, productId, coinsGranted, bonusCoins, amountCents, currency, expectedUsdCents } = row;
  const product = { userId, platform, productId };
  return {
    action: 'purchase.complete',
    target: { type: 'purchase', id },
    ...(wasPending && { before: { status: 'pending', ...product } }),
    after: { status: 'completed', ...product, coinsGranted, bonusCoins, amountCents, currency },
    flags: { ...flags, ...(expectedUsdCents !== null && { amount_differs: true }) },
  };
}

/** A payment did not go through. It stays pending with the reason, since it may be tried again. */
export async function fail(ctx: audit.AuditCtx, rail: string, at: Date, data: PurchaseData): Promise<EventResult> {
  const match = await matchPayment(ctx, rail, data);
  if ('outcome' in match) return match;
  const { user, payment } = match;
  if (payment && payment.status !== 'pending') return wasCompleted;
  if (payment?.failedAt && payment.failedAt >= at) return { outcome: 'ignored', detail: 'failed_again' };
  const { productId, reason = defaultReasons.failure } = data;
  const terms = await findTerms(ctx.tx, payment, productId, rail);
  if (!terms) return noPackage;
  const outcome = { status: 'pending', failureReason: reason, failedAt: at, eventId: null, paidAt: null } as const;
  const failed = transactionOf(rail, data, match, terms, outcome);
  if (payment) await noteFailure(ctx.tx, payment, { reason, at }, ctx.now);
  else if (!(await insertTransaction(ctx.tx, failed, ctx.now))) return takenByAnother;
  const after = { status: 'pending', userId: user.id, productId, failureReason: reason };
  await audit.record(ctx, { action: 'purchase.fail', target: { type: 'purchase', id: failed.id }, after });
  return { outcome: 'applied' };
}
