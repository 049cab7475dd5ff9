import { defineWords } from '../../words/define.ts';
import en from './words/analytics.en.json';

export const analyticsWords = defineWords('analytics', en, {
  ar: () => import('./words/analytics.ar.json'),
  id: () => import('./words/analytics.id.json'),
});
