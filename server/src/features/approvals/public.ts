export {
  addWithinDailyLimit,
  closeStale,
  dailyLimitExceeded,
  findRepeated,
  findStatus,
  lockStatus,
  type Pending,
  reject,
  request,
} from './actions.ts';
export type { DecisionOptions } from './deciders.ts';
export { approvalNotPending, selfApprovalForbidden } from './errors.ts';
export {
  type ApprovalKind,
  ApprovalKinds,
  type ClosedRequest,
  type PersonalNote,
  type Target,
  type Viewer,
} from './kinds.ts';
export { approvalMetrics } from './metrics.ts';
export { ApprovalPending, approvalEffectsOf } from './schema.ts';
