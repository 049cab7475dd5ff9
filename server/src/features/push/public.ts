import type { Db, Tx } from '../../kit/db/database.ts';
import type { TimeCursor } from '../../kit/page.ts';
import { deleteSubscriptions, listPushesBefore } from './sql.ts';

export type { PushService } from './gateways.ts';
export { devicesCount, listSegmentUses, pushDevicesJson } from './sql.ts';

/** For the timeline of a user. */
export const pushesSource = {
  type: 'push',
  permission: 'push:read' as const,
  async list(db: Db, userId: string, before: TimeCursor, limit: number) {
    const rows = await listPushesBefore(db, userId, before, limit);
    return rows.map(({ id, at, campaignId, titleI18n, category, outcome }) => ({
      id,
      at,
      type: 'push',
      title: titleI18n.en ?? '',
      data: { campaignId, titleI18n, category, outcome },
    }));
  },
};

export const erasePushes = (ctx: { readonly tx: Tx }, userId: string): Promise<void> =>
  deleteSubscriptions(ctx.tx, userId);
