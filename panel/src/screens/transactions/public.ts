export { TransactionStatus, useBoughtName, useProductCalled } from './parts.tsx';
export { statusOf } from './queries.ts';
