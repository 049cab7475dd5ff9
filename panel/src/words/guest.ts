import type { Localized } from './define.ts';

/** What users without a name are called where no component can ask for words. */
export const guestWord: Localized = { en: 'Guest', ar: 'ضيف', id: 'Tamu' };
