import { defineWords } from '../../words/define.ts';
import en from './words/admins.en.json';

export const adminWords = defineWords('admins', en, {
  ar: () => import('./words/admins.ar.json'),
  id: () => import('./words/admins.id.json'),
});
