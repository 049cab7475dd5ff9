import type { Language, Localized } from './define.ts';

/** What users without a name are called where no component can ask for words. */
export const guestWord: Localized = { en: 'Guest', ar: 'ضيف', id: 'Tamu' };

/** The same with where they are. */
export const guestIn = (language: Language, country: string): string =>
  `${guestWord[language]}${language === 'ar' ? '،' : ','} ${country}`;
