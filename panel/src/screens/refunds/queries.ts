import type { Schema } from '../../api/client.ts';
import { apiQuery, type ListParams, listQuery } from '../../api/query.ts';

export type Refund = Schema<'Refund'>;
export type RefundDetail = Schema<'RefundDetail'>;
export type Purchase = Schema<'TransactionDetail'>;

export const statuses = [...(['pending', 'executed', 'rejected'] as const)] satisfies Refund['status'][];

export const moneyStates = [...(['none', 'pending', 'returned', 'failed'] as const)] satisfies Refund['money'][];

type ListState = ListParams<'/v1/admin/refunds'>;

/** What waits is shown unless another tab is asked for. The address of a drawer may hold more, which is none of the list's. */
export const refundsQuery = ({
  status = 'pending',
  money,
  userId,
  purchaseId,
  dateFrom,
  dateTo,
  cursors,
  limit,
}: ListState) =>
  listQuery('/v1/admin/refunds', { status, money, userId, purchaseId, dateFrom, dateTo, cursors, limit });

export const refundQuery = (id: string) => apiQuery('/v1/admin/refunds/{id}', { path: { id } });

/** What is to be refunded, with what is left of it. */
export const purchaseQuery = (id: string) => apiQuery('/v1/admin/payments/transactions/{id}', { path: { id } });
