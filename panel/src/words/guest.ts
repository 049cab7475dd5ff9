import { shortId } from '../ui/short-id.ts';
import type { Language, Localized } from './define.ts';
import { countryName } from './title.ts';

/** What users without a name are called where no component can ask for words. */
const guestWord: Localized = { en: 'Guest', ar: 'ضيف', id: 'Tamu' };
const userWord: Localized = { en: 'User', ar: 'مستخدم', id: 'Pengguna' };
/** What those are called whose name was taken away. */
const nobody: Localized = { en: 'Anonymized user', ar: 'مستخدم مجهول', id: 'Pengguna anonim' };

/** A guest by the end of the id, which tells them from other guests, and by where they are if the country is told. */
export function guestName(language: Language, id: string, country: string | null = null): string {
  const guest = `${guestWord[language]} ${shortId(id)}`;
  return country === null ? guest : `${guest}${language === 'ar' ? '،' : ','} ${countryName(language, country)}`;
}

interface Nameless {
  readonly id: string;
  readonly isGuest: boolean;
  readonly isAnonymized: boolean;
  readonly countryCode: string | null;
}

/** A user without a name by what they are, and by the end of the id. */
export function namelessUser(language: Language, { id, isGuest, isAnonymized, countryCode }: Nameless): string {
  if (isAnonymized) return `${nobody[language]} ${shortId(id)}`;
  return isGuest ? guestName(language, id, countryCode) : `${userWord[language]} ${shortId(id)}`;
}
