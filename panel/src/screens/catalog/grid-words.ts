import { defineWords } from '../../words/define.ts';
import en from './words/episode-grid.en.json';

export const gridWords = defineWords('episode-grid', en, {
  ar: () => import('./words/episode-grid.ar.json'),
  id: () => import('./words/episode-grid.id.json'),
});
