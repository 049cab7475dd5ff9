import { defineWords } from '../../words/define.ts';
import en from './words/flags.en.json';

export const flagWords = defineWords('flags', en, {
  ar: () => import('./words/flags.ar.json'),
  id: () => import('./words/flags.id.json'),
});
