export { confirmByProvider, recordProviderRefund, refundKindOf, reverseProviderRefunds } from './actions.ts';
export {
  countMoneyStuck,
  countRefundsByHour,
  listMoneyStuck,
  listRailRefunds,
  listSplitRefunds,
  listSplits,
  type MoneyStuck,
  type RefundOfUser,
} from './figures.sql.ts';
export { refundsSource } from './history.ts';
export { refundMetrics } from './metrics.ts';
export { settleMoney } from './money.actions.ts';
export { autoExecuteMaxUsdCents, refundableCents } from './rules.ts';
export { Refund, showRefund } from './schema.ts';
export { listRefundsOf, type RefundRow, refundsJson, sumPending } from './sql.ts';
