import { defineWords } from '../words/define.ts';
import en from './words/undo.en.json';

export const undoWords = defineWords('undo', en, {
  ar: () => import('./words/undo.ar.json'),
  id: () => import('./words/undo.id.json'),
});
