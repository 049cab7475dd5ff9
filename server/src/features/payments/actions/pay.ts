import { busy } from '../../../kit/batch-queue.ts';
import type { Tx } from '../../../kit/db/database.ts';
import { notFound, refuse, validationFailed } from '../../../kit/errors.ts';
import type { Ctx } from '../../../kit/http/endpoint.ts';
import { newId } from '../../../kit/id.ts';
import * as audit from '../../audit/public.ts';
import { type Conversion, convertAmounts } from '../../exchange/public.ts';
import * as ledger from '../../ledger/public.ts';
import { lockPackagesForShare, type PackageRow, railAllows } from '../../store/public.ts';
import { type LockedUser, lockUsers, type User } from '../../users/public.ts';
import type { EventOrigin, EventResult } from '../../webhooks/public.ts';
import type { CompletedPurchase, MultiplierBonus, PurchasePorts } from '../ports.ts';
import { listUnappliedRefunds, type UnappliedRefundRow } from '../refunds.sql.ts';
import { circumstancesOf, defaultReasons, hasTwoUsdAmounts, isConvertible, maxCents, packagePaid } from '../rules.ts';
import type { NamedPurchase, PurchaseData } from '../schema.ts';
import {
  findTransaction,
  insertTransaction,
  type KnownPayment,
  listPaymentFacts,
  type NewTransaction,
  type PaymentFacts,
  recordFailure,
  type TransactionRow,
  type WrittenTransaction,
  writeTransactions,
} from '../sql.ts';
import {
  matchAmong,
  matchPayment,
  parseId,
  transactionTaken,
  treatDuplicateAsUnmatched,
  unknownUser,
  unmatched,
} from './match.ts';
import { applyUnappliedRefunds, isFullyRefundedAlready } from './refund.ts';

/** Creates the pending purchase of a package at its current price, before the user pays by a rail. */
export async function createPending(
  { tx, now, caller }: Ctx<User>,
  { sku, rail }: { readonly sku: string; readonly rail: string },
): Promise<TransactionRow> {
  const found = (await lockPackagesForShare(tx, [sku], { wait: true })).get(sku);
  if (found?.status !== 'active') return refuse(notFound, { field: 'sku' });
  if (!railAllows(found.rails, rail)) {
    refuse(validationFailed, { details: [{ path: 'rail', message: 'must be one that the package is sold by' }] });
  }
  const data = { productId: found.sku, transactionId: null, amountCents: found.priceCents, currency: 'USD' };
  const paid = { user: caller, payment: undefined };
  const pending = transactionOf(rail, data, paid, packageTerms(found, rail), unpaid(null, null));
  await insertTransaction(tx, pending, now);
  return (await findTransaction(tx, caller.id, pending.id)) ?? refuse(notFound);
}

/** What is bought, for a quantity of 1: the terms of the pending purchase, or else those of the package now. */
interface Terms {
  readonly packageId: string | null;
  readonly coinsGranted: number;
  readonly bonusCoins: number;
  readonly priceUsdCents: number;
  readonly isSoldByRail: boolean;
}

type PaymentTerms = Pick<
  KnownPayment,
  'packageId' | 'quantity' | 'coinsGranted' | 'bonusCoins' | 'amountUsdCents' | 'expectedUsdCents' | 'transactionId'
>;

/** The package and rail of a purchase that the app created were checked at its creation. */
const needsPackage = (payment: PaymentTerms | undefined): boolean => payment?.transactionId !== null;

const packageTerms = ({ id, coins, bonusCoins, priceCents, rails }: PackageRow, rail: string): Terms => ({
  packageId: id,
  coinsGranted: coins,
  bonusCoins,
  priceUsdCents: priceCents,
  isSoldByRail: railAllows(rails, rail),
});

