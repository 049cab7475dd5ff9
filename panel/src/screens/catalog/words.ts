import { defineWords } from '../../words/define.ts';
import en from './words/series.en.json';

export const seriesWords = defineWords('series', en, {
  ar: () => import('./words/series.ar.json'),
  id: () => import('./words/series.id.json'),
});
