import { defineWords } from '../../words/define.ts';
import en from './words/approvals.en.json';

export const approvalWords = defineWords('approvals', en, {
  ar: () => import('./words/approvals.ar.json'),
  id: () => import('./words/approvals.id.json'),
});
