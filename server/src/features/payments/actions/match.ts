import { type Db, inSavepoint, type Tx } from '../../../kit/db/database.ts';
import { violatedConstraint } from '../../../kit/db/faults.ts';
import { isId } from '../../../kit/http/schema.ts';
import type * as audit from '../../audit/public.ts';
import { findProductByStoreId, findReported } from '../../subscriptions/public.ts';
import { lockUser, type UserRow } from '../../users/public.ts';
import type { EventDetail, EventResult } from '../../webhooks/public.ts';
import type { NamedPurchase, PeriodData, PurchaseData } from '../schema.ts';
import { findByTransactionId, findPendingNear, findPurchase, listCandidates, type TransactionRow } from '../sql.ts';

export const unmatched = (detail: EventDetail): EventResult => ({ outcome: 'unmatched', detail });
export const unknownUser = unmatched('unknown_user');
export const transactionTaken = unmatched('transaction_taken');

export const parseId = (text: string | undefined): string | null => {
  const id = text?.toLowerCase();
  return id !== undefined && isId(id) ? id : null;
};

/**
 * A payment's data with what its provider does not repeat: user and currency of the known payment, and its product, unless
 * the event names another one as paid. Undefined if the user is not known.
 */
export async function withPayment(
  db: Db,
  rail: string,
  data: PurchaseData,
  { isPaid }: { readonly isPaid: boolean },
): Promise<PurchaseData | undefined> {
  const known =
    (await findByTransactionId(db, rail, data.transactionId)) ?? (await findAnnounced(db, rail, data.purchaseId));
  if (!known) return data.userId === undefined ? undefined : data;
  const { userId = known.userId, productId = known.productId } = data;
  if (isPaid) return { ...data, userId, productId };
  return { ...data, userId, productId: known.productId, currency: data.currency ?? known.currency };
}

const findAnnounced = async (db: Db, rail: string, purchaseId: string | undefined) => {
  const id = parseId(purchaseId);
  const found = id === null ? undefined : await findPurchase(db, id);
  return found?.platform === rail ? found : undefined;
};

/**
 * Names the pending purchase that a payment completes, if its provider does not: stores know nothing of it. It is looked up
 * before the user is locked; if another payment completes it meanwhile, this one is a separate payment.
 */
export async function withPurchase(tx: Tx, rail: string, data: NamedPurchase, paidAt: Date): Promise<NamedPurchase> {
  const { userId, productId, purchaseId, transactionId } = data;
  const payer = parseId(userId);
  if (payer === null || purchaseId !== undefined) return data;
  if (await findByTransactionId(tx, rail, transactionId)) return data;
  const pending = await findPendingNear(tx, { userId: payer, rail, productId, paidAt });
  return pending === undefined ? data : { ...data, purchaseId: pending };
}

/** The same for a subscription, of which a payment may be known too. It keeps its product if none or an unknown one is reported. */
export async function withSubscription(
  db: Db,
  rail: string,
  data: PeriodData,
  { isTranslated }: { readonly isTranslated: boolean },
): Promise<(PeriodData & { readonly userId: string }) | undefined> {
  const { subscriptionId, transactionId } = data;
  if (!isTranslated && data.userId !== undefined) return { ...data, userId: data.userId };
  const known =
    (await findReported(db, rail, subscriptionId)) ??
    (transactionId === undefined ? undefined : await findByTransactionId(db, rail, transactionId));
  const { userId = known?.userId, productId = known?.productId } = data;
  if (userId === undefined) return undefined;
  const isSold = !known || (productId !== undefined && (await findProductByStoreId(db, productId)) !== undefined);
  const named = isSold ? productId : known.productId;
  return { ...data, userId, ...(named !== undefined && { productId: named }) };
}

/** Locks the user named by a payment event and finds their payment, which is undefined if it is new. */
export async function matchPayment(
  { tx }: audit.AuditCtx,
  rail: string,
  data: NamedPurchase,
  options?: { readonly isRefund: boolean },
): Promise<{ readonly user: UserRow; readonly payment: TransactionRow | undefined } | EventResult> {
  const userId = parseId(data.userId);
  const user = userId === null ? undefined : await lockUser(tx, userId);
  if (!user) return unknownUser;
  const pending = { userId: user.id, id: parseId(data.purchaseId) };
  const match = matchAmong(await listCandidates(tx, rail, data.transactionId, pending), user, rail, data, options);
  return 'outcome' in match ? match : { user, payment: match.payment };
}

type Candidate = Pick<TransactionRow, 'id' | 'userId' | 'platform' | 'productId' | 'transactionId' | 'status'>;

export function matchAmong<Row extends Candidate>(
  rows: readonly Row[],
  user: Pick<UserRow, 'id'>,
  rail: string,
  data: NamedPurchase,
  { isRefund = false } = {},
): { readonly payment: Row | undefined } | EventResult {
  const isOwn = (row: Row) => row.userId === user.id && row.productId === data.productId && row.platform === rail;
  const byTransaction = rows.find((row) => row.platform === rail && row.transactionId === data.transactionId);
  if (byTransaction && !isOwn(byTransaction)) return transactionTaken;
  if (data.purchaseId === undefined) return { payment: byTransaction };
  const purchaseId = parseId(data.purchaseId);
  const byPurchase = rows.find((row) => row.id === purchaseId && isOwn(row));
  if (!byPurchase) return unmatched('unknown_purchase');
  // A second payment of one purchase is a separate payment. A refund may have a transactionId of its own.
  const isApplicable = isRefund || byPurchase.status === 'pending';
  return { payment: byTransaction ?? (isApplicable ? byPurchase : undefined) };
}

/** The transaction id already belongs to a different payment. */
export class TransactionIdTaken extends Error {}

/** Rolls back what `work` did if the transaction id turns out to belong to another payment, and returns unmatched. */
export async function treatDuplicateAsUnmatched(
  ctx: audit.AuditCtx,
  work: (ctx: audit.AuditCtx) => Promise<EventResult>,
): Promise<EventResult> {
  const effects = ctx.effects.empty();
  try {
    const eventResult = await inSavepoint(ctx.tx, () => work({ ...ctx, effects }));
    ctx.effects.addAll(effects);
    return eventResult;
  } catch (error) {
    if (error instanceof TransactionIdTaken || violatedConstraint(error) === 'transactions_once')
      return transactionTaken;
    throw error;
  }
}
