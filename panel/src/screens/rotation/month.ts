import { addDays, daysFrom, daysUntil, mondayOf, stepMonth } from '../../ui/date/days.ts';
import type { FreeDay } from './queries.ts';

/** All days that are shown with the month of a day, in weeks from Monday: they are whole. */
export function weeksOf(day: string): string[][] {
  const monday = mondayOf(stepMonth(day, 0));
  const count = Math.ceil(daysUntil(monday, stepMonth(day, 1)) / 7);
  return Array.from({ length: count }, (_, week) => daysFrom(addDays(monday, week * 7), 7));
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

/** Beside what is set for all markets: what single markets have of their own on each day. */
export function ownIn(entries: readonly FreeDay[], market: string): ReadonlyMap<string, readonly FreeDay[]> {
  const own = market === '' ? entries.filter(({ marketCode }) => marketCode !== null) : [];
  return new Map(own.map(({ date }) => [date, own.filter((entry) => entry.date === date)]));
}
