import { defineWords } from '../words/define.ts';
import en from './words/people.en.json';

export const peopleWords = defineWords('people', en, {
  ar: () => import('./words/people.ar.json'),
  id: () => import('./words/people.id.json'),
});
