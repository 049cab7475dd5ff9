export { chainState } from './blocks.schema.ts';
export { findBrokenBlocks, listMeasuredChains } from './blocks.sql.ts';
export { blockRoutes, findChain } from './blocks.ts';
export { sealAll } from './jobs.ts';
export { chainMetrics } from './metrics.ts';
export type { AuditPorts } from './ports.ts';
export {
  type Actor,
  type AuditCtx,
  type AuditEntry,
  allowPastTimes,
  eraseTexts,
  type Origin,
  record,
  recordAll,
  system,
  systemCtx,
  write,
} from './record.ts';
export { references } from './references.ts';
export { auditEffects, Bought, changeEffects } from './schema.ts';
export { findLastAct, listActsBefore, listActsBy } from './sql.ts';
export type { PastChange, UndoKind, UndoPlan } from './undo-kinds.ts';
