import { defineWords } from '../../words/define.ts';
import en from './words/order.en.json';

export const orderWords = defineWords('order', en, {
  ar: () => import('./words/order.ar.json'),
  id: () => import('./words/order.id.json'),
});
