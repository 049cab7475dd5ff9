import { queryOptions } from '@tanstack/react-query';
import type { Schema } from '../api/client.ts';
import { keyOf, type ReadPath } from '../api/query.ts';
import type { Localized } from '../words/define.ts';
import type homeWords from './home/words/home.en.json';

/** What the home page shows of a list, and the count beside an entry of the menu. */
export interface TileData {
  readonly count: number;
  /** There are more than were counted. */
  readonly isMore: boolean;
  readonly lines: readonly TileLine[];
  /** What the day has come to so far. */
  readonly facts?: readonly Fact[];
}

/** A fact about today, shown for reassurance. */
export interface Fact {
  readonly name: keyof typeof homeWords.fact;
  readonly href: string;
  readonly amount?: number;
  /** What the amount may come to. */
  readonly limit?: number;
  readonly isGood?: boolean;
}

export interface TileLine {
  readonly id: string;
  /** The thing itself, or the list where it is dealt with. */
  readonly href: string;
  readonly text: string | Localized;
  readonly at?: string;
  /** A whole day, such as 2030-01-31, in place of a moment. */
  readonly day?: string;
  /** When it is too late. */
  readonly dueAt?: string;
  /** A request, of which the home page makes a sentence. */
  readonly request?: RequestLine;
}

export interface RequestLine {
  readonly kind: Schema<'Approval'>['kind'];
  readonly askedBy: string;
  readonly coins?: number;
  readonly price?: { readonly cents: number; readonly currency: string };
  readonly decision?: { readonly isApproved: boolean; readonly by: string; readonly note: string | null };
}

/** A figure of seven whole days, and what it was in the seven before. */
export interface Figure {
  readonly name: keyof typeof homeWords.figure;
  readonly unit: 'count' | 'usdCents';
  /** The sum of the days, or what the last of them ended with. */
  readonly value: number;
  readonly before: number;
  /** A state at the end of each day, which cannot be added up. */
  readonly isLevel: boolean;
  /** One for each day, the oldest first. */
  readonly days: readonly number[];
  readonly href: string;
}

const shownLines = 4;
const refetchMs = 60_000;

/** How many are asked for, and so counted. */
export const countLimit = 50;

/** The day in UTC so many days ago, as filters take it. */
export const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

interface ListReply<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  /** Of all that match, where the server counts them. */
  readonly total?: number;
}

export const tileFrom = <Item>(
  { items, nextCursor, total }: ListReply<Item>,
  lineOf: (item: Item) => TileLine,
): TileData => ({
  count: total ?? items.length,
  isMore: total === undefined && nextCursor !== null,
  lines: items.slice(0, shownLines).map(lineOf),
});

/** The fourteen whole days before today, of which figures are made: today is not over. */
export const figureDays = () => ({ dateFrom: dayBefore(14), dateTo: dayBefore(1) });

interface FigureOf<Day> extends Pick<Figure, 'name' | 'href'> {
  readonly unit?: Figure['unit'];
  readonly of: (day: Day) => number;
  readonly isLevel?: boolean;
}

export function figureFrom<Day>(
  byDay: readonly Day[],
  { of, isLevel = false, unit = 'count', ...figure }: FigureOf<Day>,
): Figure {
  const all = byDay.slice(-14).map(of);
  const days = all.slice(-7);
  const earlier = all.slice(0, -7);
  const total = (values: readonly number[]): number =>
    isLevel ? (values.at(-1) ?? 0) : values.reduce((sum, value) => sum + value, 0);
  return { ...figure, unit, isLevel, value: total(days), before: total(earlier), days };
}

/** `name` tells apart what is asked of one path. */
const homeQuery = <Data>(path: ReadPath, name: string, find: (signal: AbortSignal) => Promise<Data>) =>
  queryOptions({
    queryKey: keyOf(path, {}, `home ${name}`),
    queryFn: ({ signal }) => find(signal),
    refetchInterval: refetchMs,
    staleTime: refetchMs / 2,
  });

export const tileQuery = (path: ReadPath, name: string, find: (signal: AbortSignal) => Promise<TileData>) =>
  homeQuery(path, name, find);

export const figuresQuery = (path: ReadPath, find: (signal: AbortSignal) => Promise<readonly Figure[]>) =>
  homeQuery(path, 'figures', find);

export type TileQuery = ReturnType<typeof tileQuery>;
export type FiguresQuery = ReturnType<typeof figuresQuery>;
