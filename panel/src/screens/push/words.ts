import { defineWords } from '../../words/define.ts';
import en from './words/push.en.json';

export const pushWords = defineWords('push', en, {
  ar: () => import('./words/push.ar.json'),
  id: () => import('./words/push.id.json'),
});
