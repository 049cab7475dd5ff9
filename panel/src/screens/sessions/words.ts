import { defineWords } from '../../words/define.ts';
import en from './words/sessions.en.json';

export const sessionWords = defineWords('sessions', en, {
  ar: () => import('./words/sessions.ar.json'),
  id: () => import('./words/sessions.id.json'),
});
