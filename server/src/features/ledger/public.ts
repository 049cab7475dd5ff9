export { move } from './actions.ts';
export { insufficientBalance } from './errors.ts';
export type { Counter, Movement, Posted, Sink, Source } from './rules.ts';
export { LedgerEntry } from './schema.ts';
export {
  type Balances,
  balanceColumns,
  type EntryRow,
  entryColumns,
  findBalances,
  findVerdict,
  postMany,
  walletRows,
} from './sql.ts';
