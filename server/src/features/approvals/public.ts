export { type ApprovalKind, type Pending, request } from './actions.ts';
export { ApprovalPending } from './schema.ts';
