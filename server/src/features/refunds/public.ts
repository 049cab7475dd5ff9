export { confirmByProvider, recordProviderRefund, refundKind, reverseProviderRefunds } from './actions.ts';
export {
  countRefundsByHour,
  listRailRefunds,
  listSplitRefunds,
  listSplits,
  type RefundOfUser,
} from './figures.sql.ts';
export { refundsSource } from './history.ts';
export { refundMetrics } from './metrics.ts';
export { autoExecuteMaxUsdCents, refundableCents } from './rules.ts';
export { Refund, showRefund } from './schema.ts';
export { listRefundsOf, type RefundRow, sumPending } from './sql.ts';
