import { defineWords } from '../words/define.ts';
import en from './words/proof.en.json';

export const proofWords = defineWords('proof', en, {
  ar: () => import('./words/proof.ar.json'),
  id: () => import('./words/proof.id.json'),
});
