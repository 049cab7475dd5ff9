import type { FieldError } from '../../kit/http/field-errors.ts';
import type { InLanguages } from '../../kit/http/schema.ts';
import { countryCodes } from '../../kit/iso-codes.ts';
import { secondOfDay, zoneOf } from '../../kit/market-time.ts';
import { backoffMs, dayMs, hourMs } from '../../kit/time.ts';
import type { Workflow } from '../../kit/workflow.ts';

/**
 * A campaign is a push to all users of its segment and market who have its category enabled. When it is due, a message
 * is queued for each of their devices. Whether it is sent is decided again at that time: by preferences and status, the
 * daily cap, and the quiet hours of the market, whose end it waits for.
 */

export const categories = ['drops', 'marketing', 'moderation'] as const;
export type Category = (typeof categories)[number];

export const campaignStatuses = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

const requires = 'push:write';
/** The job starts scheduled campaigns when they are due, and finishes them. */
export const campaignMoves = {
  send: { from: ['draft'], to: 'scheduled', requires },
  cancel: { from: ['draft', 'scheduled', 'sending'], to: 'cancelled', requires },
} as const satisfies Workflow<CampaignStatus>;

export const isEditable = (status: CampaignStatus): boolean => status === 'draft' || status === 'scheduled';

export const outcomes = [
  ...(['delivered', 'logged', 'gone', 'rejected', 'unreachable', 'expired', 'preference'] as const),
  ...(['inactive_user', 'capped', 'no_device', 'cancelled'] as const),
];
export type Outcome = (typeof outcomes)[number];

export const messageStatuses = ['waiting', 'delivered', 'failed', 'skipped', 'cancelled'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

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

/** Queued messages without an outcome count as waiting. */
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
  /** First quiet hour, in local time. */
  readonly from: number;
  /** First hour that is not quiet; equal to `from` for no quiet hours. */
  readonly to: number;
}

export interface QuietHours extends Hours {
  /** Markets with other hours. */
  readonly markets: Readonly<Record<string, Hours>>;
}

/** The end of the present quiet hours of a market; undefined outside of them. */
export function quietUntil({ from, to, markets }: QuietHours, market: string | null, now: Date): Date | undefined {
  const hours = (market === null ? undefined : markets[market]) ?? { from, to };
  const second = secondOfDay(zoneOf(market), now);
  const [start, end] = [hours.from * 3600, hours.to * 3600];
  const isQuiet = start <= end ? second >= start && second < end : second >= start || second < end;
  if (!isQuiet) return undefined;
  const left = (end - second + 86_400) % 86_400;
  return new Date(Math.floor(now.getTime() / 1000) * 1000 + left * 1000);
}

export interface MarketTime {
  readonly market: string;
  readonly at: Date;
}

/** Markets in quiet hours, with their end. The empty string stands for users without a market (UTC). */
export function quietMarkets(quiet: QuietHours, now: Date): MarketTime[] {
  return ['', ...countryCodes].flatMap((market) => {
    const at = quietUntil(quiet, market === '' ? null : market, now);
    return at ? [{ market, at }] : [];
  });
}

/** Messages that wait longer are dropped. */
const longestWaitMs = dayMs;
/** Limit for tests, whose admin is waiting. */
const longestTestMs = hourMs;
/** Tolerance for times that pass while the form is filled in. */
const latestMs = 5 * 60_000;

/** Whether `sendAt` is in the past. */
export const isOver = (sendAt: Date, now: Date): boolean => sendAt.getTime() < now.getTime() - latestMs;

/** How long push services keep messages for offline devices. */
export const keptForS = 24 * 3600;
export const maxAttempts = 5;
/** Lease of a message that is being sent; longer than the request timeout. */
export const leaseMs = 2 * 60_000;
const firstRetryMs = 60_000;
const longestRetryMs = 6 * hourMs;

/** Exponential backoff, or later if the push service asks for it. */
export const retryAt = (now: Date, attempts: number, askedMs = 0): Date =>
  new Date(now.getTime() + Math.min(longestRetryMs, Math.max(askedMs, backoffMs(attempts, firstRetryMs))));

/** When the push service takes messages again. */
export const resumeAt = (now: Date, pauseMs = firstRetryMs): Date =>
  new Date(now.getTime() + Math.min(longestRetryMs, pauseMs));

/** The facts at the time of sending. */
export interface MessageFacts {
  readonly isTest: boolean;
  readonly category: Category;
  readonly hasDevice: boolean;
  /** Includes elapsed suspensions. */
  readonly isActive: boolean;
  readonly wantsCategory: boolean;
  readonly market: string | null;
  /** Including this attempt. */
  readonly attempts: number;
  /** Start of the campaign, or the request of a test. */
  readonly dueAt: Date;
}

