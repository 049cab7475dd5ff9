import { defineWords } from '../../words/define.ts';
import en from './words/users.en.json';

export const userWords = defineWords('users', en, {
  ar: () => import('./words/users.ar.json'),
  id: () => import('./words/users.id.json'),
});
