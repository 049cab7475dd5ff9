import { defineWords } from '../../words/define.ts';
import en from './words/cadence.en.json';

export const cadenceWords = defineWords('cadence', en, {
  ar: () => import('./words/cadence.ar.json'),
  id: () => import('./words/cadence.id.json'),
});
