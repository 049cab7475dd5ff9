import { defineWords } from '../../words/define.ts';
import en from './words/tour.en.json';

export const tourWords = defineWords('tour', en, {
  ar: () => import('./words/tour.ar.json'),
  id: () => import('./words/tour.id.json'),
});
