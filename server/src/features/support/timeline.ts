import type { Db } from '../../kit/db/database.ts';

/** One thing that happened to a user, as one line of their story. */
export interface TimelineItem {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly title: string;
  readonly data: Record<string, unknown>;
}

/** A feature's part of the story: what happened before a moment, newest first. Features register theirs. */
export interface TimelineSource {
  readonly type: string;
  list(db: Db, userId: string, before: Date, limit: number): Promise<TimelineItem[]>;
}

/**
 * Merges the sources into one stream. Each is asked for a whole page, so whatever the mix, the newest are among them.
 * `after` is the last item of the page before; those of the same moment are told apart by their ids.
 */
export async function mergeTimeline(
  db: Db,
  sources: readonly TimelineSource[],
  userId: string,
  limit: number,
  after: { at: Date; id: string } | undefined,
): Promise<TimelineItem[]> {
  const before = after ? new Date(after.at.getTime() + 1) : new Date('9999-01-01T00:00:00Z');
  const lists = await Promise.all(sources.map((source) => source.list(db, userId, before, limit + sameMoment)));
  return lists
    .flat()
    .filter((item) => !after || isLater(after, item))
    .sort((a, b) => (isLater(a, b) ? -1 : 1))
    .slice(0, limit);
}

/** Items of one moment that a page may begin in the middle of. */
const sameMoment = 50;

function isLater(first: { at: Date; id: string }, second: { at: Date; id: string }): boolean {
  const [a, b] = [first.at.getTime(), second.at.getTime()];
  return a === b ? first.id > second.id : a > b;
}
