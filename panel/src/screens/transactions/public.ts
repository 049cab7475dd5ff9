export { MarkTexts, marksOf, PaymentMark, PaymentMarks } from './marks.tsx';
export { TransactionStatus, useBoughtName, useProductCalled } from './parts.tsx';
export { statusOf } from './queries.ts';