/** Payments of paused packages, and by rails that do not sell the package, are accepted. */
function termsOf(payment: PaymentTerms | undefined, found: PackageRow | undefined, rail: string): Terms | undefined {
  if (!payment) return found && packageTerms(found, rail);
  const { packageId, quantity, coinsGranted, bonusCoins, amountUsdCents, expectedUsdCents } = payment;
  return {
    packageId,
    coinsGranted: coinsGranted / quantity,
    bonusCoins: bonusCoins / quantity,
    priceUsdCents: (expectedUsdCents ?? amountUsdCents) / quantity,
    isSoldByRail: !needsPackage(payment) || (found !== undefined && railAllows(found.rails, rail)),
  };
}

type Flags = Readonly<Record<string, boolean>>;
type State = Pick<NewTransaction, 'status' | 'failureReason' | 'failedAt' | 'eventId' | 'paidAt'>;

const unpaid = (failureReason: string | null, failedAt: Date | null): State => ({
  status: 'pending',
  failureReason,
  failedAt,
  eventId: null,
  paidAt: null,
});

type PaymentData = Pick<
  NamedPurchase,
  | 'productId'
  | 'amountCents'
  | 'currency'
  | 'amountUsdCents'
  | 'region'
  | 'environment'
  | 'isFamilyShared'
  | 'quantity'
  | 'feeCents'
  | 'taxCents'
> & {
  readonly transactionId: string | null;
};

interface Paid {
  readonly user: Pick<User, 'id' | 'countryCode'>;
  readonly payment: Pick<KnownPayment, 'id' | 'region'> | undefined;
}

function transactionOf(
  rail: string,
  data: PaymentData,
  { user, payment }: Paid,
  { packageId, ...terms }: Terms,
  { rate, ...state }: State & { readonly rate?: Conversion | undefined },
): NewTransaction {
  const { productId, transactionId, quantity = 1 } = data;
  const isCompleted = state.status === 'completed';
  const coins = data.isFamilyShared ? 0 : quantity;
  return {
    id: payment?.id ?? newId(),
    kind: 'coin_pack',
    userId: user.id,
    platform: rail,
    productId,
    transactionId,
    packageId,
    subscriptionId: null,
    coinsGranted: terms.coinsGranted * coins,
    bonusCoins: terms.bonusCoins * coins,
    ...packagePaid(data, terms.priceUsdCents * quantity, { isCompleted, rate }),
    ...circumstancesOf(data),
    quantity,
    region: data.region?.toUpperCase() ?? payment?.region ?? user.countryCode,
    ...state,
  };
}

const wasCompleted: EventResult = { outcome: 'ignored', detail: 'already_completed' };
const noPackage = unmatched('unknown_product');

/** A payment that succeeded at `paidAt`, by the provider's clock. */
export interface ReportedPayment {
  readonly rail: string;
  readonly data: NamedPurchase;
  readonly paidAt: Date;
  /** The request that reported it, if it is not the one of the context. */
  readonly from?: EventOrigin;
}

type Outcome = EventResult | typeof busy | undefined;

/** The id of the paying user, if it is well-formed. */
export const payerOf = ({ userId }: Pick<PurchaseData, 'userId'>): string | undefined => parseId(userId) ?? undefined;

/** Credits a successful payment exactly once, whatever the status of its user. */
export const complete = (ctx: audit.AuditCtx, ports: PurchasePorts, reported: ReportedPayment): Promise<EventResult> =>
  treatDuplicateAsUnmatched(ctx, async (part) => {
    const [outcome] = await completeMany(part, ports, [reported], { wait: true });
    if (outcome === undefined || outcome === busy) throw new Error('a payment that may wait has an outcome');
    return outcome;
  });

