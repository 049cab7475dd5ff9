import type { Db } from '../../kit/db/database.ts';
import type { TimeCursor } from '../../kit/page.ts';
import { listRedemptionsBefore } from './sql.ts';

/** Redemptions in the timeline of a user. With wallet:read, coin grants are in it as coin movements, so they are not listed. */
export const redemptionsSource = {
  type: 'redemption',
  async list(db: Db, userId: string, before: TimeCursor, limit: number, has: (permission: 'wallet:read') => boolean) {
    const rows = await listRedemptionsBefore(db, userId, before, limit, { withoutCoins: has('wallet:read') });
    return rows.map(({ id, createdAt, code, promoId, type, usedAt, trialEnd }) => ({
      id,
      at: createdAt,
      type: 'redemption',
      title: code,
      data: {
        promoId,
        promoType: type,
        usedAt: usedAt?.toISOString() ?? null,
        trialEnd: trialEnd?.toISOString() ?? null,
      },
    }));
  },
};
