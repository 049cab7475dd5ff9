import { defineWords } from '../../words/define.ts';
import en from './words/role-drawers.en.json';

export const drawerWords = defineWords('role-drawers', en, {
  ar: () => import('./words/role-drawers.ar.json'),
  id: () => import('./words/role-drawers.id.json'),
});
