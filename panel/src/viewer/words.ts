import { defineWords } from '../words/define.ts';
import en from './words/viewer.en.json';

export const viewerWords = defineWords('viewer', en, {
  ar: () => import('./words/viewer.ar.json'),
  id: () => import('./words/viewer.id.json'),
});
