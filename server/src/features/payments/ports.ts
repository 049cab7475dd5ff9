import type * as audit from '../audit/public.ts';
import type { TransactionRow } from './sql.ts';

/** A purchase that was just completed. Its row is there, and its user is locked. */
export interface CompletedPurchase {
  readonly userId: string;
  /** Our id of the purchase. */
  readonly transactionId: string;
  /** The coins that were bought, without those that the package adds. */
  readonly coins: number;
}

/** What a redeemed multiplier adds to a purchase. */
export interface MultiplierBonus {
  readonly redemptionId: string;
  readonly promoId: string;
  /** 0 where the budget of the promo is spent. */
  readonly coins: number;
}

/** What a provider gave back by itself, as it was taken off a payment. */
export interface ProviderRefund {
  readonly payment: TransactionRow;
  readonly cents: number;
  readonly reason: string;
  readonly coinsTaken: number;
  readonly underpaidCents: number;
  readonly eventId: string | null;
}

/** What purchases ask of features that come after them. */
export interface PurchasePorts {
  /** The multiplier that the user's next purchase uses, if there is one; the user is locked. */
  readonly lockMultiplier: (ctx: audit.AuditCtx, purchase: CompletedPurchase) => Promise<MultiplierBonus | undefined>;
  /** Marks it as used, once its coins are posted with those of the purchase. */
  readonly useMultiplier: (
    ctx: audit.AuditCtx,
    purchase: CompletedPurchase,
    multiplier: MultiplierBonus,
    eventId: string,
  ) => Promise<void>;
  /**
   * A provider tells of so many cents: confirms the refunds that admins made of the purchase as far as it tells of those,
   * and answers how many cents they are; the user is locked.
   */
  readonly confirmRefunds: (
    ctx: audit.AuditCtx,
    told: { readonly purchaseId: string; readonly cents: number; readonly leftCents: number },
  ) => Promise<number>;
  /** Writes a provider's refund down among all refunds. */
  readonly recordRefund: (ctx: audit.AuditCtx, refund: ProviderRefund) => Promise<void>;
}
