import { defineWords } from '../words/define.ts';
import en from './words/help.en.json';

/** What the keys do, by where they do it. */
export const helpWords = defineWords('help', en, {
  ar: () => import('./words/help.ar.json'),
  id: () => import('./words/help.id.json'),
});
