import { declareError } from '../../kit/errors.ts';
import { Int } from '../../kit/http/schema.ts';

export const purchaseNotRefundable = declareError(400, 'purchase_not_refundable');
export const refundExceedsPurchase = declareError(400, 'refund_exceeds_purchase', { refundableCents: Int() });
