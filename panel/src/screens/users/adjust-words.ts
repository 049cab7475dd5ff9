import { defineWords } from '../../words/define.ts';
import en from './words/adjust.en.json';

export const adjustWords = defineWords('adjust', en, {
  ar: () => import('./words/adjust.ar.json'),
  id: () => import('./words/adjust.id.json'),
});
