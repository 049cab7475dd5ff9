import { defineWords } from '../../words/define.ts';
import en from './words/transactions.en.json';

export const transactionWords = defineWords('transactions', en, {
  ar: () => import('./words/transactions.ar.json'),
  id: () => import('./words/transactions.id.json'),
});
