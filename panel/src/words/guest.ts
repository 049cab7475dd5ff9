import { shortId } from '../ui/short-id.ts';
import type { Language, Localized } from './define.ts';
import { marketIn } from './title.ts';

/** What users without a name are called where no component can ask for words. */
const guestWord: Localized = { en: 'Guest', ar: 'ضيف', id: 'Tamu' };

/** A guest by the end of the id, which tells them from other guests, and by where they are if the country is told. */
export function guestName(language: Language, id: string, country: string | null = null): string {
  const guest = `${guestWord[language]} ${shortId(id)}`;
  return country === null ? guest : `${guest}${language === 'ar' ? '،' : ','} ${marketIn(language, country)}`;
}
