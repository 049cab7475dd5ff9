import { defineWords } from '../../words/define.ts';
import en from './words/packages.en.json';

export const packageWords = defineWords('packages', en, {
  ar: () => import('./words/packages.ar.json'),
  id: () => import('./words/packages.id.json'),
});
