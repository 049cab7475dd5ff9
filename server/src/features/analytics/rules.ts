import { refuseField } from '../../kit/errors.ts';
import { dayRange } from '../../kit/http/schema.ts';
import { dayMs, hourMs } from '../../kit/time.ts';

export type { State } from '../catalog/public.ts';

/**
 * The dashboards read days that a job has rolled up from what viewers did, told and paid. A day is rolled up as a whole,
 * again while it lasts and shortly after, and again when something of it was told late or taken back, so that every
 * figure is that of the rows it was counted from. Days and weeks are UTC; a week begins on Monday. The market of a day is
 * the country that a user had when the day ended; that of a payment is its region.
 */

export const defaultDays = 30;
export const maxDays = 366;
/** How far rollups reach back: less far than events are kept, so that none is dropped under a rollup of its day. */
export const oldestDays = 398;
/** How long after its end a day is rolled up anew: whoever began to write before midnight has come to an end by then. */
export const settlesMs = 2 * hourMs;
/**
 * How long what a single user did or paid on a day is kept: the oldest day that is rolled up anew looks back a year for when each
 * user had last been there.
 */
export const userDaysKept = 800;

/** How many days before it is looked for when users had last taken a step; longer ago, or never, is all one. */
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

/** Days after which it is asked who is still there. */
export const retentionDays = [1, 7, 30] as const;
/** How many install weeks are shown, the present one included: enough for D30 of most of them. */
const cohortWeeksShown = 12;

/** UTC days, both included. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

export const asDay = (moment: Date): string => moment.toISOString().slice(0, 10);
export const daysLater = (day: string, days: number): string => asDay(new Date(Date.parse(day) + days * dayMs));
const daysBetween = (one: string, other: string): number => Math.round((Date.parse(other) - Date.parse(one)) / dayMs);

export const daysOf = ({ start, end }: Period): string[] =>
  Array.from({ length: daysBetween(start, end) + 1 }, (_, n) => daysLater(start, n));

/** The first day that the database knows. */
const firstDay = '0001-01-01';

export function lastDays(end: string, count: number): Period {
  const start = daysLater(end, 1 - count);
  return { start: start < firstDay ? firstDay : start, end };
}

export function mondayOf(day: string): string {
  const weekday = new Date(Date.parse(day)).getUTCDay();
  return daysLater(day, -((weekday + 6) % 7));
}

/** Whether all days of the week of a day have passed. */
export const isWeekOver = (day: string, now: Date): boolean => daysLater(mondayOf(day), 6) < asDay(now);

/** The days that are asked for; where one end or both are left out, the last 30 up to the other end, or to today. */
export function periodOf(asked: { dateFrom?: string; dateTo?: string }, now: Date): Period {
  const end = asked.dateTo ?? asDay(now);
  const start = asked.dateFrom ?? lastDays(end, defaultDays).start;
  const { from, before } = dayRange(start, end);
  if (from && before && before.getTime() - from.getTime() > maxDays * dayMs) {
    refuseField(asked.dateFrom === undefined ? 'dateTo' : 'dateFrom', `must span at most ${maxDays} days`);
  }
  return { start, end };
}

/** Refuses days of which it is only known how many there were, and not who. */
export function mustKnowUsers({ start }: Period, asked: { dateFrom?: string }, now: Date): void {
  if (start >= daysLater(asDay(now), -userDaysKept)) return;
  const field = asked.dateFrom === undefined ? 'dateTo' : 'dateFrom';
  refuseField(
    field,
    `must be at most ${userDaysKept} days ago where users are counted by install week, by several countries, by rail or by kind`,
  );
}

/** The Monday of an install week, or a refusal in words. */
export function cohortOf(day: string): string {
  return mondayOf(day) === day ? day : refuseField('installCohort', `must be a Monday, such as ${mondayOf(day)}`);
}

/** The Mondays of the install weeks that are shown, the oldest first. They do not depend on a period. */
export const cohortWeeks = (today: string): string[] =>
  Array.from({ length: cohortWeeksShown }, (_, n) => daysLater(mondayOf(today), -7 * (cohortWeeksShown - 1 - n)));

export interface Cohort {
  readonly installWeek: string;
  readonly cohortSize: number;
  readonly d1: number | null;
  readonly d7: number | null;
  readonly d30: number | null;
}

/** How many came on each day of a week, and how many of them were there again so many days later. */
export interface CohortCounts {
  readonly installWeek: string;
  readonly cohortSize: number;
  readonly returned: Readonly<Record<(typeof retentionDays)[number], number>>;
}

/** A share is null until its day has passed for everyone who came that week. */
export function cohortShown({ installWeek, cohortSize, returned }: CohortCounts, today: string): Cohort {
  const share = (after: (typeof retentionDays)[number]): number | null =>
    daysBetween(installWeek, today) > 6 + after ? ratio(returned[after], cohortSize) : null;
  return { installWeek, cohortSize, d1: share(1), d7: share(7), d30: share(30) };
}

/** A share of the whole, from 0 to 1; of nothing it is 0. */
export const ratio = (part: number, whole: number): number => (whole > 0 ? Math.min(part / whole, 1) : 0);
/** So much for each; of nobody it is 0. */
export const average = (sum: number, count: number): number => (count > 0 ? sum / count : 0);
/** From 0 to 100, with two places. */
export const percent = (part: number, whole: number): number => Math.round(ratio(part, whole) * 10_000) / 100;

/** The funnel, from how many users took each step. */
export function funnelOf(counts: Readonly<Record<FunnelStep, number>>) {
  const top = counts[funnelSteps[0]];
  return funnelSteps.map((name, n) => {
    const count = counts[name];
    const before = funnelSteps[n - 1];
    const fromPrev = before === undefined ? count : counts[before];
    return { name, count, conversionFromPrev: ratio(count, fromPrev), conversionFromTop: ratio(count, top) };
  });
}

/** Whether what was last rolled up then may since have changed without a word. */
export const isSettled = (day: string, rolledAt: Date): boolean =>
  rolledAt.getTime() >= Date.parse(day) + dayMs + settlesMs;
