import { busy } from '../../../kit/batch-queue.ts';
import type { Tx } from '../../../kit/db/database.ts';
import { notFound, refuse, validationFailed } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { newId } from '../../../kit/id.ts';
import * as audit from '../../audit/public.ts';
import * as ledger from '../../ledger/public.ts';
import { lockPackagesForShare, type PackageRow, railAllows } from '../../store/public.ts';
import { type LockedUser, lockUsers, type User } from '../../users/public.ts';
import type { EventOrigin, EventResult } from '../../webhooks/public.ts';
import { type KnownPayment, listPaymentFacts, type PaymentFacts } from '../facts.sql.ts';
import type { CompletedPurchase, MultiplierBonus, PurchasePorts } from '../ports.ts';
import { listWaiting, type WaitingRefundRow } from '../refunds.sql.ts';
import { defaultReasons, hasTwoUsdAmounts, paidUsdCents } from '../rules.ts';
import type { PurchaseData } from '../schema.ts';
import {
  findTransaction,
  insertTransaction,
  type NewTransaction,
  noteFailure,
  type TransactionRow,
  type WrittenTransaction,
  writeTransactions,
} from '../sql.ts';
import {
  type Match,
  matchAmong,
  matchPayment,
  noUser,
  parseId,
  takenByAnother,
  unmatched,
  unmatchedIfTaken,
} from './match.ts';
import { applyWaitingRefunds, isCovered } from './refund.ts';

/** A viewer is about to pay for a package by a rail, for what it costs now. */
export async function announce(
  { tx, now, caller }: Ctx<User>,
  { sku, rail }: { readonly sku: string; readonly rail: string },
): Promise<TransactionRow> {
  const found = (await lockPackagesForShare(tx, [sku], { wait: true })).get(sku);
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

type PaymentTerms = Pick<
  KnownPayment,
  'packageId' | 'coinsGranted' | 'bonusCoins' | 'amountUsdCents' | 'expectedUsdCents' | 'transactionId'
>;

/** Of a purchase that the app announced, the package and the rail were looked at then. */
const needsPackage = (payment: PaymentTerms | undefined): boolean => payment?.transactionId !== null;

/**
 * What is bought, where the package is known if it is needed. A package that is paused is still paid for, and so is one by a
 * rail that it is not sold by.
 */
function termsOf(payment: PaymentTerms | undefined, found: PackageRow | undefined, rail: string): Terms | undefined {
  const isSoldByRail = !needsPackage(payment) || (found !== undefined && railAllows(found.rails, rail));
  if (payment) {
    const { packageId, coinsGranted, bonusCoins, amountUsdCents, expectedUsdCents } = payment;
    return { packageId, coinsGranted, bonusCoins, priceUsdCents: expectedUsdCents ?? amountUsdCents, isSoldByRail };
  }
  if (!found) return undefined;
  const { id: packageId, coins: coinsGranted, bonusCoins, priceCents: priceUsdCents } = found;
  return { packageId, coinsGranted, bonusCoins, priceUsdCents, isSoldByRail };
}

/** What was paid, and what should have been where that is something else. */
function amountsOf(data: PurchaseData, { priceUsdCents }: Terms) {
  const { amountCents, currency } = data;
  const amountUsdCents = paidUsdCents(data, priceUsdCents);
  const expectedUsdCents = amountUsdCents === priceUsdCents ? null : priceUsdCents;
  return { amountCents, currency, amountUsdCents, expectedUsdCents };
}

type Flags = Readonly<Record<string, boolean>>;
type State = Pick<NewTransaction, 'status' | 'failureReason' | 'failedAt' | 'eventId' | 'paidAt'>;

/** Whose payment it is, and what was known of it. */
interface Paid {
  readonly user: Pick<Match['user'], 'id' | 'countryCode'>;
  readonly payment: Pick<KnownPayment, 'id' | 'region'> | undefined;
}

function transactionOf(rail: string, data: PurchaseData, { user, payment }: Paid, terms: Terms, state: State) {
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
    ...state,
  };
}

const wasCompleted: EventResult = { outcome: 'ignored', detail: 'already_completed' };
const noPackage = unmatched('unknown_product');

/** A payment that has gone through, and when it did by the provider's clock. */
export interface ReportedPayment {
  readonly rail: string;
  readonly data: PurchaseData;
  readonly paidAt: Date;
  /** The request that brought it, where it is not the one of the context. */
  readonly from?: EventOrigin;
}

type Outcome = EventResult | typeof busy | undefined;

/** Whose payment it is; undefined where that is nobody. */
export const payerOf = ({ userId }: PurchaseData): string | undefined => parseId(userId) ?? undefined;

/** A payment has gone through: it is credited, once, to whomever it is of, in whatever state they are. */
export const complete = (ctx: audit.AuditCtx, ports: PurchasePorts, reported: ReportedPayment): Promise<EventResult> =>
  unmatchedIfTaken(ctx, async (part) => {
    const [outcome] = await completeMany(part, ports, [reported], { wait: true });
    if (outcome === undefined || outcome === busy) throw new Error('a payment that may wait has an outcome');
    return outcome;
  });

