export { move } from './actions.ts';
export { insufficientBalance } from './errors.ts';
export { addGranted } from './grants.sql.ts';
export { listBalances, listChanges, listCredits, listMovementsBefore, sumCredits } from './history.sql.ts';
export { ledgerMetrics } from './metrics.ts';
export { findVerdict } from './proof.sql.ts';
export {
  type Counter,
  type Movement,
  type MovementResult,
  type PostedMovement,
  proofConcern,
  type Sink,
  type Source,
} from './rules.ts';
export { ledgerEffects, Subject } from './schema.ts';
export { type Balances, balanceColumns, findBalances, isPosted, postMany, postQuery } from './sql.ts';
