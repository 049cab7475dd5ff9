import { defineWords } from '../../words/define.ts';
import en from './words/moves.en.json';

/** The moves of series and episodes, and what the server warns of at them. */
export const moveWords = defineWords('moves', en, {
  ar: () => import('./words/moves.ar.json'),
  id: () => import('./words/moves.id.json'),
});
