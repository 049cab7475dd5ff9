import { defineWords } from '../words/define.ts';
import en from './words/no-factor.en.json';

export const noFactorWords = defineWords('noFactor', en, {
  ar: () => import('./words/no-factor.ar.json'),
  id: () => import('./words/no-factor.id.json'),
});
