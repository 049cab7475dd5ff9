import { type Change, change } from '../../api/change.ts';
import type { Schema } from '../../api/client.ts';
import { finalEffects } from '../../app/review/effects-view.tsx';
import { minorUnits } from '../../ui/currency.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import type { Purchase } from './queries.ts';

/** A refund while it is being written. The amount is in whole units of the currency of the purchase. */
export interface Draft {
  readonly part: 'all' | 'some';
  readonly amount: number | null;
  /** What was typed as the amount and is no number: it stays to be mended. */
  readonly unread?: string | undefined;
  readonly reason: string;
  readonly reverseUnlocks: boolean;
}

/** What someone who comes from elsewhere already knows of a refund. */
export interface Suggestion {
  readonly cents?: number | undefined;
  readonly reason?: string | undefined;
}

/** A refund before anything was typed: all that is left, unless a part of it is suggested. */
export function draftFor({ refundableCents, currency }: Purchase, { cents, reason = '' }: Suggestion): Draft {
  const isPart = cents !== undefined && cents < refundableCents;
  const [part, amount] = isPart ? (['some', cents / minorUnits(currency)] as const) : (['all', null] as const);
  return { part, amount, reason: reason.slice(0, reasonMax), reverseUnlocks: false };
}

export const draftName = (purchaseId: string): string => `refund ${purchaseId}`;

export const isDraft = (value: unknown): value is Draft => {
  const { part, amount, unread, reason, reverseUnlocks } = fieldsOf(value);
  return (
    (part === 'all' || part === 'some') &&
    (amount === null || typeof amount === 'number') &&
    (unread === undefined || typeof unread === 'string') &&
    typeof reason === 'string' &&
    typeof reverseUnlocks === 'boolean'
  );
};

export const reasonMax = 500;

/** So many minor units are to be given back; undefined while that is not known. */
export function centsIn({ part, amount }: Draft, { refundableCents, currency }: Purchase): number | undefined {
  if (part === 'all') return refundableCents;
  const cents = amount === null ? 0 : Math.round(amount * minorUnits(currency));
  return cents >= 1 && cents <= refundableCents ? cents : undefined;
}

/** What so much of a purchase was worth in US cents, at its own rate. */
export const usdCentsOf = (cents: number, { amountCents, amountUsdCents }: Purchase): number =>
  amountCents === 0 ? 0 : Math.round((cents * amountUsdCents) / amountCents);

export const changeOf = (purchaseId: string, amountCents: number, reason: string, reverseUnlocks: boolean): Change =>
  change('POST', '/v1/admin/refunds', { body: { purchaseId, amountCents, reason, reverseUnlocks } });

export interface ReversedUnlock {
  readonly id: string;
  readonly seriesTitle: string;
  readonly episodeNumber: number;
  readonly coins: number;
}

/** What a dry run says that a refund would do. */
export interface RefundPreview {
  readonly fromPaid: number;
  readonly fromBonus: number;
  /** Of what is due, the coins that a promo added to the purchase. */
  readonly promoCoins: number;
  readonly missing: number;
  readonly underpaidCents: number;
  readonly leftCents: number;
  readonly cancelsSubscription: boolean;
  readonly unlocks: readonly ReversedUnlock[];
  readonly needsApproval: boolean;
  /** What this admin has refunded of the purchase in all, where that is over what one may refund alone. */
  readonly togetherUsdCents: number;
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

function unlockOf(value: unknown): ReversedUnlock {
  const { id, seriesTitle, episodeNumber, coins } = fieldsOf(value);
  return {
    id: String(id),
    seriesTitle: String(seriesTitle),
    episodeNumber: numberOf(episodeNumber),
    coins: numberOf(coins),
  };
}

export function refundPreviewOf(effects: Schema<'Effects'>): RefundPreview {
  const { changes } = finalEffects(effects);
  const after = fieldsOf(changes.find((one) => 'coinsDue' in fieldsOf(one.after))?.after);
  return {
    fromPaid: numberOf(after.coinsFromPaid),
    fromBonus: numberOf(after.coinsFromBonus),
    promoCoins: numberOf(after.promoCoinsDue),
    missing: numberOf(after.coinsMissing),
    underpaidCents: numberOf(after.underpaidCents),
    leftCents: numberOf(after.leftCents),
    cancelsSubscription: after.cancelsSubscription === true,
    unlocks: Array.isArray(after.reversedUnlocks) ? after.reversedUnlocks.map(unlockOf) : [],
    needsApproval: effects.approvals.length > 0,
    togetherUsdCents: numberOf(after.togetherUsdCents),
  };
}