/**
 * Credits payments of different users together. Without `wait` it does not wait for other transactions: the outcome is
 * `busy` if the user is locked, and undefined if the payment must be completed on its own.
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
  const locked = withDistinctIds(reported).flatMap((one) => {
    const user = userOf(one);
    return user?.isLocked ? [{ reported: one, user }] : [];
  });
  const evaluated = await evaluate(ctx.tx, locked, { wait });
  const credits = [...evaluated.values()].filter((one) => isCredit(one));
  const payments = credits.map(({ payment }) => payment);
  const written = await writeTransactions(ctx.tx, payments, ctx.now);
  await settle(
    ctx,
    ports,
    credits.filter(({ payment }) => written.has(payment.id)),
  );
  return reported.map((one): Outcome => {
    const user = userOf(one);
    if (!user) return unknownUser;
    if (!user.isLocked) return busy;
    const known = evaluated.get(one);
    if (!isCredit(known)) return known;
    if (written.has(known.payment.id)) return { outcome: 'applied' };
    // Another transaction took the id meanwhile: evaluating the payment again shows by what.
    return wait ? transactionTaken : undefined;
  });
}

/** The first payment of each transaction id; the others are evaluated again after it is written. */
function withDistinctIds(reported: readonly ReportedPayment[]): ReportedPayment[] {
  const byId = new Map(reported.toReversed().map((one) => [`${one.rail} ${one.data.transactionId}`, one]));
  return [...byId.values()];
}

interface LockedPayment {
  readonly reported: ReportedPayment;
  readonly user: LockedUser;
}

interface Credit {
  readonly reported: ReportedPayment;
  readonly payment: WrittenTransaction;
  readonly flags: Flags;
  readonly facts: PaymentFacts;
}

/** Undefined for a payment that must be completed on its own. */
type Evaluation = Credit | EventResult | undefined;

const isCredit = (one: Evaluation): one is Credit => one !== undefined && 'payment' in one;

/** Decides what to do with payments whose users are locked. */
async function evaluate(
  tx: Tx,
  locked: readonly LockedPayment[],
  { wait }: { readonly wait: boolean },
): Promise<ReadonlyMap<ReportedPayment, Evaluation>> {
  const facts = await listPaymentFacts(
    tx,
    locked.map(({ reported: { rail, data }, user }) => ({
      userId: user.id,
      rail,
      transactionId: data.transactionId,
      purchaseId: parseId(data.purchaseId),
    })),
  );
  const evaluated = new Map<ReportedPayment, Evaluation>();
  const open: OpenPayment[] = [];
  for (const [n, one] of locked.entries()) {
    const known = facts[n];
    if (!known) throw new Error('no facts were read for a payment');
    const match = openPaymentOf(one, known);
    if ('outcome' in match) evaluated.set(one.reported, match);
    // These lock more rows than the user.
    else if (!wait && (known.hasUnappliedRefund || known.hasMultiplier)) evaluated.set(one.reported, undefined);
    else open.push({ ...one, facts: known, payment: match.payment });
  }
  const skus = open.flatMap(({ reported, payment }) => (needsPackage(payment) ? reported.data.productId : []));
  const packages = await lockPackagesForShare(tx, [...new Set(skus)], { wait });
  const rates = await ratesOf(
    tx,
    open.map(({ reported }) => reported),
  );
  for (const one of open) {
    const { rail, data } = one.reported;
    const found = packages.get(data.productId);
    const terms = termsOf(one.payment, found, rail);
    // Without waiting, another transaction may have locked the package.
    const isKnown = wait || !needsPackage(one.payment) || found !== undefined;
    evaluated.set(
      one.reported,
      !isKnown ? undefined : terms ? creditFor(one, terms, rates.get(one.reported)) : noPackage,
    );
  }
  return evaluated;
}

interface Convertible {
  readonly paidAt: Date;
  /** Periods have a price in place of an amount. */
  readonly data: Parameters<typeof isConvertible>[0] & {
    readonly amountCents?: number | undefined;
    readonly priceCents?: number | undefined;
  };
}

