import { defineWords } from '../../words/define.ts';
import en from './words/comments.en.json';

export const commentWords = defineWords('comments', en, {
  ar: () => import('./words/comments.ar.json'),
  id: () => import('./words/comments.id.json'),
});
