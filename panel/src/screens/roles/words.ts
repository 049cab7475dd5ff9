import { defineWords } from '../../words/define.ts';
import en from './words/roles.en.json';

export const roleWords = defineWords('roles', en, {
  ar: () => import('./words/roles.ar.json'),
  id: () => import('./words/roles.id.json'),
});
