import pLimit from 'p-limit';
import type { Db } from '../../kit/db/database.ts';
import type { TimeCursor } from '../../kit/page.ts';
import { hasPermission, type Permission } from '../access/public.ts';
import { listActsBefore } from '../audit/public.ts';
import { listMovementsBefore } from '../ledger/public.ts';
import { listSubscriptionsBefore } from '../subscriptions/public.ts';
import { listNotesBefore } from './sql.ts';

export interface TimelineItem {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly title: string;
  readonly data: Record<string, unknown>;
}

type Holds = (permission: Permission) => boolean;

/** Items of a feature before a point in time, newest first. */
export interface TimelineSource {
  readonly type: string;
  /** Required to see these items; by default `users:read` is sufficient. */
  readonly permission?: Permission;
  /** `has` checks permissions of the reader. */
  list(db: Db, userId: string, before: TimeCursor, limit: number, has: Holds): Promise<TimelineItem[]>;
}

/** Connections per request. */
const queriesAtOnce = 3;

const latestPoint: TimeCursor = { at: new Date('9999-12-31T00:00:00Z'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/**
 * Merges the items that the permissions allow. Each source is queried for a whole page, so that the newest items are
 * included. `after` is the last item of the previous page.
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

/** A movement for an unlock has the type of unlocks. */
const coins: TimelineSource = {
  type: 'coins',
  permission: 'wallet:read',
  async list(db, userId, before, limit) {
    const rows = await listMovementsBefore(db, userId, before, limit);
    return rows.map(({ id, at, reason, refType, refId, amount, subject, causeLabel, bought }) => ({
      id,
      at,
      type: reason === 'unlock' ? 'unlock' : 'coins',
      title: reason,
      data: { eventId: id, refType, refId, amount, subject, causeLabel, bought },
    }));
  },
};

const notes: TimelineSource = {
  type: 'note',
  async list(db, userId, before, limit) {
    const rows = await listNotesBefore(db, userId, before, limit);
    return rows.map(({ id, created_at: at, body, admin_email, admin_name }) => ({
      id,
      at,
      type: 'note',
      title: body,
      data: { admin_email, admin_name },
    }));
  },
};

const subscriptions: TimelineSource = {
  type: 'subscription',
  permission: 'payments:read',
  async list(db, userId, before, limit) {
    const rows = await listSubscriptionsBefore(db, userId, before, limit);
    return rows.map(({ id, at, productId, productName, platform, status, interruption, currentPeriodEnd }) => ({
      id,
      at,
      type: 'subscription',
      title: productName,
      data: { productId, platform, status, interruption, currentPeriodEnd: currentPeriodEnd.toISOString() },
    }));
  },
};

/** Shown by other sources. */
const shownByOtherSources = ['user.note', 'wallet.adjust', 'user.strike'];
const aboutSubscriptions = ['user.comp_subscription'];

const adminActs: TimelineSource = {
  type: 'admin',
  async list(db, userId, before, limit, has) {
    const hidden = has('payments:read') ? shownByOtherSources : [...shownByOtherSources, ...aboutSubscriptions];
    const rows = await listActsBefore(db, { type: 'user', id: userId }, before, limit, hidden);
    return rows.map(({ id, at, action, admin_email, admin_name, reason }) => ({
      id,
      at,
      type: 'admin',
      title: action,
      data: { admin_email, admin_name, reason },
    }));
  },
};

export const supportSources: readonly TimelineSource[] = [coins, notes, subscriptions, adminActs];
