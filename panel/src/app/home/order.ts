import type { Tile } from '../screen.ts';
import type { TileLine } from '../tiles.ts';

export interface Line {
  readonly tile: Tile;
  readonly line: TileLine;
}

const soonMs = 86_400_000;

const momentOf = ({ dueAt, at, day }: TileLine): number => Date.parse(dueAt ?? at ?? day ?? '') || 0;

/** First what is broken or will be too late within a day, then what has an end, then what waits. */
function rankOf({ tile, line: { dueAt } }: Line): number {
  if (tile.isFault || (dueAt !== undefined && Date.parse(dueAt) < Date.now() + soonMs)) return 0;
  return dueAt === undefined ? 2 : 1;
}

/** Within a rank what comes or came first; the order of the lists decides between equals. */
export const byUrgency = (one: Line, other: Line): number =>
  rankOf(one) - rankOf(other) || momentOf(one.line) - momentOf(other.line) || one.tile.order - other.tile.order;

export const byTime = (one: Line, other: Line): number => momentOf(one.line) - momentOf(other.line);
