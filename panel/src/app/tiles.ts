import { queryOptions } from '@tanstack/react-query';
import { keyOf, type ReadPath } from '../api/query.ts';
import type { Localized } from '../words/define.ts';

/** What a tile of the home page shows of a list, and the count beside an entry of the menu. */
export interface TileData {
  readonly count: number;
  /** There are more than were counted. */
  readonly isMore: boolean;
  readonly lines: readonly TileLine[];
  /** Shown in place of the count, where nothing is waited for. */
  readonly figures?: readonly Figure[];
  /** Whether all is well, in words. */
  readonly light?: { readonly isGood: boolean; readonly text: Localized };
}

interface Figure {
  readonly name: Localized;
  readonly value: number;
}

interface TileLine {
  readonly id: string;
  readonly text: string | Localized;
  readonly at?: string;
  /** A whole day, such as 2030-01-31, in place of a moment. */
  readonly day?: string;
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

/** `name` tells apart what is asked of one path. */
export const tileQuery = (path: ReadPath, name: string, find: (signal: AbortSignal) => Promise<TileData>) =>
  queryOptions({
    queryKey: keyOf(path, {}, `home ${name}`),
    queryFn: ({ signal }) => find(signal),
    refetchInterval: refetchMs,
    staleTime: refetchMs / 2,
  });

export type TileQuery = ReturnType<typeof tileQuery>;
