import { defineWords } from '../words/define.ts';
import en from './words/ui.en.json';

export const uiWords = defineWords('ui', en, {
  ar: () => import('./words/ui.ar.json'),
  id: () => import('./words/ui.id.json'),
});
