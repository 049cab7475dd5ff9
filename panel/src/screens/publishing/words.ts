import { defineWords } from '../../words/define.ts';
import en from './words/calendar.en.json';

export const calendarWords = defineWords('calendar', en, {
  ar: () => import('./words/calendar.ar.json'),
  id: () => import('./words/calendar.id.json'),
});
