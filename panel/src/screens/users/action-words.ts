import { defineWords } from '../../words/define.ts';
import en from './words/user-actions.en.json';

export const actionWords = defineWords('user-actions', en, {
  ar: () => import('./words/user-actions.ar.json'),
  id: () => import('./words/user-actions.id.json'),
});
