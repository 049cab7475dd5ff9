import type { FreeDay } from './queries.ts';

/** The days of a month in weeks from Monday, in UTC. */

const dayMs = 86_400_000;

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** All days that are shown with the month of a day: its weeks are whole. */
export function weeksOf(day: string): string[][] {
  const first = new Date(startOf(firstOf(day)));
  const monday = first.getTime() - ((first.getUTCDay() + 6) % 7) * dayMs;
  const next = startOf(stepMonth(day, 1));
  const count = Math.ceil((next - monday) / (7 * dayMs));
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_day, index) => dayOf(new Date(monday + (week * 7 + index) * dayMs))),
  );
}

/** The first day of another month. */
export function stepMonth(day: string, step: number): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return dayOf(new Date(Date.UTC(year, month - 1 + step, 1)));
}

export interface Shown {
  readonly entry: FreeDay;
  /** Set for all markets, and shown in a market that has none of its own. */
  readonly isGeneral: boolean;
}

/** What is free in a market on each day; '' stands for what is set for all markets. */
export function freeIn(entries: readonly FreeDay[], market: string): ReadonlyMap<string, Shown> {
  const own = entries.filter(({ marketCode }) => (marketCode ?? '') === market);
  const general = entries.filter(({ marketCode }) => marketCode === null);
  return new Map([
    ...general.map((entry) => [entry.date, { entry, isGeneral: market !== '' }] as const),
    ...own.map((entry) => [entry.date, { entry, isGeneral: false }] as const),
  ]);
}
