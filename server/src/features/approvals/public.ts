export { type Pending, request } from './actions.ts';
export type { ApprovalKind, Target, Viewer } from './kinds.ts';
export { ApprovalPending, approvalEffects } from './schema.ts';
