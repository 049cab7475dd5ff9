import { defineWords } from '../../words/define.ts';
import en from './words/webhooks.en.json';

export const webhookWords = defineWords('webhooks', en, {
  ar: () => import('./words/webhooks.ar.json'),
  id: () => import('./words/webhooks.id.json'),
});
