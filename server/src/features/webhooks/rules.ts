import { maskedText } from '../../kit/mask.ts';
import { backoffMs, dayMs } from '../../kit/time.ts';

/**
 * The inbox of provider webhooks. An event is stored before it is applied, applied exactly once, and retried with backoff
 * for a day; operators can replay one that was not applied.
 */

/** Received: stored, and being applied or waiting for it. */
export const webhookOutcomes = ['received', 'applied', 'ignored', 'unmatched', 'malformed', 'failed'] as const;
export type WebhookOutcome = (typeof webhookOutcomes)[number];
const replayable: readonly WebhookOutcome[] = ['received', 'unmatched', 'failed', 'malformed'];

interface Replayable {
  readonly outcome: WebhookOutcome;
  readonly payload: unknown;
  readonly hasOriginal: boolean;
}

/**
 * A newer release may be able to parse a malformed event, if its payload is stored, and may translate an ignored one
 * differently, if its original is.
 */
export const isReplayable = ({ outcome, payload, hasOriginal }: Replayable): boolean =>
  outcome === 'ignored' ? hasOriginal : replayable.includes(outcome) && (outcome !== 'malformed' || payload !== null);

/** For how long the originals of translated messages are kept. */
export const originalsKeptMs = 30 * dayMs;
/** For how long the counts of messages that failed verification are kept. */
export const rejectionsKeptMs = 90 * dayMs;

/** Why an event failed, as stable codes and texts. The log has the error itself. */
export const failures = {
  busy: 'The service was too busy to apply it',
  conflicting: 'It does not fit what is stored',
  refused: 'The service refused it',
  unreadable: 'It can no longer be read',
  unknown_source: 'Nothing here reads events of its source',
  interrupted: 'The attempt was cut short',
  unexpected: 'An unexpected fault, which the log describes',
} as const;
export type Failure = keyof typeof failures;
const isFailure = (code: string): code is Failure => Object.hasOwn(failures, code);
export const failureCodes = Object.keys(failures).filter(isFailure);

/** The outcome of an event that was applied, ignored or unmatched. The inbox stores the code, the API shows both. */
export const eventDetails = {
  unknown_asset: 'no asset has this providerId',
  asset_deleted: 'the asset is deleted',
  asset_unchanged: 'the asset already had this status or a later one',
  asset_advanced: 'the asset has a new status',
  asset_not_linked: 'the asset is ready, but not linked: the episode keeps its video until an admin replaces it',
  asset_without_episode: 'the asset is ready, but not linked: the episode is deleted',
  unknown_type: 'this type of event is not known',
  unknown_user: 'no user has this userId',
  user_missing: 'it names no user, such as one whom the app did not pass to the store',
  unknown_product: 'no product has this productId',
  unknown_purchase: 'no purchase of this user, product and rail has this purchaseId',
  transaction_taken: 'this transactionId is of another user or product',
  already_completed: 'it was completed before',
  failed_again: 'it failed again since',
  other_currency: 'it was paid in another currency',
  already_refunded: 'it was refunded before',
  nothing_to_refund: 'it gives back nothing that was not given back before',
  waiting_for_payment: 'it waits for the payment that it refunds',
  waiting_for_refund: 'it waits for the refund that it reverses',
  in_the_future: 'it says that it is yet to happen',
  guest_subscription: 'a guest has no subscriptions',
  subscription_taken: 'this subscriptionId is of another user',
  already_received: 'the same event was received before',
  outdated: 'something that happened later is known',
  unknown_refund: 'no refund of this rail had its money ordered back under this id',
  untranslated: 'the message could not be translated',
  no_event: 'the message reports neither money nor access',
  sandbox_ignored: 'it was paid in the sandbox of the provider',
  waiting_for_subscription: 'it waits for the start of its subscription',
  still_pending: 'the purchase is known to be pending',
  question_unanswered: 'the provider asks about a payment, and answers are not configured',
  nothing_to_reverse: 'it reverses no refund and no dispute that is known',
} as const;
export type EventDetail = keyof typeof eventDetails;
const isEventDetail = (stored: string): stored is EventDetail => Object.hasOwn(eventDetails, stored);
export const eventDetailCodes = Object.keys(eventDetails).filter(isEventDetail);

/** A stored detail as shown by the API. Those of malformed events and of older releases are texts already. */
export const showDetail = (stored: string | null) =>
  stored !== null && isEventDetail(stored)
    ? { detail: eventDetails[stored], detailCode: stored }
    : { detail: stored, detailCode: null };

const minuteMs = 60_000;
export const retry = { firstMs: minuteMs, forMs: 24 * 60 * minuteMs } as const;

/** When an event is retried after so many attempts; null after a day. */
export function nextAttemptAt(event: { attempts: number; receivedAt: Date }, now: Date): Date | null {
  const next = now.getTime() + backoffMs(event.attempts, retry.firstMs);
  return next <= event.receivedAt.getTime() + retry.forMs ? new Date(next) : null;
}

/** Not within a URL, where images have names such as cover@2x.jpg. */
const emails = /(?<![\w./@:+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const phones = /(?<![\w+])\+\d{8,15}(?!\d)/g;

export const maskText = (text: string): string => text.replace(emails, maskedText).replace(phones, maskedText);

const code = /^[A-Za-z0-9_.:-]{0,60}$/;

/** Masks a provider's reason unless it is a code: free text may name a person. */
export const maskReason = (reason: string): string => (code.test(reason) ? reason : maskedText);
