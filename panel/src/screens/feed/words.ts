import { defineWords } from '../../words/define.ts';
import en from './words/feed.en.json';

export const feedWords = defineWords('feed', en, {
  ar: () => import('./words/feed.ar.json'),
  id: () => import('./words/feed.id.json'),
});
