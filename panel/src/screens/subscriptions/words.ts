import { defineWords } from '../../words/define.ts';
import en from './words/subscriptions.en.json';

export const subscriptionWords = defineWords('subscriptions', en, {
  ar: () => import('./words/subscriptions.ar.json'),
  id: () => import('./words/subscriptions.id.json'),
});
