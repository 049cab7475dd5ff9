import type { Movement } from './wallet.ts';

/** What the audience did, as the rows that the service would have written. Moments are in milliseconds. */

export interface WatchRow {
  readonly id: string;
  readonly userId: string;
  readonly episodeId: string;
  readonly startedAt: number;
  readonly seconds: number;
  readonly completed: boolean;
}

export interface EventRow {
  readonly id: string;
  readonly userId: string;
  readonly at: number;
  readonly name: 'preview_view' | 'ep1_start' | 'paywall_hit';
  readonly seriesId: string;
  readonly episodeId: string | null;
}

export interface UnlockRow {
  readonly id: string;
  readonly userId: string;
  readonly episodeId: string;
  readonly coins: number;
  readonly source: string;
  readonly eventId: string;
  readonly at: number;
}

export interface PaymentRow {
  readonly id: string;
  readonly userId: string;
  readonly rail: string;
  readonly sku: string;
  readonly packageId: string;
  readonly transactionId: string;
  readonly coins: number;
  readonly bonus: number;
  readonly amountCents: number;
  readonly currency: string;
  readonly usdCents: number;
  readonly country: string;
  readonly at: number;
  /** Why it did not go through. */
  readonly failure?: string;
  readonly eventId?: string;
  /** When and by which movement it was given back as a whole. */
  readonly refund?: { readonly id: string; readonly at: number; readonly eventId: string; readonly reason: string };
}

export interface RedemptionRow {
  readonly id: string;
  readonly userId: string;
  readonly promoId: string;
  readonly coins: number;
  readonly eventId: string;
  readonly at: number;
}

export interface CommentRow {
  readonly id: string;
  readonly userId: string;
  readonly episodeId: string;
  readonly body: string;
  readonly at: number;
}

export interface SaveRow {
  readonly userId: string;
  readonly seriesId: string;
  readonly at: number;
}

export interface SeenRow {
  readonly userId: string;
  readonly at: number;
  readonly balance: number;
}

export interface Rows {
  readonly watches: WatchRow[];
  readonly events: EventRow[];
  readonly unlocks: UnlockRow[];
  readonly payments: PaymentRow[];
  readonly redemptions: RedemptionRow[];
  readonly comments: CommentRow[];
  readonly saves: SaveRow[];
  readonly seen: SeenRow[];
  readonly movements: Movement[];
}

export const noRows = (): Rows => ({
  watches: [],
  events: [],
  unlocks: [],
  payments: [],
  redemptions: [],
  comments: [],
  saves: [],
  seen: [],
  movements: [],
});
