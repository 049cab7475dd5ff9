import { defineWords } from '../../words/define.ts';
import en from './words/grants.en.json';

export const grantWords = defineWords('grants', en, {
  ar: () => import('./words/grants.ar.json'),
  id: () => import('./words/grants.id.json'),
});