/**
 * The same for payments of different users, all at once. Without `wait` it waits for no other transaction: the outcome is
 * `busy` where one has locked the user, and undefined for a payment that has to be completed alone.
 */
export async function completeMany(
  ctx: audit.AuditCtx,
  ports: PurchasePorts,
  reported: readonly ReportedPayment[],
  { wait }: { readonly wait: boolean },
): Promise<Outcome[]> {
  const payers = reported.flatMap(({ data }) => payerOf(data) ?? []);
  const users = await lockUsers(ctx.tx, payers, { wait });
  const userOf = ({ data }: ReportedPayment) => users.get(payerOf(data) ?? '');
  const locked = withDistinctNames(reported).flatMap((one) => {
    const user = userOf(one);
    return user?.isLocked ? [{ reported: one, user }] : [];
  });
  const judged = await judge(ctx.tx, locked, { wait });
  const credits = [...judged.values()].filter((one) => isCredit(one));
  const payments = credits.map(({ payment }) => payment);
  const written = await writeTransactions(ctx.tx, payments, ctx.now);
  await settle(
    ctx,
    ports,
    credits.filter(({ payment }) => written.has(payment.id)),
  );
  return reported.map((one): Outcome => {
    const user = userOf(one);
    if (!user) return noUser;
    if (!user.isLocked) return busy;
    const known = judged.get(one);
    if (!isCredit(known)) return known;
    if (written.has(known.payment.id)) return { outcome: 'applied' };
    // The name was free when it was judged. What has it now is seen by who judges it again.
    return wait ? takenByAnother : undefined;
  });
}

/** Of those that share a name the first: what the others are is seen once that is written. */
function withDistinctNames(reported: readonly ReportedPayment[]): ReportedPayment[] {
  const names = new Map(reported.toReversed().map((one) => [`${one.rail} ${one.data.transactionId}`, one]));
  return [...names.values()];
}

interface LockedPayment {
  readonly reported: ReportedPayment;
  readonly user: LockedUser;
}

/** A payment that is to be credited. */
interface Credit {
  readonly reported: ReportedPayment;
  readonly payment: WrittenTransaction;
  readonly flags: Flags;
  readonly facts: PaymentFacts;
}

const isCredit = (judged: Credit | EventResult | undefined): judged is Credit =>
  judged !== undefined && 'payment' in judged;

type Judgement = Credit | EventResult | undefined;

/** What is to become of payments whose users are locked; undefined for one that has to be completed alone. */
async function judge(
  tx: Tx,
  locked: readonly LockedPayment[],
  { wait }: { readonly wait: boolean },
): Promise<ReadonlyMap<ReportedPayment, Judgement>> {
  const facts = await listPaymentFacts(
    tx,
    locked.map(({ reported: { rail, data }, user }) => ({
      userId: user.id,
      rail,
      transactionId: data.transactionId,
      announcedId: parseId(data.purchaseId),
    })),
  );
  const judged = new Map<ReportedPayment, Judgement>();
  const open: OpenPayment[] = [];
  for (const [n, one] of locked.entries()) {
    const known = facts[n];
    if (!known) throw new Error('no facts were read for a payment');
    const match = openPaymentOf(one, known);
    if ('outcome' in match) judged.set(one.reported, match);
    // These lock more than their user.
    else if (!wait && (known.isRefunded || known.hasMultiplier)) judged.set(one.reported, undefined);
    else open.push({ ...one, facts: known, payment: match.payment });
  }
  const skus = open.flatMap(({ reported, payment }) => (needsPackage(payment) ? reported.data.productId : []));
  const packages = await lockPackagesForShare(tx, [...new Set(skus)], { wait });
  for (const one of open) {
    const { rail, data } = one.reported;
    const found = packages.get(data.productId);
    const terms = termsOf(one.payment, found, rail);
    // Without waiting, another transaction may have locked the package.
    const isKnown = wait || !needsPackage(one.payment) || found !== undefined;
    judged.set(one.reported, !isKnown ? undefined : terms ? creditFor(one, terms) : noPackage);
  }
  return judged;
}

interface OpenPayment extends LockedPayment {
  readonly facts: PaymentFacts;
  readonly payment: KnownPayment | undefined;
}

/** The payment that has gone through; undefined where there is none yet. */
function openPaymentOf(
  { reported: { rail, data }, user }: LockedPayment,
  { candidates }: PaymentFacts,
): { readonly payment: KnownPayment | undefined } | EventResult {
  const match = matchAmong(candidates, user, rail, data);
  if ('outcome' in match) return match;
  // Paid for a second time, it is another payment.
  const payment = match.named ?? (match.announced?.status === 'pending' ? match.announced : undefined);
  return payment && payment.status !== 'pending' ? wasCompleted : { payment };
}

