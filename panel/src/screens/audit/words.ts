import { defineWords } from '../../words/define.ts';
import en from './words/audit.en.json';

export const auditWords = defineWords('audit', en, {
  ar: () => import('./words/audit.ar.json'),
  id: () => import('./words/audit.id.json'),
});
