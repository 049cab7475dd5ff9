export { useBoughtName } from './parts.tsx';
