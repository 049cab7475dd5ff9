import type { Db } from '../../kit/db/database.ts';
import type { TimeCursor } from '../../kit/page.ts';
import { listRedemptionsBefore } from './sql.ts';

type Holds = (permission: 'wallet:read') => boolean;

/**
 * The promos of a user's story. Who may see coins is told of given ones by the movement, which names the promo, so only
 * the rest is here.
 */
export const redemptionsSource = {
  type: 'redemption',
  async list(db: Db, userId: string, before: TimeCursor, limit: number, has: Holds) {
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
