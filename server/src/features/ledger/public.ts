export { move } from './actions.ts';
export { insufficientBalance } from './errors.ts';
export { addGranted, listGranters } from './grants.sql.ts';
export {
  type AccountEventRow,
  countBreaks,
  type HourFigure,
  listAccountEvents,
  listBalances,
  listBreaks,
  listChanges,
  listCredits,
  listLargestMints,
  listMovementsBefore,
  listSides,
  type Span,
  sumCredits,
  sumCreditsByHour,
  sumMintedByHour,
} from './history.sql.ts';
export { ledgerMetrics } from './metrics.ts';
export { findVerdict, type Verdict } from './proof.sql.ts';
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
export { type Balances, balanceColumns, findBalances, isPosted, postMany, postQuery, postSomeQuery } from './sql.ts';
export { sumsOfMembers } from './sums.sql.ts';
