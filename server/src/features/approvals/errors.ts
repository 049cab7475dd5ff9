import { declareError } from '../../kit/errors.ts';
import { oneOf } from '../../kit/http/schema.ts';
import { statuses } from './rules.ts';

export const selfApprovalForbidden = declareError(403, 'self_approval_forbidden', {}, ['approvals_two_people']);
export const notRequester = declareError(403, 'not_requester');
export const approverTooNew = declareError(403, 'approver_too_new');
export const requesterNotEligible = declareError(409, 'requester_not_eligible');
export const approvalNotPending = declareError(409, 'approval_not_pending', { status: oneOf(statuses) });
