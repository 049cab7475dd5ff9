import { defineWords } from '../../words/define.ts';
import en from './words/promos.en.json';

export const promoWords = defineWords('promos', en, {
  ar: () => import('./words/promos.ar.json'),
  id: () => import('./words/promos.id.json'),
});
