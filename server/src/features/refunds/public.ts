export { refundKind } from './actions/decide.ts';
export { recordProviderRefund } from './actions/record.ts';
export { refundsSource } from './history.ts';
export { refundMetrics } from './metrics.ts';
export { refundableCents } from './rules.ts';
export { Refund, showRefund } from './schema.ts';
export {
  countPending,
  countRefundsByHour,
  listRailRefunds,
  listRefundsOf,
  type RefundRow,
  sumPending,
  sumPendingOf,
} from './sql.ts';
