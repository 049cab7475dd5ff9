import type { FieldError } from '../../kit/http/field-errors.ts';
import type { InLanguages } from '../../kit/http/schema.ts';
import { countryCodes } from '../../kit/iso-codes.ts';
import { secondOfDay, zoneOf } from '../../kit/market-time.ts';
import { backoffMs, dayMs, hourMs } from '../../kit/time.ts';
import type { Workflow } from '../../kit/workflow.ts';

/**
 * A campaign is a push to everyone whom its segment and market name and who wants its category. When its time has come, a
 * message is queued for each of their devices; whether one is sent is decided again at that moment: by the user's choice and
 * status, by how many campaigns they were sent that day, and by the quiet hours of their market, whose end it waits for.
 */

export const categories = ['drops', 'marketing', 'moderation'] as const;
export type Category = (typeof categories)[number];

export const campaignStatuses = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

const requires = 'push:write';
/** The job begins what is scheduled once its time has come, and ends what is sent. */
export const campaignMoves = {
  send: { from: ['draft'], to: 'scheduled', requires },
  cancel: { from: ['draft', 'scheduled', 'sending'], to: 'cancelled', requires },
} as const satisfies Workflow<CampaignStatus>;

/** Where it can still be changed and tried. */
export const isEditable = (status: CampaignStatus): boolean => status === 'draft' || status === 'scheduled';

export const outcomes = [
  ...(['delivered', 'logged', 'gone', 'rejected', 'unreachable', 'expired', 'preference'] as const),
  ...(['inactive_user', 'capped', 'no_device', 'cancelled'] as const),
];
export type Outcome = (typeof outcomes)[number];

