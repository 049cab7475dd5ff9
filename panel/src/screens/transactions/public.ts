export { useBoughtName, useProductCalled } from './parts.tsx';
