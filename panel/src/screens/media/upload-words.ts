import { defineWords } from '../../words/define.ts';
import en from './words/uploads.en.json';

export const uploadWords = defineWords('uploads', en, {
  ar: () => import('./words/uploads.ar.json'),
  id: () => import('./words/uploads.id.json'),
});
