import type { Language } from '../../words/define.ts';

/** The words of a campaign in a language, in English where there are none. */
export const titleIn = (words: { en?: string; ar?: string; id?: string }, language: Language): string =>
  words[language] ?? words.en ?? '';
