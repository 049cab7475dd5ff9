export { type ApprovalKind, request } from './actions.ts';
export { ApprovalPending } from './schema.ts';
