import { defineWords } from '../../words/define.ts';
import en from './words/user-tabs.en.json';

export const tabWords = defineWords('user-tabs', en, {
  ar: () => import('./words/user-tabs.ar.json'),
  id: () => import('./words/user-tabs.id.json'),
});
