import { defineWords } from '../../words/define.ts';
import en from './words/episode.en.json';

export const episodeWords = defineWords('episode', en, {
  ar: () => import('./words/episode.ar.json'),
  id: () => import('./words/episode.id.json'),
});
