import { hourMs } from '../../kit/time.ts';
import { hasPermission, type Permission } from '../access/public.ts';
import { budgetLimits as promoBudgetLimits, surge as promoSurge } from '../promos/public.ts';

/**
 * An alert reports an unusual figure. A job evaluates the figures, opens one alert per kind and subject while the
 * condition lasts, and resolves it afterwards. An acknowledgement only records that somebody is aware of it.
 */

export const statuses = ['open', 'acknowledged', 'resolved'] as const;
export type AlertStatus = (typeof statuses)[number];

export const severities = ['warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** Kinds of users in evidence. Only registered users always have a name. */
export const userKinds = ['registered', 'guest', 'anonymized'] as const;
export type UserKind = (typeof userKinds)[number];

/** Any one of these gives access to alerts; each kind lists those that show it. */
export const readPermissions = [
  'analytics:read',
  'payments:read',
  'pricing:read',
] as const satisfies readonly Permission[];
/** Any one of these allows acknowledging visible alerts. */
export const acknowledgePermissions = ['system:write', 'payments:refund'] as const satisfies readonly Permission[];

interface Kind {
  /** Any one of these shows the kind. */
  readonly shownTo: readonly Permission[];
  /** Required to see the rows behind it. */
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
  verification_failures: { shownTo: ['payments:read', 'system:read'], evidence: 'system:read' },
  rail_quiet: { shownTo: ['payments:read'], evidence: 'payments:read' },
  disputes: { shownTo: ['payments:read'], evidence: 'payments:read' },
  money_stuck: { shownTo: ['payments:read'], evidence: 'payments:read' },
  split_refunds: { shownTo: ['audit:read'], evidence: 'payments:read' },
  storage_low: { shownTo: ['system:read', 'catalog:write'], evidence: 'system:read' },
} as const satisfies Readonly<Record<string, Kind>>;

export type AlertKind = keyof typeof kinds;
const isKind = (name: string): name is AlertKind => Object.hasOwn(kinds, name);
export const kindNames = Object.keys(kinds).filter(isKind);

/** The kinds that are visible with these permissions. */
export const kindsFor = (permissions: readonly string[]): AlertKind[] =>
  kindNames.filter((name) => kinds[name].shownTo.some((permission) => hasPermission(permissions, permission)));

export const mayAcknowledge = (permissions: readonly string[]): boolean =>
  acknowledgePermissions.some((permission) => hasPermission(permissions, permission));

export const alertMoves = { acknowledge: { from: ['open'], to: 'acknowledged', requires: 'acknowledge' } } as const;

/** When a figure is unusual. Each has a minimum, so that small services are not alarmed by small numbers. */
export const limits = {
  /** Days from which the usual figure is computed, and the minimum of days with data. */
  usual: { days: 28, leastDays: 3 },
  mint: { hours: 24, leastCoins: 100_000, leastGiven: 20_000, times: 3, criticalTimes: 10, unknownTimes: 5 },
  /** Coins that one admin granted in a UTC day without a second admin. */
  grants: { coins: 20_000, criticalCoins: 100_000 },
  /** A budget that will be spent within `withinHours`, although the promo runs `longerTimes` as long. */
  promo: { ...promoSurge, ...promoBudgetLimits, withinHours: 24, longerTimes: 3 },
  refunds: { hours: 24, least: 10, percent: 10, times: 3, criticalPercent: 30 },
  schedules: { lateMinutes: 5, criticalMinutes: 60 },
  webhooks: { waitingMinutes: 15, criticalMinutes: 120 },
  /** Messages of one sender that fail verification in a day. */
  verification: { hours: 24, least: 10, critical: 100 },
  /** A rail without a payment in this time is quiet if it usually has so many in a day. */
  quiet: { hours: 24, leastUsual: 5, criticalUsual: 50 },
  disputes: { critical: 10 },
  /** How long a provider may take to return money. */
  money: { pendingDays: 7, criticalFailed: 10 },
  /** Uploads are refused once only the reserve is free. */
  storage: { warnReserves: 2 },
  /** How long a decision by an admin related to the requester is reported. */
  relatedDays: 7,
  /** How long partial refunds by one admin that together exceed the limit of a single refund are reported. */
  splitDays: 7,
} as const;

/** Sources of coins that were not paid for, which have a lower threshold. */
const givenAway = ['source_promo', 'source_support_grant', 'source_refund', 'source_test', 'source_bonus'];

export interface Evaluation {
  readonly severity: Severity;
  readonly figures: Readonly<Record<string, number | null>>;
}

const evaluation = (isCritical: boolean, figures: Evaluation['figures']): Evaluation => ({
  severity: isCritical ? 'critical' : 'warning',
  figures,
});

/** The amount in a window, and in the time before it. */
export interface Flow {
  readonly recent: number;
  readonly before: number;
  /** The days of `before`. */
  readonly days: number;
}

const isKnown = ({ days }: Flow): boolean => days >= limits.usual.leastDays;

/** Coins of a source in the last 24 hours compared with a usual day. */
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
  /** Coins given in the last hours. */
  readonly recent: number;
  readonly coinsPerHour: number;
  readonly budgetCoins: number;
  readonly leftCoins: number;
  readonly hoursToEnd: number;
}

