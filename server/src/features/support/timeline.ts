import pLimit from 'p-limit';
import type { Db } from '../../kit/db/database.ts';
import type { TimeCursor } from '../../kit/page.ts';
import { hasPermission, type Permission } from '../access/public.ts';

/** One thing that happened to a user, as one line of their story. */
export interface TimelineItem {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly title: string;
  readonly data: Record<string, unknown>;
}

type Holds = (permission: Permission) => boolean;

/**
 * A feature's part of the story: what lies before a point, in the order of moment and id, newest first. Features
 * register theirs.
 */
export interface TimelineSource {
  readonly type: string;
  /** What one must hold to be told this part; nothing where all who see the user may. */
  readonly permission?: Permission;
  /** `has` says what the reader holds, where only some of it is for everyone. */
  list(db: Db, userId: string, before: TimeCursor, limit: number, has: Holds): Promise<TimelineItem[]>;
}

/** Connections that one request takes at most: each source has a query of its own. */
const queriesAtOnce = 3;

/** Later than everything that can happen. */
const latestPoint: TimeCursor = { at: new Date('9999-12-31T00:00:00Z'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/**
 * Merges what someone with these permissions may be told into one stream. Each source is asked for a whole page, so whatever the mix, the newest are among them.
 * `after` is the last item of the page before.
 */
export async function mergeTimeline(
  db: Db,
  sources: readonly TimelineSource[],
  permissions: readonly string[],
  userId: string,
  limit: number,
  after: TimeCursor = latestPoint,
): Promise<TimelineItem[]> {
  const has: Holds = (permission) => hasPermission(permissions, permission);
  const visible = sources.filter(({ permission }) => permission === undefined || has(permission));
  const inTurn = pLimit(queriesAtOnce);
  const lists = await Promise.all(visible.map((source) => inTurn(() => source.list(db, userId, after, limit, has))));
  return lists
    .flat()
    .sort((a, b) => (isLater(a, b) ? -1 : 1))
    .slice(0, limit);
}

function isLater(first: TimeCursor, second: TimeCursor): boolean {
  const [a, b] = [first.at.getTime(), second.at.getTime()];
  return a === b ? first.id > second.id : a > b;
}
