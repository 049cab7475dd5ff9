import type * as audit from '../audit/public.ts';

export interface CompletedPurchase {
  readonly userId: string;
  /** Our id of the purchase. */
  readonly transactionId: string;
  readonly coins: number;
}

/** What purchases ask of features that come after them. */
export interface PurchasePorts {
  /** Spends the multiplier that waits for the user's next purchase, if one does; the user is locked. */
  readonly useMultiplier: (ctx: audit.ActCtx, purchase: CompletedPurchase) => Promise<unknown>;
}
