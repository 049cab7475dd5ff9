import { defineWords } from '../words/define.ts';
import en from './words/shell.en.json';

export const shellWords = defineWords('shell', en, {
  ar: () => import('./words/shell.ar.json'),
  id: () => import('./words/shell.id.json'),
});
