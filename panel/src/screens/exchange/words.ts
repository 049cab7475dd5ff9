import { defineWords } from '../../words/define.ts';
import en from './words/exchange.en.json';

export const exchangeWords = defineWords('exchange', en, {
  ar: () => import('./words/exchange.ar.json'),
  id: () => import('./words/exchange.id.json'),
});
