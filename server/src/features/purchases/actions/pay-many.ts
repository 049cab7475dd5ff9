import { busy } from '../../../kit/batch-queue.ts';
import type { Tx } from '../../../kit/db/database.ts';
import * as audit from '../../audit/public.ts';
import { type PostedMovement, postSomeQuery } from '../../ledger/public.ts';
import { lockFreePackagesForShare, type PackageRow } from '../../store/public.ts';
import type { EventOrigin, EventResult } from '../../system/public.ts';
import { type FreeUser, lockFreeUsers } from '../../users/public.ts';
import {
  type AnnouncedRow,
  type CompletedPayment,
  completeTransactions,
  listPaymentFacts,
  type PaymentFacts,
} from '../pay-many.sql.ts';
import type { PurchaseData } from '../schema.ts';
import { parseId } from './match.ts';
import {
  announcedTerms,
  completedBy,
  completionEntry,
  currentTerms,
  type Flags,
  flagsOf,
  movementOf,
  type ReportedPayment,
  type Terms,
} from './pay.ts';

/**
 * Payments like most are credited many at once: of someone we know, for a package that we know, told of for the first
 * time, announced or not, with no refund and no multiplier waiting. Any other is left to be applied alone.
 */

/** A payment that has gone through, as a rail tells it. */
export interface IncomingPayment extends ReportedPayment {
  readonly from: EventOrigin;
}

type Outcome = EventResult | typeof busy | undefined;

/** Whose payment it is; undefined where that is nobody. */
export const payerOf = ({ userId }: PurchaseData): string | undefined => parseId(userId) ?? undefined;

/** One whose user is locked. */
interface Held extends IncomingPayment {
  readonly user: FreeUser;
}

interface Credit extends Held {
  readonly payment: CompletedPayment;
  readonly flags: Flags;
}

/** Credits those of these payments that are like most; each is of another user. */
export async function completeMany(
  { tx, now }: { readonly tx: Tx; readonly now: Date },
  payments: readonly IncomingPayment[],
): Promise<Outcome[]> {
  const users = await lockFreeUsers(
    tx,
    payments.flatMap(({ data }) => payerOf(data) ?? []),
  );
  const userOf = ({ data }: IncomingPayment) => users.get(payerOf(data) ?? '');
  const held = withDistinctNames(
    payments.flatMap((payment) => {
      const user = userOf(payment);
      return user?.isLocked ? [{ ...payment, user }] : [];
    }),
  );
  const credits = await creditsFor(tx, held);
  const credited = new Set(await credit(tx, now, credits));
  return payments.map((payment): Outcome => {
    if (userOf(payment)?.isLocked === false) return busy;
    return credited.has(payment.data) ? { outcome: 'applied' } : undefined;
  });
}

/** Of those that share a name the first: what the others are is seen when that is written. */
function withDistinctNames(held: readonly Held[]): Held[] {
  const names = new Map(held.toReversed().map((one) => [`${one.rail} ${one.data.transactionId}`, one]));
  return [...names.values()];
}

async function creditsFor(tx: Tx, held: readonly Held[]): Promise<Credit[]> {
  const facts = await listPaymentFacts(
    tx,
    held.map(({ rail, data, user }) => ({
      userId: user.id,
      rail,
      transactionId: data.transactionId,
      announcedId: parseId(data.purchaseId),
    })),
  );
  const skus = new Set(held.flatMap(({ data }) => (data.purchaseId === undefined ? [data.productId] : [])));
  const packages = await lockFreePackagesForShare(tx, [...skus]);
  return held.flatMap((one, n) => {
    const known = facts[n];
    const terms = known && termsFor(one, known, packages);
    if (!terms) return [];
    const announced = known.announced ?? undefined;
    const completed = completedBy(one, { user: one.user, payment: announced }, terms);
    return [
      { ...one, payment: { ...completed, isAnnounced: announced !== undefined }, flags: flagsOf(terms, one.data) },
    ];
  });
}

/** What is bought; undefined where the payment is not like most. */
function termsFor(
  one: Held,
  { isNamed, isRefunded, hasMultiplier, announced }: PaymentFacts,
  packages: ReadonlyMap<string, PackageRow>,
): Terms | undefined {
  if (isNamed || isRefunded || hasMultiplier) return undefined;
  if (one.data.purchaseId !== undefined)
    return announced && isOpen(announced, one) ? announcedTerms(announced, true) : undefined;
  const found = packages.get(one.data.productId);
  return found && currentTerms(found, one.rail);
}

const isOpen = ({ platform, productId, status, transactionId }: AnnouncedRow, { rail, data }: Held): boolean =>
  platform === rail && productId === data.productId && status === 'pending' && transactionId === null;

/** Writes the payments down with their coins, and answers those that were. */
async function credit(tx: Tx, now: Date, credits: readonly Credit[]): Promise<PurchaseData[]> {
  const movements = credits.map(({ payment }) => movementOf(payment));
  const posted = await completeTransactions<PostedMovement>(
    tx,
    credits.map(({ payment }) => payment),
    (numbers) => postSomeQuery(movements, numbers, { wait: false }),
    now,
  );
  const made = posted.flatMap(({ n, outcome }) => {
    // The payment was not there before, so its coins can not have been.
    if (outcome !== 'posted') throw new Error(`the coins of purchase ${credits[n]?.payment.id} were ${outcome}`);
    return credits[n] ?? [];
  });
  const changes = made.map(({ payment, flags, from }) => ({
    entry: completionEntry(payment, payment.isAnnounced, flags),
    from: { ...from, now },
  }));
  await audit.writeEach(tx, audit.system, changes);
  return made.map(({ data }) => data);
}
