import { defineWords } from '../../words/define.ts';
import collections from './words/collections.en.json';
import rails from './words/rails.en.json';

export const collectionWords = defineWords('collections', collections, {
  ar: () => import('./words/collections.ar.json'),
  id: () => import('./words/collections.id.json'),
});

/** Of the board and of the preview reel. */
export const railWords = defineWords('rails', rails, {
  ar: () => import('./words/rails.ar.json'),
  id: () => import('./words/rails.id.json'),
});
