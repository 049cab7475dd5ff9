import { defineWords } from '../../words/define.ts';
import en from './words/refunds.en.json';

export const refundWords = defineWords('refunds', en, {
  ar: () => import('./words/refunds.ar.json'),
  id: () => import('./words/refunds.id.json'),
});
