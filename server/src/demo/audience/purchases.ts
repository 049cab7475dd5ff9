import { systemCtx } from '../../features/audit/public.ts';
import { completeMany, fail, type ReportedPayment } from '../../features/payments/actions/pay.ts';
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

const [declinedShare, accidentShare] = [0.05, 0.025];

/** Charges some users twice for one purchase, and refunds the second payment: an alert is raised for these refunds. */
export const doubleCharge = {
  rail: 'localwallet_dana',
  country: 'ID',
  hoursAgo: 9,
  people: 16,
  leastUsers: 1_000,
} as const;

/** The payments of the audience, and the refunds that providers will report. */
export class Purchases {
  readonly #tx: Tx;
  readonly #random: SeededRandom;
  #refunds: ReportedRefund[] = [];

  constructor(tx: Tx, random: SeededRandom) {
    this.#tx = tx;
    this.#random = random;
  }

  /** Whether each of these viewers tried to buy a package, and was neither declined nor bought it by accident. */
  async buy(viewers: readonly Viewer[], at: Date): Promise<boolean[]> {
    const random = this.#random;
    const reported: ReportedPayment[] = [];
    const bought: boolean[] = [];
    for (const viewer of viewers) {
      const payment = random.chance({ never: 0, little: 0.7, much: 0.95 }[viewer.pays]) && this.#payment(viewer, at);
      const isDeclined = random.chance(declinedShare);
      const isAccident = random.chance(accidentShare);
      bought.push(payment !== false && !isDeclined && !isAccident);
      if (!payment) continue;
      if (isDeclined) {
        const reason = random.pick(['card_declined', 'insufficient_funds', 'timed_out']);
        await fail(systemCtx(this.#tx, at), payment.rail, at, { ...payment.data, reason });
        continue;
      }
      reported.push(payment);
      if (isAccident) this.#refundLater(payment, random.between(0.3, 3) * hourMs, 'bought_by_accident');
    }
    if (reported.length > 0) await this.#complete(reported, at);
    return bought;
  }

  async chargeTwice(viewers: readonly Viewer[], at: Date): Promise<void> {
    for (const isSecond of [false, true]) {
      const payments = viewers.map((viewer) =>
        this.#payment(viewer, at, { sku: 'coins_100', rail: doubleCharge.rail }),
      );
      await this.#complete(payments, at);
      for (const payment of isSecond ? payments : []) this.#refundLater(payment, 2 * hourMs, 'charged_twice');
    }
  }

  /** Applies the refunds that are due. */
  async refundUntil(at: Date): Promise<void> {
    const due = this.#refunds.filter(({ occurredAt }) => occurredAt <= at);
    this.#refunds = this.#refunds.filter(({ occurredAt }) => occurredAt > at);
    for (const one of due) await refund(systemCtx(this.#tx, at), purchasePorts, { ...one, occurredAt: at });
  }

  #refundLater({ rail, data, paidAt }: ReportedPayment, ms: number, reason: string): void {
    const occurredAt = new Date(paidAt.getTime() + ms);
    this.#refunds.push({ rail, occurredAt, data: { ...data, reason }, webhookId: null });
  }

  #payment(viewer: Viewer, paidAt: Date, fixed?: { readonly sku: string; readonly rail: string }): ReportedPayment {
    const random = this.#random;
    const { caller, market, pays, index } = viewer;
    const sku = fixed?.sku ?? random.weighted(Object.entries(choices[pays]), ([, weight]) => weight)[0];
    const amountUsdCents = samplePackages.find((one) => one.sku === sku)?.priceCents ?? 0;
    // Most people use the same rail each time.
    const { rail, currency, rate } = payingIn(market.country, sku, index + (random.chance(0.1) ? 1 : 0));
    const data = {
      userId: caller.id,
      productId: sku,
      transactionId: `${rail.slice(0, 3).toUpperCase()}-${newId().slice(-12)}`,
      region: market.country,
      currency,
      amountCents: Math.round(amountUsdCents * rate),
      amountUsdCents,
    };
    return { rail: fixed?.rail ?? rail, data, paidAt };
  }

  async #complete(payments: readonly ReportedPayment[], at: Date): Promise<void> {
    const outcomes = await completeMany(systemCtx(this.#tx, at), purchasePorts, payments, { wait: true });
    const isApplied = (outcome: (typeof outcomes)[number]) =>
      typeof outcome === 'object' && outcome.outcome === 'applied';
    if (!outcomes.every(isApplied)) throw new Error('a payment of the demo was not applied');
  }
}
