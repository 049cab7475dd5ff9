export { findRepeated, type Pending, request } from './actions.ts';
export type { ApprovalKind, Target, Viewer } from './kinds.ts';
export { approvalMetrics } from './metrics.ts';
export type { ApprovalPorts } from './ports.ts';
export { ApprovalPending, approvalEffectsOf } from './schema.ts';
