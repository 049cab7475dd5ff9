import { defineWords } from '../../words/define.ts';
import en from './words/placement.en.json';

export const placementWords = defineWords('placement', en, {
  ar: () => import('./words/placement.ar.json'),
  id: () => import('./words/placement.id.json'),
});
