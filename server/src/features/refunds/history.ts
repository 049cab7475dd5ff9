import type { Db } from '../../kit/db/database.ts';
import type { TimeCursor } from '../../kit/page.ts';
import { listRefundsBefore } from './sql.ts';

/** Refunds in the timeline of a user. */
export const refundsSource = {
  type: 'refund',
  permission: 'payments:read',
  async list(db: Db, userId: string, before: TimeCursor, limit: number) {
    const rows = await listRefundsBefore(db, userId, before, limit);
    return rows.map(({ id, createdAt: at, productId: title, ...row }) => {
      const {
        purchaseId,
        bought,
        platform,
        status,
        amountCents,
        currency,
        reason,
        rejectReason,
        coinsDeducted,
        money,
      } = row;
      const about = {
        purchaseId,
        bought,
        platform,
        status,
        amountCents,
        currency,
        reason,
        rejectReason,
        coinsDeducted,
        money,
      };
      const by = { admin_email: row.requestedBy?.email ?? null, admin_name: row.requestedBy?.name ?? null };
      return { id, at, type: 'refund', title, data: { ...about, ...by } };
    });
  },
} as const;
