import { defineWords } from '../../words/define.ts';
import en from './words/reconciliation.en.json';

export const reconciliationWords = defineWords('reconciliation', en, {
  ar: () => import('./words/reconciliation.ar.json'),
  id: () => import('./words/reconciliation.id.json'),
});