function creditFor({ reported, user, payment, facts }: OpenPayment, terms: Terms): Credit {
  const written = { ...completedBy(reported, { user, payment }, terms), isKnown: payment !== undefined };
  return { reported, payment: written, flags: flagsOf(terms, reported.data), facts };
}

/** A payment as it is written down once it has gone through. */
function completedBy({ rail, data, paidAt }: ReportedPayment, paid: Paid, terms: Terms) {
  const state = { status: 'completed', failureReason: null, failedAt: null, eventId: newId(), paidAt } as const;
  return transactionOf(rail, data, paid, terms, state);
}

const flagsOf = ({ isSoldByRail }: Terms, data: PurchaseData): Flags => ({
  ...(!isSoldByRail && { rail_not_sold: true }),
  ...(hasTwoUsdAmounts(data) && { amount_differs: true }),
});

/** Credits completed payments and applies waiting refunds. */
async function settle(ctx: audit.AuditCtx, ports: PurchasePorts, credits: readonly Credit[]): Promise<void> {
  const waiting = new Map<Credit, readonly WaitingRefundRow[]>();
  const multiplied: MultipliedCredit[] = [];
  const plain: NewTransaction[] = [];
  for (const credit of credits) {
    const { payment, facts } = credit;
    const refunds = facts.isRefunded ? await listWaiting(ctx.tx, payment) : [];
    waiting.set(credit, refunds);
    const purchase = { userId: payment.userId, transactionId: payment.id, coins: payment.coinsGranted };
    const usesMultiplier = facts.hasMultiplier && !isCovered(payment, refunds);
    const multiplier = usesMultiplier ? await ports.lockMultiplier(ctx, purchase) : undefined;
    if (multiplier) multiplied.push({ payment, purchase, multiplier });
    else plain.push(payment);
  }
  const results = await ledger.moveEach(ctx, plain.map(movementOf));
  for (const [n, payment] of plain.entries()) mustBePosted(results[n], payment);
  for (const { payment, purchase, multiplier } of multiplied) {
    const eventId = await creditMultiplied(ctx, payment, multiplier);
    await ports.useMultiplier(ctx, purchase, multiplier, eventId);
  }
  const entries = credits.map(({ payment, flags, reported: { from } }) => ({
    ...completionEntry(payment, payment.isKnown, flags),
    ...(from && { from }),
  }));
  await audit.recordAll(ctx, entries);
  for (const [{ payment }, refunds] of waiting) await applyWaitingRefunds(ctx, ports, payment, refunds);
}

interface MultipliedCredit {
  readonly payment: NewTransaction;
  readonly purchase: CompletedPurchase;
  readonly multiplier: MultiplierBonus;
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
const movementOf = (row: NewTransaction): ledger.Movement => ({ ...causeOf(row), ...legsOf(row) });

/** Credits a payment and what a multiplier adds to it, as one event, and returns the event's id. */
async function creditMultiplied(
  ctx: audit.AuditCtx,
  payment: NewTransaction,
  { promoId, coins }: MultiplierBonus,
): Promise<string> {
  const cause = { reason: 'promo_grant', refType: 'promo', refId: promoId };
  const bonus = { ...cause, bonus: { amount: coins, counter: 'source_promo' as const } };
  return mustBePosted(await ledger.moveParts(ctx, { ...causeOf(payment), parts: [legsOf(payment), bonus] }), payment);
}

/** The payment is new, so its coins can not have been posted before. */
function mustBePosted(result: ledger.MovementResult | undefined, { id }: NewTransaction): string {
  if (result?.outcome === 'posted' && result.eventId !== null) return result.eventId;
  throw new Error(`the coins of purchase ${id} were ${result?.outcome}`);
}

/** Records a payment that went through. */
export const recordCompletion = (ctx: audit.AuditCtx, row: NewTransaction, flags: Flags): Promise<void> =>
  audit.record(ctx, completionEntry(row, false, flags));

/** The record of a payment that went through, flagged where something about it is not as it should be. */
function completionEntry(row: NewTransaction, wasPending: boolean, flags: Flags): audit.AuditEntry {
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
  const skus = needsPackage(payment) ? [productId] : [];
  const packages = await lockPackagesForShare(ctx.tx, skus, { wait: true });
  const terms = termsOf(payment, packages.get(productId), rail);
  if (!terms) return noPackage;
  const state = { status: 'pending', failureReason: reason, failedAt: at, eventId: null, paidAt: null } as const;
  const failed = transactionOf(rail, data, match, terms, state);
  if (payment) await noteFailure(ctx.tx, payment, { reason, at }, ctx.now);
  else if (!(await insertTransaction(ctx.tx, failed, ctx.now))) return takenByAnother;
  const after = { status: 'pending', userId: user.id, productId, failureReason: reason };
  await audit.record(ctx, { action: 'purchase.fail', target: { type: 'purchase', id: failed.id }, after });
  return { outcome: 'applied' };
}
