import { defineWords } from '../../words/define.ts';
import en from './words/media-library.en.json';

export const libraryWords = defineWords('media-library', en, {
  ar: () => import('./words/media-library.ar.json'),
  id: () => import('./words/media-library.id.json'),
});