const rounded = (figure: number): number => Math.round(figure * 10) / 10;

/** Whether the budget of a promo will be spent long before its end. */
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

/** Refunds of a rail relative to its payments, in the last 24 hours and usually. */
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

/** Late publications. */
export function evaluateLate({ schedules, longestMinutes }: LateSchedules): Evaluation | undefined {
  const { criticalMinutes } = limits.schedules;
  return schedules > 0 ? evaluation(longestMinutes >= criticalMinutes, { schedules, longestMinutes }) : undefined;
}

/** Publications that are not retried automatically. */
export const evaluateFailed = (schedules: number): Evaluation | undefined =>
  schedules > 0 ? evaluation(false, { schedules }) : undefined;

export const evaluateBreaks = (breaks: number): Evaluation | undefined =>
  breaks > 0 ? evaluation(true, { events: breaks }) : undefined;

/** Sealed blocks whose rows were changed. */
export const evaluateBlocks = (blocks: readonly { readonly no: number }[]): Evaluation | undefined =>
  blocks.length > 0
    ? evaluation(true, { blocks: blocks.length, firstBlock: Math.min(...blocks.map(({ no }) => no)) })
    : undefined;

export interface WaitingEvents {
  readonly waiting: number;
  readonly oldestS: number;
  readonly givenUp: number;
}

/** Events of a provider that have been waiting for long, or were given up. */
export function evaluateWebhooks({ waiting, oldestS, givenUp }: WaitingEvents): Evaluation | undefined {
  const { waitingMinutes, criticalMinutes } = limits.webhooks;
  const oldestMinutes = Math.floor(oldestS / 60);
  if (givenUp === 0 && oldestMinutes < waitingMinutes) return undefined;
  return evaluation(givenUp > 0 || oldestMinutes >= criticalMinutes, { waiting, oldestMinutes, givenUp });
}

/** Messages whose signature is wrong: the secret differs, or somebody tries to forge them. */
export function evaluateVerification(failures: number): Evaluation | undefined {
  const { least, critical } = limits.verification;
  return failures >= least ? evaluation(failures >= critical, { failures }) : undefined;
}

/** A rail that usually has payments every day, and has none. */
export function evaluateQuiet(payments: Flow): Evaluation | undefined {
  const { leastUsual, criticalUsual } = limits.quiet;
  if (!isKnown(payments) || payments.recent > 0) return undefined;
  const usual = Math.round(payments.before / payments.days);
  return usual >= leastUsual ? evaluation(usual >= criticalUsual, { usual }) : undefined;
}

export const evaluateDisputes = (open: number): Evaluation | undefined =>
  open > 0 ? evaluation(open >= limits.disputes.critical, { open }) : undefined;

/** Money that was ordered back, and did not arrive. */
export const evaluateMoney = ({ failed, pending }: { failed: number; pending: number }): Evaluation | undefined =>
  failed + pending > 0 ? evaluation(failed >= limits.money.criticalFailed, { failed, pending }) : undefined;

export interface Space {
  readonly freeBytes: number;
  readonly reserveBytes: number;
}

/** A disk on which uploads are refused, or will be soon. */
export function evaluateStorage({ freeBytes, reserveBytes }: Space): Evaluation | undefined {
  if (freeBytes >= limits.storage.warnReserves * reserveBytes) return undefined;
  return evaluation(freeBytes < reserveBytes, { freeBytes, reserveBytes });
}

/** The start of the hour of a moment. */
export const hourOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / hourMs) * hourMs);
export const hoursBefore = (moment: Date, hours: number): Date => new Date(moment.getTime() - hours * hourMs);
