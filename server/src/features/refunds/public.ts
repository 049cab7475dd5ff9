export { refundKind } from './actions/decide.ts';
export { confirmByProvider, recordProviderRefund } from './actions/record.ts';
export {
  countRefundsByHour,
  listRailRefunds,
  listSplitRefunds,
  listSplits,
  type RefundOfUser,
} from './figures.sql.ts';
export { refundsSource } from './history.ts';
export { refundMetrics } from './metrics.ts';
export { autoExecuteMaxUsdCents as aloneUpToUsdCents, leftToRefund } from './rules.ts';
export { Refund, showRefund } from './schema.ts';
export { listRefundsOf, type RefundRow, sumPending } from './sql.ts';
