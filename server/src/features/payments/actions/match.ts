import { inSavepoint } from '../../../kit/db/database.ts';
import { violatedConstraint } from '../../../kit/db/faults.ts';
import { isId } from '../../../kit/http/schema.ts';
import type * as audit from '../../audit/public.ts';
import { lockUser, type UserRow } from '../../users/public.ts';
import type { EventDetail, EventResult } from '../../webhooks/public.ts';
import type { PurchaseData } from '../schema.ts';
import { listCandidates, type TransactionRow } from '../sql.ts';

export const unmatched = (detail: EventDetail): EventResult => ({ outcome: 'unmatched', detail });
export const unknownUser = unmatched('unknown_user');
export const transactionTaken = unmatched('transaction_taken');

export const parseId = (text: string | undefined): string | null => {
  const id = text?.toLowerCase();
  return id !== undefined && isId(id) ? id : null;
};

/** Locks the user named by a payment event and finds their payment, which is undefined if it is new. */
export async function matchPayment(
  { tx }: audit.AuditCtx,
  rail: string,
  data: PurchaseData,
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
  data: PurchaseData,
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
