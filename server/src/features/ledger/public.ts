export { move } from './actions.ts';
export { insufficientBalance } from './errors.ts';
export { listBalances, listCredits, listMovementsBefore, sumCredits } from './history.sql.ts';
export type { Counter, Movement, Posted, Sink, Source } from './rules.ts';
export { type Balances, findBalances, findVerdict, postMany } from './sql.ts';
