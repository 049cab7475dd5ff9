import { listActsBefore } from '../audit/public.ts';
import { listMovementsBefore } from '../ledger/public.ts';
import { listSubscriptionsBefore } from '../subscriptions/public.ts';
import { listNotesBefore } from './sql.ts';
import type { TimelineSource } from './timeline.ts';

/** Coins in and out, as the wallet saw them. What paid for an episode has the type that unlocks have without coins. */
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
    return rows.map(({ id, at, productId, productName, platform, status, currentPeriodEnd }) => ({
      id,
      at,
      type: 'subscription',
      title: productName,
      data: { productId, platform, status, currentPeriodEnd: currentPeriodEnd.toISOString() },
    }));
  },
};

/** Shown as coins, notes and strikes already. */
const shownByOtherSources = ['user.note', 'wallet.adjust', 'user.strike'];
/** Shown to those who may see subscriptions. */
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
