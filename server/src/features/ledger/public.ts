export { move, moveEach, moveParts } from './actions.ts';
export { insufficientBalance } from './errors.ts';
export {
  addGranted,
  countBreaks,
  findGranted,
  listBreaks,
  listGranters,
  listLargestMints,
  sumCreditsByHour,
  sumMintedByHour,
} from './figures.sql.ts';
export {
  type AccountEventRow,
  listAccountEvents,
  listBalances,
  listChanges,
  listCreditSums,
  listCredits,
  listMovementsBefore,
  listSides,
  sumsOfMembers,
} from './history.sql.ts';
export { ledgerMetrics } from './metrics.ts';
export { findProofResult, type ProofResult } from './proof.sql.ts';
export {
  type Movement,
  type MovementResult,
  type Operation,
  type Part,
  type PostedMovement,
  proofConcern,
  type Sink,
  type Source,
} from './rules.ts';
export { causeNames, ledgerEffects, Subject } from './schema.ts';
export { balanceColumns, findBalances, findPosted, movementsJson, postMany, postQuery } from './sql.ts';
