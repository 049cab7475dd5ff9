import { defineWords } from '../../words/define.ts';
import en from './words/pricing.en.json';

export const pricingWords = defineWords('pricing', en, {
  ar: () => import('./words/pricing.ar.json'),
  id: () => import('./words/pricing.id.json'),
});
