import { defineWords } from '../../words/define.ts';
import en from './words/economy.en.json';

export const economyWords = defineWords('economy', en, {
  ar: () => import('./words/economy.ar.json'),
  id: () => import('./words/economy.id.json'),
});
