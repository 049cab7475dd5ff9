export { MarkTexts, marksOf, PaymentMark, PaymentMarks } from './marks.tsx';
export { TransactionStatus } from './parts.tsx';
export { statusOf } from './queries.ts';
