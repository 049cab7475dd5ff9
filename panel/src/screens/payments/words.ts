import { defineWords } from '../../words/define.ts';
import en from './words/payments.en.json';

export const paymentWords = defineWords('payments', en, {
  ar: () => import('./words/payments.ar.json'),
  id: () => import('./words/payments.id.json'),
});
