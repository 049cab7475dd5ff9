import { inSavepoint } from '../../../kit/db/database.ts';
import { violatedConstraint } from '../../../kit/db/faults.ts';
import { isId } from '../../../kit/http/schema.ts';
import type * as audit from '../../audit/public.ts';
import { lockUser, type UserRow } from '../../users/public.ts';
import type { EventDetail, EventResult } from '../../webhooks/public.ts';
import type { PurchaseData } from '../schema.ts';
import { listCandidates, type TransactionRow } from '../sql.ts';

export const unmatched = (detail: EventDetail): EventResult => ({ outcome: 'unmatched', detail });
export const noUser = unmatched('unknown_user');
export const takenByAnother = unmatched('transaction_taken');

export interface Match {
  readonly user: UserRow;
  /** The payment that the rail calls so or that the app announced; undefined where there is none yet. */
  readonly payment: TransactionRow | undefined;
}

export const parseId = (text: string | undefined): string | null => {
  const id = text?.toLowerCase();
  return id !== undefined && isId(id) ? id : null;
};

/**
 * Finds whom a payment is of, and what we know of it, or says why it is nobody's. Locks the user: whatever changes their
 * purchases does so after this.
 */
export async function matchPayment(
  { tx }: audit.AuditCtx,
  rail: string,
  data: PurchaseData,
  { isRefund = false } = {},
): Promise<Match | EventResult> {
  const userId = parseId(data.userId);
  const user = userId === null ? undefined : await lockUser(tx, userId);
  if (!user) return noUser;
  const announced = { userId: user.id, id: parseId(data.purchaseId) };
  const match = matchAmong(await listCandidates(tx, rail, data.transactionId, announced), user, rail, data);
  if ('outcome' in match) return match;
  const { named, announced: one } = match;
  // Paid for a second time, it is another payment. A refund may have a transactionId of its own.
  return { user, payment: named ?? (isRefund || one?.status === 'pending' ? one : undefined) };
}

/** What tells whose payment it is, and of what. */
type Candidate = Pick<TransactionRow, 'id' | 'userId' | 'platform' | 'productId' | 'transactionId'>;

interface Named<Row> {
  readonly named: Row | undefined;
  readonly announced: Row | undefined;
}

export function matchAmong<Row extends Candidate>(
  rows: readonly Row[],
  user: Pick<UserRow, 'id'>,
  rail: string,
  data: PurchaseData,
): Named<Row> | EventResult {
  const isTheirs = (row: Row) => row.userId === user.id && row.productId === data.productId && row.platform === rail;
  const named = rows.find((row) => row.platform === rail && row.transactionId === data.transactionId);
  if (named && !isTheirs(named)) return takenByAnother;
  if (data.purchaseId === undefined) return { named, announced: undefined };
  const announcedId = parseId(data.purchaseId);
  const announced = rows.find((row) => row.id === announcedId && isTheirs(row));
  if (!announced) return unmatched('unknown_purchase');
  return { named, announced };
}

/** The rail's name of a payment turned out to be taken by another one. */
export class TransactionIdTaken extends Error {}

/** Does something with a payment; where its name turns out to be taken, all of that is undone and it is unmatched. */
export async function unmatchedIfTaken(
  ctx: audit.AuditCtx,
  work: (ctx: audit.AuditCtx) => Promise<EventResult>,
): Promise<EventResult> {
  const effects = ctx.effects.empty();
  try {
    const eventResult = await inSavepoint(ctx.tx, () => work({ ...ctx, effects }));
    ctx.effects.addAll(effects);
    return eventResult;
  } catch (error) {
    if (error instanceof TransactionIdTaken || violatedConstraint(error) === 'transactions_once') return takenByAnother;
    throw error;
  }
}
