import { newId } from '../../../kit/id.ts';
import * as audit from '../../audit/public.ts';
import type { Verdict } from '../../system/public.ts';
import { unsaid } from '../rules.ts';
import type { PurchaseData } from '../schema.ts';
import { insertTransaction, type NewTransaction, noteFailure } from '../sql.ts';
import { amountsOf, findTerms } from './complete.ts';
import { matchPayment, unmatched } from './match.ts';

/** A payment did not go through. It stays pending with the reason, since it may be tried again. */
export async function fail(ctx: audit.ActCtx, rail: string, at: Date, data: PurchaseData): Promise<Verdict> {
  const match = await matchPayment(ctx, rail, data);
  if ('outcome' in match) return match;
  const { user, payment } = match;
  if (payment && payment.status !== 'pending') return { outcome: 'ignored', detail: 'it was completed before' };
  if (payment?.failedAt && payment.failedAt >= at) return { outcome: 'ignored', detail: 'it failed again since' };
  const reason = data.reason ?? unsaid.failure;
  const id = payment?.id ?? newId();
  if (payment) {
    await noteFailure(ctx.tx, payment, { reason, at }, ctx.now);
  } else {
    const terms = await findTerms(ctx.tx, undefined, data.productId);
    if (!terms) return unmatched('no package has this productId');
    const { packageId, coinsGranted, bonusCoins } = terms;
    const failed: NewTransaction = {
      ...{ id, kind: 'coin_pack', userId: user.id, platform: rail, productId: data.productId, packageId },
      ...{ subscriptionId: null, transactionId: data.transactionId, coinsGranted, bonusCoins },
      ...amountsOf(data, terms),
      ...{ region: data.region?.toUpperCase() ?? user.countryCode, status: 'pending', eventId: null },
      ...{ failureReason: reason, failedAt: at },
    };
    if (!(await insertTransaction(ctx.tx, failed, ctx.now))) {
      return unmatched('this transactionId is of another user or product');
    }
  }
  const after = { status: 'pending', userId: user.id, productId: data.productId, failureReason: reason };
  await audit.record(ctx, { action: 'purchase.fail', target: { type: 'purchase', id }, after });
  return { outcome: 'applied' };
}
