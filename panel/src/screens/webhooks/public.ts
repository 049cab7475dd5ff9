export { useDetailText, useFailureWord } from './result.ts';
