import { defineWords } from '../../words/define.ts';
import en from './words/coins.en.json';

export const coinWords = defineWords('coins', en, {
  ar: () => import('./words/coins.ar.json'),
  id: () => import('./words/coins.id.json'),
});
