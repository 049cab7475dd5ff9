import { defineWords } from '../../words/define.ts';
import en from './words/views.en.json';

export const viewWords = defineWords('views', en, {
  ar: () => import('./words/views.ar.json'),
  id: () => import('./words/views.id.json'),
});
