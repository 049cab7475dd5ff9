import { defineWords } from '../../words/define.ts';
import en from './words/series-editor.en.json';

export const editorWords = defineWords('series-editor', en, {
  ar: () => import('./words/series-editor.ar.json'),
  id: () => import('./words/series-editor.id.json'),
});
