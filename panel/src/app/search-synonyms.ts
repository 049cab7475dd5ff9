import { defineWords, useLanguage } from '../words/define.ts';
import en from './words/also.en.json';

/** What else people call pages and actions when they look for them; they come with the palette. */
const alsoWords = defineWords('also', en, {
  ar: () => import('./words/also.ar.json'),
  id: () => import('./words/also.id.json'),
});

type Table = Readonly<Record<string, string>>;

export const synonymNames: readonly string[] = Object.keys(en);

/** By the address of a page, or by the name of an action. English is understood in every language. */
export function useSynonyms(): (name: string) => string {
  const language = useLanguage();
  const english: Table = en;
  const own: Table = (language !== 'en' && alsoWords.translations[language]) || {};
  return (name) => `${english[name] ?? ''} ${own[name] ?? ''}`;
}
