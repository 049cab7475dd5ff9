import { defineWords } from '../../words/define.ts';
import en from './words/segments.en.json';

export const segmentWords = defineWords('segments', en, {
  ar: () => import('./words/segments.ar.json'),
  id: () => import('./words/segments.id.json'),
});
