import { defineWords } from '../words/define.ts';
import en from './words/names.en.json';

export const namesWords = defineWords('names', en, {
  ar: () => import('./words/names.ar.json'),
  id: () => import('./words/names.id.json'),
});
