import type * as audit from '../audit/public.ts';
import type { EventResult } from '../webhooks/public.ts';
import type { TransactionRow } from './sql.ts';

/** A purchase that was just completed. Its row is written, and its user is locked. */
export interface CompletedPurchase {
  readonly userId: string;
  /** Our id of the purchase. */
  readonly transactionId: string;
  /** Coins of the package, without its bonus coins. */
  readonly coins: number;
}

export interface MultiplierBonus {
  readonly redemptionId: string;
  readonly promoId: string;
  /** 0 if the budget of the promo is spent. */
  readonly coins: number;
}

/** A refund that a provider made by itself, as applied to a payment. */
export interface ProviderRefund {
  readonly payment: TransactionRow;
  readonly cents: number;
  readonly reason: string;
  readonly coinsTaken: number;
  readonly underpaidCents: number;
  readonly eventId: string | null;
}

export interface PurchasePorts {
  /** The multiplier for the user's next purchase; the user is locked. */
  readonly lockMultiplier: (ctx: audit.AuditCtx, purchase: CompletedPurchase) => Promise<MultiplierBonus | undefined>;
  /** Marks a multiplier as used, after its coins are posted with those of the purchase. */
  readonly useMultiplier: (
    ctx: audit.AuditCtx,
    purchase: CompletedPurchase,
    multiplier: MultiplierBonus,
    eventId: string,
  ) => Promise<void>;
  /**
   * Matches a provider's refund with those that admins made of the purchase, and returns how many of its cents only confirm
   * them; the user is locked.
   */
  readonly confirmRefunds: (
    ctx: audit.AuditCtx,
    reported: {
      readonly purchaseId: string;
      readonly cents: number;
      readonly refundableCents: number;
      readonly occurredAt: Date;
    },
  ) => Promise<number>;
  /** Records what became of the money of a refund that was ordered back. */
  readonly settleMoney: (
    ctx: audit.AuditCtx,
    rail: string,
    event: {
      readonly type: string;
      readonly refundId: string;
      readonly occurredAt: string;
      readonly code?: string | undefined;
    },
  ) => Promise<EventResult>;
  /** Marks refunds of a payment that the provider made and reversed in the list of refunds. */
  readonly reverseRefunds: (
    ctx: audit.AuditCtx,
    payment: TransactionRow,
    reversed: readonly { readonly cents: number; readonly eventId: string | null }[],
  ) => Promise<void>;
  /** Adds a provider's refund to the list of refunds. */
  readonly recordRefund: (ctx: audit.AuditCtx, refund: ProviderRefund) => Promise<void>;
}
