import { hourMs } from '../../kit/time.ts';
import { hasPermission, type Permission } from '../access/public.ts';
import { budgetLimits as promoBudgetLimits, surge as promoSurge } from '../promos/public.ts';

/**
 * An alert says that a figure of the service is unusual. A job looks at the figures, opens one alert for each thing while
 * it lasts, and resolves it when it is over; that a person has seen it is all that they say by acknowledging it.
 */

export const statuses = ['open', 'acknowledged', 'resolved'] as const;
export type AlertStatus = (typeof statuses)[number];

export const severities = ['warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** Whom the rows of an alert are about. Only those who are registered have a name for certain. */
export const userKinds = ['registered', 'guest', 'anonymized'] as const;
export type UserKind = (typeof userKinds)[number];

/** Any one of these is enough to look at alerts; which kinds one then sees is said by each kind. */
export const readPermissions = [
  'analytics:read',
  'payments:read',
  'pricing:read',
] as const satisfies readonly Permission[];
/** Any one of these is enough to acknowledge what one sees. */
export const acknowledgePermissions = ['system:write', 'payments:refund'] as const satisfies readonly Permission[];

interface Kind {
  /** Any one of these shows it. */
  readonly shownTo: readonly Permission[];
  /** What it takes to see the rows that it was made of. */
  readonly evidence: Permission;
}

export const kinds = {
  mint_spike: { shownTo: readPermissions, evidence: 'wallet:read' },
  admin_grants: { shownTo: ['audit:read'], evidence: 'wallet:read' },
  promo_burn: { shownTo: readPermissions, evidence: 'pricing:read' },
  refund_rate: { shownTo: readPermissions, evidence: 'payments:read' },
  schedule_lag: { shownTo: ['publishing:read'], evidence: 'publishing:read' },
  zero_sum_breach: { shownTo: readPermissions, evidence: 'wallet:read' },
  ledger_unproven: { shownTo: readPermissions, evidence: 'wallet:read' },
  broken_blocks: { shownTo: readPermissions, evidence: 'audit:read' },
  related_decider: { shownTo: ['audit:read'], evidence: 'audit:read' },
  webhook_failures: { shownTo: ['payments:read', 'system:read'], evidence: 'system:read' },
  split_refunds: { shownTo: ['audit:read'], evidence: 'payments:read' },
  storage_low: { shownTo: ['system:read', 'catalog:write'], evidence: 'system:read' },
} as const satisfies Readonly<Record<string, Kind>>;

export type AlertKind = keyof typeof kinds;
const isKind = (name: string): name is AlertKind => Object.hasOwn(kinds, name);
export const kindNames = Object.keys(kinds).filter(isKind);

/** The kinds that someone is shown. */
export const kindsFor = (permissions: readonly string[]): AlertKind[] =>
  kindNames.filter((name) => kinds[name].shownTo.some((permission) => hasPermission(permissions, permission)));

export const mayAcknowledge = (permissions: readonly string[]): boolean =>
  acknowledgePermissions.some((permission) => hasPermission(permissions, permission));

export const alertMoves = { acknowledge: { from: ['open'], to: 'acknowledged', requires: 'acknowledge' } } as const;

/** From when on a figure is unusual. Each has a least amount, so that a small service is not alarmed by little. */
export const limits = {
  /** How far back the usual is taken from, and how many days of it there must be. */
  usual: { days: 28, leastDays: 3 },
  mint: { hours: 24, leastCoins: 100_000, leastGiven: 20_000, times: 3, criticalTimes: 10, unknownTimes: 5 },
  /** Coins that one admin granted in a UTC day without a second person. */
  grants: { coins: 20_000, criticalCoins: 100_000 },
  /** A budget that will be spent within so many hours, though the promo runs so many times longer. */
  promo: { ...promoSurge, ...promoBudgetLimits, withinHours: 24, longerTimes: 3 },
  refunds: { hours: 24, least: 10, percent: 10, times: 3, criticalPercent: 30 },
  schedules: { lateMinutes: 5, criticalMinutes: 60 },
  webhooks: { waitingMinutes: 15, criticalMinutes: 120 },
  /** Uploads are refused once only the reserve is free. */
  storage: { warnReserves: 2 },
  /** How long a decision by someone close to the requester is told. */
  relatedDays: 7,
  /** How long it is told that one admin refunded a purchase in parts, which are together more than one may refund alone. */
  splitDays: 7,
} as const;

/** Coins that nobody paid for are looked at sooner. */
const givenAway = ['source_promo', 'source_support_grant', 'source_refund', 'source_test', 'source_bonus'];

export interface Evaluation {
  readonly severity: Severity;
  readonly figures: Readonly<Record<string, number | null>>;
}

const evaluation = (isCritical: boolean, figures: Evaluation['figures']): Evaluation => ({
  severity: isCritical ? 'critical' : 'warning',
  figures,
});

/** What came in a while, and what came in all the time before it. */
export interface Flow {
  readonly recent: number;
  readonly before: number;
  /** How many days `before` is of. */
  readonly days: number;
}

const isKnown = ({ days }: Flow): boolean => days >= limits.usual.leastDays;

/** Coins of one source in the last 24 hours, beside what is usual in a day. */
export function evaluateMint(source: string, flow: Flow): Evaluation | undefined {
  const { leastCoins, leastGiven, times, criticalTimes, unknownTimes } = limits.mint;
  const least = givenAway.includes(source) ? leastGiven : leastCoins;
  const usual = isKnown(flow) ? Math.round(flow.before / flow.days) : null;
  const from = usual === null ? least * unknownTimes : Math.max(least, usual * times);
  if (flow.recent < from) return undefined;
  return evaluation(usual !== null && flow.recent >= Math.max(least * times, usual * criticalTimes), {
    coins: flow.recent,
    usual,
  });
}

export function evaluateGrants(coins: number): Evaluation | undefined {
  const { coins: limit, criticalCoins } = limits.grants;
  return coins > limit ? evaluation(coins >= criticalCoins, { coins, limit }) : undefined;
}

export interface PromoPace {
  /** Coins that it gave in the last hours. */
  readonly recent: number;
  readonly coinsPerHour: number;
  readonly budgetCoins: number;
  readonly leftCoins: number;
  readonly hoursToEnd: number;
}

const rounded = (figure: number): number => Math.round(figure * 10) / 10;

/** Whether a promo will have given all of its coins long before its end. */
export function evaluatePromo({
  recent,
  coinsPerHour,
  budgetCoins,
  leftCoins,
  hoursToEnd,
}: PromoPace): Evaluation | undefined {
  const { leastCoins, withinHours, criticalHours, longerTimes } = limits.promo;
  const hoursLeft = leftCoins / coinsPerHour;
  const isFast = recent >= leastCoins && hoursLeft <= withinHours && hoursToEnd > Math.max(1, hoursLeft * longerTimes);
  if (!isFast) return undefined;
  const figures = { coinsPerHour: Math.round(coinsPerHour), leftCoins, budgetCoins, hoursLeft: rounded(hoursLeft) };
  return evaluation(hoursLeft <= criticalHours, { ...figures, hoursToEnd: rounded(hoursToEnd) });
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : rounded((part / whole) * 100));

/** Refunds of one rail beside its payments, in the last 24 hours and as usual. */
export function evaluateRefunds(refunds: Flow, payments: Flow): Evaluation | undefined {
  const { least, percent: limit, times, criticalPercent } = limits.refunds;
  const rate = percent(refunds.recent, Math.max(payments.recent, refunds.recent));
  const usual = isKnown(payments) && payments.before > 0 ? percent(refunds.before, payments.before) : null;
  if (refunds.recent < least || rate < Math.max(limit, (usual ?? 0) * times)) return undefined;
  return evaluation(rate >= criticalPercent, {
    refunds: refunds.recent,
    payments: payments.recent,
    ratePercent: rate,
    usualPercent: usual,
  });
}

export interface LateSchedules {
  readonly schedules: number;
  readonly longestMinutes: number;
}

/** What was or will be published later than it was planned. */
export function evaluateLate({ schedules, longestMinutes }: LateSchedules): Evaluation | undefined {
  const { criticalMinutes } = limits.schedules;
  return schedules > 0 ? evaluation(longestMinutes >= criticalMinutes, { schedules, longestMinutes }) : undefined;
}

/** What is not tried again by itself. */
export const evaluateFailed = (schedules: number): Evaluation | undefined =>
  schedules > 0 ? evaluation(false, { schedules }) : undefined;

export const evaluateBreaks = (breaks: number): Evaluation | undefined =>
  breaks > 0 ? evaluation(true, { events: breaks }) : undefined;

/** Blocks of history that do not hold: it was changed after it was sealed. */
export const evaluateBlocks = (blocks: readonly { readonly no: number }[]): Evaluation | undefined =>
  blocks.length > 0
    ? evaluation(true, { blocks: blocks.length, firstBlock: Math.min(...blocks.map(({ no }) => no)) })
    : undefined;

export interface WaitingEvents {
  readonly waiting: number;
  readonly oldestS: number;
  readonly givenUp: number;
}

/** Events of a provider that cannot be applied for long, or for good. */
export function evaluateWebhooks({ waiting, oldestS, givenUp }: WaitingEvents): Evaluation | undefined {
  const { waitingMinutes, criticalMinutes } = limits.webhooks;
  const oldestMinutes = Math.floor(oldestS / 60);
  if (givenUp === 0 && oldestMinutes < waitingMinutes) return undefined;
  return evaluation(givenUp > 0 || oldestMinutes >= criticalMinutes, { waiting, oldestMinutes, givenUp });
}

export interface Space {
  readonly freeBytes: number;
  readonly reserveBytes: number;
}

/** A disk on which uploads are refused, or soon will be. */
export function evaluateStorage({ freeBytes, reserveBytes }: Space): Evaluation | undefined {
  if (freeBytes >= limits.storage.warnReserves * reserveBytes) return undefined;
  return evaluation(freeBytes < reserveBytes, { freeBytes, reserveBytes });
}

/** The hour that a moment lies in. */
export const hourOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / hourMs) * hourMs);
export const hoursBefore = (moment: Date, hours: number): Date => new Date(moment.getTime() - hours * hourMs);
