import { defineWords } from '../../words/define.ts';
import en from './words/home.en.json';

export const homeWords = defineWords('home', en, {
  ar: () => import('./words/home.ar.json'),
  id: () => import('./words/home.id.json'),
});
