import { defineWords } from '../../words/define.ts';
import en from './words/rotation.en.json';

export const rotationWords = defineWords('rotation', en, {
  ar: () => import('./words/rotation.ar.json'),
  id: () => import('./words/rotation.id.json'),
});