export const messageStatuses = ['waiting', 'delivered', 'failed', 'skipped', 'cancelled'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** What an outcome counts as. */
export const statusOf: Readonly<Record<Outcome, Exclude<MessageStatus, 'waiting'>>> = {
  delivered: 'delivered',
  logged: 'delivered',
  gone: 'failed',
  rejected: 'failed',
  unreachable: 'failed',
  expired: 'skipped',
  preference: 'skipped',
  inactive_user: 'skipped',
  capped: 'skipped',
  no_device: 'skipped',
  cancelled: 'cancelled',
};

export const outcomesOf = (status: MessageStatus): Outcome[] => outcomes.filter((one) => statusOf[one] === status);

export interface Counts {
  readonly queued: number;
  readonly waiting: number;
  readonly delivered: number;
  readonly failed: number;
  readonly skipped: number;
  readonly cancelled: number;
}

/** How far a campaign is: of all that was queued, what has no outcome yet waits. */
export function countsOf(queued: number, ended: Readonly<Partial<Record<Outcome, number>>>): Counts {
  const sum = (status: MessageStatus) => outcomesOf(status).reduce((total, one) => total + (ended[one] ?? 0), 0);
  const done = {
    delivered: sum('delivered'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    cancelled: sum('cancelled'),
  };
  const waiting = queued - done.delivered - done.failed - done.skipped - done.cancelled;
  return { queued, waiting: Math.max(0, waiting), ...done };
}

export interface Hours {
  /** The first quiet hour of the local day. */
  readonly from: number;
  /** The first that is not quiet any more; the same as `from` for none. */
  readonly to: number;
}

export interface QuietHours extends Hours {
  /** Markets that have others. */
  readonly markets: Readonly<Record<string, Hours>>;
}

/** When the quiet hours of a market end that are running now; undefined where none are. */
export function quietUntil({ from, to, markets }: QuietHours, market: string | null, now: Date): Date | undefined {
  const hours = (market === null ? undefined : markets[market]) ?? { from, to };
  const second = secondOfDay(zoneOf(market), now);
  const [start, end] = [hours.from * 3600, hours.to * 3600];
  const isQuiet = start <= end ? second >= start && second < end : second >= start || second < end;
  if (!isQuiet) return undefined;
  const left = (end - second + 86_400) % 86_400;
  return new Date(Math.floor(now.getTime() / 1000) * 1000 + left * 1000);
}

/** A market, and when its messages may first be sent. */
export interface MarketTime {
  readonly market: string;
  readonly at: Date;
}

/** When the quiet hours end in the markets that have them now. `''` is no market, for which UTC counts. */
export function quietMarkets(quiet: QuietHours, now: Date): MarketTime[] {
  return ['', ...countryCodes].flatMap((market) => {
    const at = quietUntil(quiet, market === '' ? null : market, now);
    return at ? [{ market, at }] : [];
  });
}

/** A message that could not be sent within this time of its campaign's begin is no news any more. */
const longestWaitMs = dayMs;
/** Whoever tries a campaign looks at their phone now. */
const longestTestMs = hourMs;
/** How late a moment may be that someone names: it was still to come when they typed it. */
const latestMs = 5 * 60_000;

/** Whether a moment to send at is over: a slip of the hand, for what is to go out now has none. */
export const isOver = (sendAt: Date, now: Date): boolean => sendAt.getTime() < now.getTime() - latestMs;

/** How long a push service keeps a message for a phone that is off. */
export const keptForS = 24 * 3600;
export const maxAttempts = 5;
/** For how long a message that is being sent is left alone; a request ends long before. */
export const leaseMs = 2 * 60_000;
const firstRetryMs = 60_000;
const longestRetryMs = 6 * hourMs;

/** When to try again: after growing pauses, or as late as the push service asks. */
export const retryAt = (now: Date, attempts: number, askedMs = 0): Date =>
  new Date(now.getTime() + Math.min(longestRetryMs, Math.max(askedMs, backoffMs(attempts, firstRetryMs))));

/** What is known of a message and its user at the moment it would be sent. */
export interface MessageFacts {
  readonly isTest: boolean;
  readonly category: Category;
  readonly hasDevice: boolean;
  /** Active, or suspended until a moment that is over. */
  readonly isActive: boolean;
  readonly wantsCategory: boolean;
  readonly market: string | null;
  /** How often it was tried, this time included. */
  readonly attempts: number;
  /** When the campaign was to begin; of a test, when it was asked for. */
  readonly dueAt: Date;
}

export type DeliveryDecision =
  | { readonly send: true }
  | { readonly send: false; readonly outcome: Outcome }
  | { readonly send: false; readonly waitUntil: Date };

/** What becomes of a message now, but for the limit of the day. A test waits for no hour. */
export function decideDelivery(facts: MessageFacts, quiet: QuietHours, now: Date): DeliveryDecision {
  // Its last attempt never ended: the process did.
  if (facts.attempts > maxAttempts) return { send: false, outcome: 'unreachable' };
  if (!facts.hasDevice) return { send: false, outcome: 'no_device' };
  if (!facts.isActive) return { send: false, outcome: 'inactive_user' };
  if (!facts.wantsCategory) return { send: false, outcome: 'preference' };
  const longestMs = facts.isTest ? longestTestMs : longestWaitMs;
  if (now.getTime() - facts.dueAt.getTime() > longestMs) return { send: false, outcome: 'expired' };
  if (facts.isTest) return { send: true };
  const waitUntil = quietUntil(quiet, facts.market, now);
  return waitUntil ? { send: false, waitUntil } : { send: true };
}

/** What we tell of their own account is not counted: it must arrive. */
export const isCapped = (category: Category): boolean => category !== 'moderation';

export interface Words {
  readonly titleI18n: InLanguages;
  readonly bodyI18n: InLanguages;
}

/** The words for a user, in English where there are none in their language. */
function wordsFor({ titleI18n, bodyI18n }: Words, language: string | null) {
  const [wanted = ''] = (language ?? '').split('-');
  const lang = (wanted === 'ar' || wanted === 'id') && titleI18n[wanted] && bodyI18n[wanted] ? wanted : 'en';
  return { lang, title: titleI18n[lang] ?? '', body: bodyI18n[lang] ?? '' };
}

/** What a device gets; a notification with the same tag takes the place of the first. */
export function payloadOf(
  campaign: Words & { readonly id: string; readonly category: Category },
  language: string | null,
) {
  const { lang, title, body } = wordsFor(campaign, language);
  const dir = lang === 'ar' ? 'rtl' : 'ltr';
  return JSON.stringify({ title, body, lang, dir, category: campaign.category, tag: campaign.id });
}

/** Push services take 32 letters of base64url: a campaign's id without its hyphens. */
export const topicOf = (campaignId: string): string => campaignId.replaceAll('-', '');

export const longestTitle = 120;
export const longestBody = 400;
/** A user's oldest device gives way to the next. */
export const maxDevices = 20;

/** What is missing in the words of a campaign. Who writes a title in a language writes its text too. */
export function faultsInWords({ titleI18n, bodyI18n }: Words): FieldError[] {
  return (['en', 'ar', 'id'] as const).flatMap((lang) => {
    const [title, body] = [titleI18n[lang], bodyI18n[lang]];
    const isNeeded = lang === 'en' || title !== undefined || body !== undefined;
    return [
      ...(isNeeded && title === undefined ? [{ path: `titleI18n.${lang}`, message: 'is required' }] : []),
      ...(isNeeded && body === undefined ? [{ path: `bodyI18n.${lang}`, message: 'is required' }] : []),
    ];
  });
}
