import { defineWords } from '../../words/define.ts';
import en from './words/alerts.en.json';

export const alertWords = defineWords('alerts', en, {
  ar: () => import('./words/alerts.ar.json'),
  id: () => import('./words/alerts.id.json'),
});