/** The exchange rates of payments whose value in US dollars is not known otherwise. */
export async function ratesOf<Paid extends Convertible>(
  tx: Tx,
  payments: readonly Paid[],
): Promise<ReadonlyMap<Paid, Conversion>> {
  const wanted = payments.flatMap((paid) => {
    const { amountCents, priceCents = amountCents, currency } = paid.data;
    if (!isConvertible(paid.data) || priceCents === undefined || currency === undefined) return [];
    return [{ paid, amountCents: priceCents, currency, paidAt: paid.paidAt }];
  });
  const rates = await convertAmounts(tx, wanted, maxCents);
  return new Map(
    wanted.flatMap(({ paid }, index) => {
      const rate = rates[index];
      return rate ? [[paid, rate] as const] : [];
    }),
  );
}

interface OpenPayment extends LockedPayment {
  readonly facts: PaymentFacts;
  readonly payment: KnownPayment | undefined;
}

function openPaymentOf(
  { reported: { rail, data }, user }: LockedPayment,
  { candidates }: PaymentFacts,
): { readonly payment: KnownPayment | undefined } | EventResult {
  const match = matchAmong(candidates, user, rail, data);
  if ('outcome' in match) return match;
  return match.payment && match.payment.status !== 'pending' ? wasCompleted : match;
}

function creditFor(
  { reported, user, payment, facts }: OpenPayment,
  terms: Terms,
  rate: Conversion | undefined,
): Credit {
  const { rail, data, paidAt } = reported;
  const eventId = data.isFamilyShared ? null : newId();
  const state = { status: 'completed', failureReason: null, failedAt: null, eventId, paidAt, rate } as const;
  const written = { ...transactionOf(rail, data, { user, payment }, terms, state), isKnown: payment !== undefined };
  const flags = { ...flagsOf(terms, data), ...(written.isAmountAssumed && { amount_unknown: true }) };
  return { reported, payment: written, flags, facts };
}

const flagsOf = ({ isSoldByRail }: Terms, data: PurchaseData): Flags => ({
  ...(!isSoldByRail && { rail_not_sold: true }),
  ...(hasTwoUsdAmounts(data) && { amount_differs: true }),
});

