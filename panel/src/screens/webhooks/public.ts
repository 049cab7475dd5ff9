export { useDetailText, useFailureWord } from './result.ts';
export { usePaymentEventName } from './source.ts';
