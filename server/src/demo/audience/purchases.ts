import { systemCtx } from '../../features/audit/public.ts';
import { completeMany, type ReportedPayment } from '../../features/payments/actions/pay.ts';
import { type ReportedRefund, refund } from '../../features/payments/actions/refund.ts';
import type { Tx } from '../../kit/db/database.ts';
import { newId } from '../../kit/id.ts';
import { hourMs } from '../../kit/time.ts';
import { purchasePorts } from '../../ports.ts';
import { samplePackages } from '../packages.ts';
import { payingIn } from '../purchases.ts';
import type { Viewer } from './people.ts';
import type { SeededRandom } from './random.ts';

/** How often the packages are bought relative to each other. */
const choices = {
  never: {},
  little: { coins_100: 8, coins_300: 1 },
  much: { coins_100: 3, coins_300: 4, coins_500: 2, coins_1100: 0.5 },
} as const;

const accidentShare = 0.025;

/** The payments of the audience, and the refunds that providers will report. */
export class Purchases {
  readonly #tx: Tx;
  readonly #random: SeededRandom;
  #refunds: ReportedRefund[] = [];

  constructor(tx: Tx, random: SeededRandom) {
    this.#tx = tx;
    this.#random = random;
  }

  /** Whether each of these viewers bought a package, and not by accident. */
  async buy(viewers: readonly Viewer[], at: Date): Promise<boolean[]> {
    const random = this.#random;
    const attempts = viewers.map((viewer) => {
      const isBought = random.chance({ never: 0, little: 0.7, much: 0.95 }[viewer.pays]);
      return { payment: isBought ? this.#payment(viewer, at) : undefined, isAccident: random.chance(accidentShare) };
    });
    const payments = attempts.flatMap(({ payment }) => payment ?? []);
    const outcomes = await completeMany(systemCtx(this.#tx, at), purchasePorts, payments, { wait: true });
    if (!outcomes.every((outcome) => typeof outcome === 'object' && outcome.outcome === 'applied')) {
      throw new Error('a payment of the demo was not applied');
    }
    for (const { payment, isAccident } of attempts) if (payment && isAccident) this.#refundLater(payment);
    return attempts.map(({ payment, isAccident }) => payment !== undefined && !isAccident);
  }

  /** Applies the refunds that are due. */
  async refundUntil(at: Date): Promise<void> {
    const due = this.#refunds.filter(({ occurredAt }) => occurredAt <= at);
    this.#refunds = this.#refunds.filter(({ occurredAt }) => occurredAt > at);
    for (const one of due) await refund(systemCtx(this.#tx, at), purchasePorts, { ...one, occurredAt: at });
  }

  #refundLater({ rail, data, paidAt }: ReportedPayment): void {
    const occurredAt = new Date(paidAt.getTime() + this.#random.between(0.3, 3) * hourMs);
    this.#refunds.push({ rail, occurredAt, data: { ...data, reason: 'bought_by_accident' }, webhookId: null });
  }

  #payment({ caller, market, pays, index }: Viewer, paidAt: Date): ReportedPayment {
    const random = this.#random;
    const [sku] = random.weighted(Object.entries(choices[pays]), ([, weight]) => weight);
    const amountUsdCents = samplePackages.find((one) => one.sku === sku)?.priceCents ?? 0;
    // Most people use the same rail each time.
    const { rail, currency, rate } = payingIn(market.country, sku, index + (random.chance(0.1) ? 1 : 0));
    const transactionId = `${rail.slice(0, 3).toUpperCase()}-${newId().slice(-12)}`;
    const paid = { currency, amountCents: Math.round(amountUsdCents * rate), amountUsdCents };
    return {
      rail,
      data: { userId: caller.id, productId: sku, transactionId, region: market.country, ...paid },
      paidAt,
    };
  }
}
