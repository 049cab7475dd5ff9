import type { Headers } from '../../kit/http/endpoint.ts';

/**
 * Payment providers. A rail sends webhooks in the neutral format of the API, signed according to Standard Webhooks, or it is
 * bound to a provider by configuration: its adapter then verifies the messages and translates them into the neutral format.
 */

export const environments = ['production', 'sandbox'] as const;
export type Environment = (typeof environments)[number];

interface EventData {
  /** Missing where the provider does not repeat it: the user is then that of the transaction or subscription. */
  readonly userId?: string | undefined;
  /** Missing where the provider does not repeat it: it is then that of the payment, pending purchase or subscription. */
  readonly productId?: string | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly region?: string | undefined;
  readonly environment?: Environment | undefined;
  readonly isFamilyShared?: boolean | undefined;
  /** What the provider and the tax office keep of the amount, in the same currency. */
  readonly feeCents?: number | undefined;
  readonly taxCents?: number | undefined;
  readonly amountUsdCents?: number | undefined;
  /** A code, not free text. */
  readonly reason?: string | undefined;
}

export interface PurchaseEventData extends EventData {
  readonly transactionId: string;
  readonly purchaseId?: string | undefined;
  /**
   * Missing where the provider does not report it: a payment is then credited at its price, which is no revenue, and a refund
   * is of the whole payment.
   */
  readonly amountCents?: number | undefined;
  readonly quantity?: number | undefined;
  /** Of refunds: the share of the payment that was refunded, 0 to 100. It takes precedence over the amount. */
  readonly refundPercentage?: number | undefined;
  /** Of disputes, and of the refunds and reversals by which they end: the provider's id of the dispute. */
  readonly disputeId?: string | undefined;
}

export interface SubscriptionEventData extends EventData {
  readonly subscriptionId: string;
  /** Of the payment that the event reports, if it reports one. */
  readonly transactionId?: string | undefined;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly trialEnd?: string | undefined;
  readonly autoRenew: boolean;
  /** Missing where the provider does not report it. */
  readonly priceCents?: number | undefined;
  /** Of `grace`: until when the subscriber keeps access. */
  readonly accessUntil?: string | undefined;
}

export const purchaseEventNames = [
  'completed',
  'pending',
  'failed',
  'refunded',
  'refund_reversed',
  'disputed',
] as const;
export const subscriptionEventNames = [
  'started',
  'renewed',
  'recovered',
  'canceled',
  'expired',
  'grace',
  'held',
  'paused',
  'resumed',
  'changed',
] as const;

/** One event in the neutral format; moments are ISO 8601 in UTC. */
export type NeutralEvent =
  | {
      readonly type: `purchase.${(typeof purchaseEventNames)[number]}`;
      readonly occurredAt: string;
      readonly data: PurchaseEventData;
    }
  | {
      readonly type: `subscription.${(typeof subscriptionEventNames)[number]}`;
      readonly occurredAt: string;
      readonly data: SubscriptionEventData;
    };

/** A message that the provider sent, as its signature proves. */
export interface VerifiedMessage {
  /** The provider's id of the message, the same when it is sent again. */
  readonly id: string;
  readonly sentAt: Date;
  /** What was verified, decoded: the input of `translate`. */
  readonly payload: unknown;
}

/** What a phone has from its store: a signed transaction, or the token of a purchase. */
export type PurchaseProof =
  | { readonly signedTransaction: string }
  | { readonly purchaseToken: string; readonly productId: string };

/** Money to return to the payer. */
export interface MoneyOrder {
  /** Idempotency key with `retries`: the same order is sent again until the provider responds. */
  readonly refundId: string;
  /** How often an admin ordered it again after it had failed. Each of these is an order of its own. */
  readonly retries: number;
  readonly transactionId: string;
  readonly amountCents: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** Ordered: an event confirms it later. Refused: it will not be returned, however often it is ordered. */
export type MoneyReply =
  | { readonly outcome: 'ordered' | 'returned' }
  | { readonly outcome: 'refused' /** A code, not free text. */; readonly reason: string };

/** What became of money that `returnMoney` ordered. */
export interface MoneyEvent {
  readonly type: 'refund.returned' | 'refund.failed';
  readonly refundId: string;
  readonly occurredAt: string;
  /** Why it failed, as a code. */
  readonly code?: string | undefined;
}

/** What the store is owed for a purchase, such as its acknowledgement. */
export interface Settlement {
  readonly kind: 'consume' | 'acknowledge';
  readonly productId: string;
  readonly purchaseToken: string;
}

/** What the provider asks before it decides about a refund that the user requested: how much of a payment was used. */
export interface UsageQuestion {
  readonly transactionId: string;
  readonly environment: Environment;
  readonly isSubscription: boolean;
}

/** What the ledger knows about a payment. */
export interface Usage {
  readonly coinsBought: number;
  /** At most `coinsBought`. */
  readonly coinsSpent: number;
}

export interface PaymentProvider {
  /** As in the configuration, such as `app-store`. */
  readonly name: string;
  /**
   * Refuses with `invalidSignature` what the provider did not send, or not to us. Judges the message's age where the
   * provider's format asks for it: store notifications may be repeated for days.
   */
  verify(headers: Headers, body: Buffer, now: Date): Promise<VerifiedMessage>;
  /** What a verified message reports; nothing for messages that do not concern money or access. Pure. */
  translate(payload: unknown): readonly NeutralEvent[];
  /**
   * Verifies what a phone presents, like `verify`; `translate` reads the payload of the result. The events name the user
   * whom the app passed to the store at the purchase.
   */
  prove?(proof: PurchaseProof, now: Date): Promise<VerifiedMessage>;
  /**
   * Messages about the purchases that were voided in a period, which begins at most 30 days ago, in pages. For providers that
   * also list what they report by webhook.
   */
  listVoided?(from: Date, to: Date): AsyncIterable<readonly VerifiedMessage[]>;
  /**
   * Adds to a verified payload what only the provider's API knows, unless it has it. Throws `ProviderCallFailed`; a message that
   * will never be completed is kept as it is.
   */
  complete?(payload: unknown): Promise<unknown>;
  /** What the store is owed once the events of a payload are applied. Pure. */
  settlementsOf?(payload: unknown): readonly Settlement[];
  /** Pays what the store is owed. Throws if it must be repeated. */
  settle?(settlement: Settlement, attempt: number): Promise<void>;
  /** What a payload asks about a payment; undefined for all that ask nothing. Pure. */
  questionOf?(payload: unknown): UsageQuestion | undefined;
  /** Answers a question; missing if answers are not configured. Throws if it must be repeated. */
  answer?(question: UsageQuestion, usage: Usage): Promise<void>;
  /** What a payload reports about money that was ordered back. Pure. */
  moneyEvents?(payload: unknown): readonly MoneyEvent[];
  /** Orders money back. Throws if it is unknown whether the order arrived: it is then repeated. */
  returnMoney?(order: MoneyOrder): Promise<MoneyReply>;
}