/** Posts the coins of completed payments, then applies the refunds that arrived before them. */
async function settle(ctx: audit.AuditCtx, ports: PurchasePorts, credits: readonly Credit[]): Promise<void> {
  const unapplied = new Map<Credit, readonly UnappliedRefundRow[]>();
  const multiplied: { payment: NewTransaction; purchase: CompletedPurchase; multiplier: MultiplierBonus }[] = [];
  const plain: NewTransaction[] = [];
  for (const credit of credits) {
    const { payment, facts } = credit;
    const refunds = facts.hasUnappliedRefund ? await listUnappliedRefunds(ctx.tx, payment) : [];
    unapplied.set(credit, refunds);
    const purchase = { userId: payment.userId, transactionId: payment.id, coins: payment.coinsGranted };
    const mayMultiply = facts.hasMultiplier && payment.coinsGranted > 0 && !isFullyRefundedAlready(payment, refunds);
    const multiplier = mayMultiply ? await ports.lockMultiplier(ctx, purchase) : undefined;
    if (multiplier) multiplied.push({ payment, purchase, multiplier });
    else if (payment.eventId !== null) plain.push(payment);
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
  for (const [{ payment }, refunds] of unapplied) await applyUnappliedRefunds(ctx, ports, payment, refunds);
}

const causeOf = ({ userId, id, platform, transactionId, eventId }: NewTransaction) => ({
  userId,
  reason: 'iap',
  refType: 'purchase',
  refId: id,
  key: `purchase:${platform}:${transactionId}`,
  ...(eventId !== null && { eventId }),
});

/** Coins bought in the sandbox of a provider come from the test account. */
function legsOf({ platform, coinsGranted, bonusCoins, environment }: NewTransaction) {
  const isTest = environment === 'sandbox';
  return {
    paid: { amount: coinsGranted, counter: isTest ? 'source_test' : (`source_iap_${platform}` as const) },
    bonus: { amount: bonusCoins, counter: isTest ? 'source_test' : 'source_bonus' },
  } as const;
}

const movementOf = (row: NewTransaction): ledger.Movement => ({ ...causeOf(row), ...legsOf(row) });

/** Posts the coins of a payment and of its multiplier as one event, and returns the event's id. */
async function creditMultiplied(
  ctx: audit.AuditCtx,
  payment: NewTransaction,
  { promoId, coins }: MultiplierBonus,
): Promise<string> {
  const cause = { reason: 'promo_grant', refType: 'promo', refId: promoId };
  const bonus = { ...cause, bonus: { amount: coins, counter: 'source_promo' as const } };
  return mustBePosted(await ledger.moveParts(ctx, { ...causeOf(payment), parts: [legsOf(payment), bonus] }), payment);
}

/** The payment was just completed, so its coins cannot have been posted before. */
function mustBePosted(result: ledger.MovementResult | undefined, { id }: NewTransaction): string {
  if (result?.outcome === 'posted' && result.eventId !== null) return result.eventId;
  throw new Error(`the coins of purchase ${id} were ${result?.outcome}`);
}

export const recordCompletion = (ctx: audit.AuditCtx, row: NewTransaction, flags: Flags): Promise<void> =>
  audit.record(ctx, completionEntry(row, false, flags));

function completionEntry(row: NewTransaction, wasPending: boolean, flags: Flags): audit.AuditEntry {
  const { id, userId, platform, productId, coinsGranted, bonusCoins, amountCents, currency, expectedUsdCents } = row;
  const product = { userId, platform, productId };
  const { environment, isFamilyShared } = row;
  return {
    action: 'purchase.complete',
    target: { type: 'purchase', id },
    ...(wasPending && { before: { status: 'pending', ...product } }),
    after: {
      ...{ status: 'completed', ...product, coinsGranted, bonusCoins, amountCents, currency },
      ...(environment === 'sandbox' && { environment }),
      ...(isFamilyShared && { isFamilyShared }),
    },
    flags: { ...flags, ...(expectedUsdCents !== null && { amount_differs: true }) },
  };
}

/** Records a payment that the rail has begun, and will report again. */
export async function notePending(ctx: audit.AuditCtx, rail: string, data: NamedPurchase): Promise<EventResult> {
  const match = await matchPayment(ctx, rail, data);
  if ('outcome' in match) return match;
  const { user, payment } = match;
  if (payment) return payment.status === 'pending' ? { outcome: 'ignored', detail: 'still_pending' } : wasCompleted;
  const packages = await lockPackagesForShare(ctx.tx, [data.productId], { wait: true });
  const terms = termsOf(undefined, packages.get(data.productId), rail);
  if (!terms) return noPackage;
  const pending = transactionOf(rail, data, match, terms, unpaid(null, null));
  if (!(await insertTransaction(ctx.tx, pending, ctx.now))) return transactionTaken;
  const after = { status: 'pending', userId: user.id, productId: data.productId };
  await audit.record(ctx, { action: 'purchase.pending', target: { type: 'purchase', id: pending.id }, after });
  return { outcome: 'applied' };
}

/** Records why a payment failed. It stays pending, since the user may retry it. */
export async function fail(ctx: audit.AuditCtx, rail: string, at: Date, data: NamedPurchase): Promise<EventResult> {
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
  const failed = transactionOf(rail, data, match, terms, unpaid(reason, at));
  if (payment) await recordFailure(ctx.tx, payment, { reason, at }, ctx.now);
  else if (!(await insertTransaction(ctx.tx, failed, ctx.now))) return transactionTaken;
  const after = { status: 'pending', userId: user.id, productId, failureReason: reason };
  await audit.record(ctx, { action: 'purchase.fail', target: { type: 'purchase', id: failed.id }, after });
  return { outcome: 'applied' };
}