export type DeliveryDecision =
  | { readonly send: true }
  | { readonly send: false; readonly outcome: Outcome }
  | { readonly send: false; readonly waitUntil: Date };

/** Without the daily cap. Tests ignore quiet hours. */
export function decideDelivery(facts: MessageFacts, quiet: QuietHours, now: Date): DeliveryDecision {
  // The process died during the last attempt.
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

/** Messages about the own account are not capped. */
export const isCapped = (category: Category): boolean => category !== 'moderation';

export interface Texts {
  readonly titleI18n: InLanguages;
  readonly bodyI18n: InLanguages;
}

/** In the language of the user if complete, otherwise in English. */
function textsFor({ titleI18n, bodyI18n }: Texts, language: string | null) {
  const [wanted = ''] = (language ?? '').split('-');
  const lang = (wanted === 'ar' || wanted === 'id') && titleI18n[wanted] && bodyI18n[wanted] ? wanted : 'en';
  return { lang, title: titleI18n[lang] ?? '', body: bodyI18n[lang] ?? '' };
}

/** The part of a campaign that goes to the devices. */
export interface Content extends Texts {
  readonly id: string;
  readonly category: Category;
  readonly link: string | null;
  /** The slug of the series of an episode that `link` opens. */
  readonly linkSeries: string | null;
  readonly data: Readonly<Record<string, string>>;
}

/** What a device shows, and what the app does when it is opened. */
export function contentOf(
  campaign: Content,
  { id, language }: { readonly id: string; readonly language: string | null },
  picture: string | null,
) {
  const { category, link, linkSeries, data } = campaign;
  const { lang, title, body } = textsFor(campaign, language);
  const dir = lang === 'ar' ? ('rtl' as const) : ('ltr' as const);
  return {
    ...{ title, body, lang, dir, category, tag: campaign.id, message: id },
    ...(link !== null && { link }),
    ...(linkSeries !== null && { series: linkSeries }),
    ...(picture !== null && { picture }),
    ...(Object.keys(data).length > 0 && { data }),
  };
}

/** Topics are limited to 32 base64url characters. */
export const topicOf = (campaignId: string): string => campaignId.replaceAll('-', '');

/** What a campaign can open in the app. */
export type LinkTarget =
  | { readonly type: 'store' }
  | { readonly type: 'series'; readonly slug: string }
  | { readonly type: 'episode'; readonly id: string };

const slugLink = /^\/series\/([a-z0-9]+(?:-[a-z0-9]+)*)$/;
const episodeLink = /^\/episodes\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

export function targetOf(link: string): LinkTarget | undefined {
  if (link === '/store') return { type: 'store' };
  const [, slug] = slugLink.exec(link) ?? [];
  if (slug !== undefined) return { type: 'series', slug };
  const [, id] = episodeLink.exec(link) ?? [];
  return id === undefined ? undefined : { type: 'episode', id };
}

export const mostData = 10;
/** Push services take 4 KB, of which texts need half. */
const mostDataBytes = 1_000;

export const isTooLong = (data: Readonly<Record<string, string>>): boolean =>
  Buffer.byteLength(JSON.stringify(data)) > mostDataBytes;

interface Group {
  readonly market: string | null;
  readonly language: string | null;
  readonly users: number;
}

/** Numbers of users by a property of their groups, most users first. */
function sumBy(groups: readonly Group[], keyOf: (group: Group) => string | null) {
  const sums = new Map<string | null, number>();
  for (const group of groups) sums.set(keyOf(group), (sums.get(keyOf(group)) ?? 0) + group.users);
  return [...sums].toSorted(([, one], [, other]) => other - one);
}

/** An audience by language, and the part of it that would wait for the end of quiet hours. */
export function groupsOf(groups: readonly Group[], quiet: QuietHours, at: Date) {
  return {
    languages: sumBy(groups, ({ language }) => language).map(([language, users]) => ({ language, users })),
    waiting: sumBy(groups, ({ market }) => market).flatMap(([market, users]) => {
      const until = quietUntil(quiet, market, at);
      return until ? [{ market, users, until, timeZone: zoneOf(market) }] : [];
    }),
  };
}

export const longestTitle = 120;
export const longestBody = 400;
/** The oldest device is removed when there are more. */
export const maxDevices = 20;

/** English is required; other languages need both texts or neither. */
export function textFaults({ titleI18n, bodyI18n }: Texts): FieldError[] {
  return (['en', 'ar', 'id'] as const).flatMap((lang) => {
    const [title, body] = [titleI18n[lang], bodyI18n[lang]];
    const isNeeded = lang === 'en' || title !== undefined || body !== undefined;
    return [
      ...(isNeeded && title === undefined ? [{ path: `titleI18n.${lang}`, message: 'is required' }] : []),
      ...(isNeeded && body === undefined ? [{ path: `bodyI18n.${lang}`, message: 'is required' }] : []),
    ];
  });
}
