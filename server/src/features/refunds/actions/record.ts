import { newId } from '../../../kit/id.ts';
import * as audit from '../../audit/public.ts';
import type { ProviderRefund } from '../../payments/public.ts';
import { confirmedBy, nextPartInUsdCents } from '../rules.ts';
import { confirmRefunds, insertRefund, listUnconfirmedCents } from '../sql.ts';

/** Writes down what a provider gave back by itself; the purchase's entry in the audit log tells of it. */
export async function recordProviderRefund(
  ctx: audit.AuditCtx,
  { payment, cents, ...made }: ProviderRefund,
): Promise<void> {
  const { userId, id: purchaseId, productId, platform, currency } = payment;
  const { reason, coinsTaken: coinsDeducted, underpaidCents, eventId: ledgerEventId } = made;
  await insertRefund(
    ctx.tx,
    {
      id: newId(),
      userId,
      purchaseId,
      productId,
      platform,
      status: 'executed',
      amountCents: cents,
      currency,
      amountUsdCents: nextPartInUsdCents(cents, payment),
      reason,
      reverseUnlocks: false,
      coinsDeducted,
      underpaidCents,
      ledgerEventId,
      requestedBy: null,
      causeId: null,
    },
    ctx.now,
  );
}

export interface ReportedRefund {
  readonly purchaseId: string;
  readonly cents: number;
  /** What is left of the purchase to refund. */
  readonly leftCents: number;
}

/**
 * A provider tells of a refund, which may be one that an admin made here: money that came back once is taken off once,
 * whoever tells of it first. A refund over exactly that amount comes before others, and then the oldest. Answers how many
 * cents it confirms.
 */
export async function confirmByProvider(
  ctx: audit.AuditCtx,
  { purchaseId, cents, leftCents }: ReportedRefund,
): Promise<number> {
  const theirs = confirmedBy(cents, leftCents, await listUnconfirmedCents(ctx.tx, purchaseId));
  if (theirs === 0) return 0;
  const confirmed = await confirmRefunds(ctx.tx, purchaseId, theirs, ctx.now);
  await audit.recordAll(
    ctx,
    confirmed.map(({ id, before, after }) => ({
      action: 'refund.confirm' as const,
      target: { type: 'refund', id },
      before: { confirmedCents: before },
      after: { confirmedCents: after },
    })),
  );
  return theirs;
}
