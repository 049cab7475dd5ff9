import { type Language, type Localized, useLanguage } from './define.ts';

type Translations = Readonly<Partial<Record<Language, string | undefined>>>;

/** A title in a language, where it is translated; English is what is written first. */
export const titleIn = (language: Language, title: string, translated: Translations | undefined): string =>
  language === 'en' ? title : translated?.[language]?.trim() || title;

/** A text that has titles in it, in every language. */
export const inEachLanguage = (textIn: (language: Language) => string): Localized => ({
  en: textIn('en'),
  ar: textIn('ar'),
  id: textIn('id'),
});

/** Made once for each language: to make one takes longer than to ask it. */
const regionsIn = new Map<Language, Intl.DisplayNames>();

/** The name of a country in a language, where no component can ask for it. */
export function countryName(language: Language, code: string): string {
  const regions = regionsIn.get(language) ?? new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  regionsIn.set(language, regions);
  return regions.of(code) ?? code;
}

/** Titles in the language of the panel. */
export function useTitleIn(): (title: string, translated: Translations | undefined) => string {
  const language = useLanguage();
  return (title, translated) => titleIn(language, title, translated);
}

interface Titled {
  readonly title: string;
  readonly titleI18n?: Translations;
}

/** The title of a series or an episode in the language of the panel. */
export function useTitleOf(): (item: Titled) => string {
  const language = useLanguage();
  return ({ title, titleI18n }) => titleIn(language, title, titleI18n);
}
