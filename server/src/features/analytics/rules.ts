import { refuseField } from '../../kit/errors.ts';
import { asDay, daysBetween, daysLater, maxDays, type Period } from '../../kit/period.ts';
import { dayMs, hourMs } from '../../kit/time.ts';

export type { State } from '../catalog/public.ts';

/**
 * The dashboards read daily rollups of watches, events, unlocks and payments. A job rolls up whole days: hourly while a
 * day lasts and shortly after, and again after late or reversed data, so that every figure equals that of the raw rows.
 * Days and weeks are UTC; weeks start on Monday. The market of a user on a day is their country at its end; that of a
 * payment is its region.
 */

/** Oldest day that is rolled up: newer than the oldest kept events, so that none is deleted during its rollup. */
export const oldestDays = 398;
/** How long after its end a day is rolled up again, because transactions from before midnight may still commit. */
export const settlesMs = 2 * hourMs;
/** Days for which the activity of single users is kept: the oldest rolled-up day looks back a year for earlier activity. */
export const userDaysKept = 800;

/** Longest gap in days between two occurrences of a step; longer ones, and first occurrences, are counted alike. */
export const longestGap = maxDays;

/** All markets together. */
export const everyMarket = '*';

/** What users do on a day, each a bit. */
export const steps = {
  active: 1,
  preview_view: 2,
  ep1_start: 4,
  paywall_hit: 8,
  unlock: 16,
  repeat_unlock: 32,
  paid: 64,
} as const;
export type Step = keyof typeof steps;

export const funnelSteps = ['preview_view', 'ep1_start', 'paywall_hit', 'unlock', 'repeat_unlock'] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** Days after the sign-up at which retention is measured. */
export const retentionDays = [1, 7, 30] as const;
/** Install weeks shown, including the current one: enough for D30 of most of them. */
const cohortWeeksShown = 12;

export function mondayOf(day: string): string {
  const weekday = new Date(Date.parse(day)).getUTCDay();
  return daysLater(day, -((weekday + 6) % 7));
}

/** Whether all days of the week of a day have passed. */
export const isWeekOver = (day: string, now: Date): boolean => daysLater(mondayOf(day), 6) < asDay(now);

/** Refuses days for which only counts are kept, not users. */
export function mustKnowUsers({ start }: Period, asked: { dateFrom?: string }, now: Date): void {
  if (start >= daysLater(asDay(now), -userDaysKept)) return;
  const field = asked.dateFrom === undefined ? 'dateTo' : 'dateFrom';
  refuseField(
    field,
    `must be at most ${userDaysKept} days ago where users are counted by install week, by several countries, by rail or by kind`,
  );
}

/** The Monday of an install week; refuses other days. */
export function cohortOf(day: string): string {
  return mondayOf(day) === day ? day : refuseField('installCohort', `must be a Monday, such as ${mondayOf(day)}`);
}

/** The Mondays of the shown install weeks, oldest first, regardless of the period. */
export const cohortWeeks = (today: string): string[] =>
  Array.from({ length: cohortWeeksShown }, (_, n) => daysLater(mondayOf(today), -7 * (cohortWeeksShown - 1 - n)));

export interface Cohort {
  readonly installWeek: string;
  readonly cohortSize: number;
  readonly d1: number | null;
  readonly d7: number | null;
  readonly d30: number | null;
}

/** The sign-ups of a week, and how many of them were active so many days later. */
export interface CohortCounts {
  readonly installWeek: string;
  readonly cohortSize: number;
  readonly returned: Readonly<Record<(typeof retentionDays)[number], number>>;
}

/** A share is null until its day has passed for the whole cohort. */
export function cohortShown({ installWeek, cohortSize, returned }: CohortCounts, today: string): Cohort {
  const share = (after: (typeof retentionDays)[number]): number | null =>
    daysBetween(installWeek, today) > 6 + after ? ratio(returned[after], cohortSize) : null;
  return { installWeek, cohortSize, d1: share(1), d7: share(7), d30: share(30) };
}

/** From 0 to 1; 0 if the whole is 0. */
export const ratio = (part: number, whole: number): number => (whole > 0 ? Math.min(part / whole, 1) : 0);
/** 0 if the count is 0. */
export const average = (sum: number, count: number): number => (count > 0 ? sum / count : 0);
/** From 0 to 100, with two places. */
export const percent = (part: number, whole: number): number => Math.round(ratio(part, whole) * 10_000) / 100;

/** The funnel from the users of each step. */
export function funnelOf(counts: Readonly<Record<FunnelStep, number>>) {
  const top = counts[funnelSteps[0]];
  return funnelSteps.map((name, n) => {
    const count = counts[name];
    const before = funnelSteps[n - 1];
    const fromPrev = before === undefined ? count : counts[before];
    return { name, count, conversionFromPrev: ratio(count, fromPrev), conversionFromTop: ratio(count, top) };
  });
}

/** Whether a rollup at that time was late enough that the day cannot have changed without a mark. */
export const isSettled = (day: string, rolledAt: Date): boolean =>
  rolledAt.getTime() >= Date.parse(day) + dayMs + settlesMs;
