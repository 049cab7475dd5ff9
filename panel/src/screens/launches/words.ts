import { defineWords } from '../../words/define.ts';
import en from './words/launches.en.json';

export const launchWords = defineWords('launches', en, {
  ar: () => import('./words/launches.ar.json'),
  id: () => import('./words/launches.id.json'),
});
