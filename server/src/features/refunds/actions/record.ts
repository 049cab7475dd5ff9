import { newId } from '../../../kit/id.ts';
import * as audit from '../../audit/public.ts';
import type { ProviderRefund } from '../../purchases/public.ts';
import { partInUsdCents } from '../rules.ts';
import { confirmRefunds, insertRefund } from '../sql.ts';

/** Writes down what a provider gave back by itself; the purchase's entry in the audit log tells of it. */
export async function recordProviderRefund(
  ctx: audit.ActCtx,
  { payment, cents, ...made }: ProviderRefund,
): Promise<void> {
  const { userId, id: purchaseId, productId, platform, currency } = payment;
  const { reason, coinsTaken: coinsDeducted, underpaidCents, eventId: ledgerEventId } = made;
  await insertRefund(
    ctx.tx,
    {
      ...{ id: newId(), userId, purchaseId, productId, platform, status: 'executed', amountCents: cents, currency },
      ...{ amountUsdCents: partInUsdCents(cents, payment), reason, reverseUnlocks: false },
      ...{ coinsDeducted, underpaidCents, ledgerEventId, requestedBy: null },
    },
    ctx.now,
  );
}

/**
 * A provider tells of a refund. As far as admins have refunded the purchase and no provider has told of that, it is those
 * refunds that it tells of: money that came back once is taken off once, whoever tells of it first. One over
 * exactly that amount comes before others, and then the oldest. Answers how many cents it confirms.
 */
export async function confirmByProvider(
  ctx: audit.ActCtx,
  { purchaseId, cents }: { readonly purchaseId: string; readonly cents: number },
): Promise<number> {
  const confirmed = await confirmRefunds(ctx.tx, purchaseId, cents, ctx.now);
  await audit.recordAll(
    ctx,
    confirmed.map(({ id, before, after }) => ({
      action: 'refund.confirm' as const,
      target: { type: 'refund', id },
      before: { confirmedCents: before },
      after: { confirmedCents: after },
    })),
  );
  return confirmed.reduce((sum, { before, after }) => sum + after - before, 0);
}
