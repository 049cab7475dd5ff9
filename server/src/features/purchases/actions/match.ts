import { isId } from '../../../kit/http/schema.ts';
import type * as audit from '../../audit/public.ts';
import type { Verdict } from '../../system/public.ts';
import { lockUser, type UserRow } from '../../users/public.ts';
import type { PurchaseData } from '../schema.ts';
import { listCandidates, type TransactionRow } from '../sql.ts';

export const unmatched = (detail: string): Verdict => ({ outcome: 'unmatched', detail });

export interface Match {
  readonly user: UserRow;
  /** The payment that the rail calls so or that the app announced; undefined where there is none yet. */
  readonly payment: TransactionRow | undefined;
}

/**
 * Finds whom a payment is of, and what we know of it, or says why it is nobody's. Locks the user: whatever changes their
 * purchases does so after this.
 */
export async function matchPayment({ tx }: audit.ActCtx, rail: string, data: PurchaseData): Promise<Match | Verdict> {
  const { transactionId, productId } = data;
  const userId = data.userId.toLowerCase();
  const user = isId(userId) ? await lockUser(tx, userId) : undefined;
  if (!user) return unmatched('no user has this userId');
  const purchaseId = data.purchaseId?.toLowerCase();
  const announcedId = purchaseId !== undefined && isId(purchaseId) ? purchaseId : null;
  const rows = await listCandidates(tx, rail, transactionId, { userId, id: announcedId });
  const isTheirs = (row: TransactionRow) =>
    row.userId === userId && row.productId === productId && row.platform === rail;
  const named = rows.find((row) => row.platform === rail && row.transactionId === transactionId);
  if (named && !isTheirs(named)) return unmatched('this transactionId is of another user or product');
  const announced = rows.find(({ id }) => id === announcedId);
  if (purchaseId !== undefined && !(announced && isTheirs(announced))) {
    return unmatched('no purchase of this user, product and rail has this purchaseId');
  }
  // Paid for a second time, it is another payment.
  return { user, payment: named ?? (announced?.status === 'pending' ? announced : undefined) };
}
