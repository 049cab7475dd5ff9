import { newId } from '../../../kit/id.ts';
import type * as audit from '../../audit/public.ts';
import type { ProviderRefund } from '../../purchases/public.ts';
import { usdCentsOf } from '../rules.ts';
import { insertRefund } from '../sql.ts';

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
      ...{ amountUsdCents: usdCentsOf(cents, payment), reason, reverseUnlocks: false },
      ...{ coinsDeducted, underpaidCents, ledgerEventId, requestedBy: null },
    },
    ctx.now,
  );
}
