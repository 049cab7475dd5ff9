export { useFailureWord } from './result.ts';
