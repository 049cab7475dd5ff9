import { declareError } from '../../kit/errors.ts';

export const proofNotSupported = declareError(400, 'proof_not_supported');
export const invalidProof = declareError(400, 'invalid_proof');
export const purchaseOfAnotherUser = declareError(403, 'purchase_of_another_user');
