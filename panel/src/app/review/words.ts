import { defineWords } from '../../words/define.ts';
import en from './words/review.en.json';

export const reviewWords = defineWords('review', en, {
  ar: () => import('./words/review.ar.json'),
  id: () => import('./words/review.id.json'),
});
