import { defineWords } from '../../words/define.ts';
import en from './words/jobs.en.json';

export const jobWords = defineWords('jobs', en, {
  ar: () => import('./words/jobs.ar.json'),
  id: () => import('./words/jobs.id.json'),
});
