import { type Language, useLanguage } from './define.ts';

type Translations = Readonly<Partial<Record<Language, string | undefined>>>;

/** Titles in the language of the panel, where they are translated; English is what is written first. */
export function useTitleIn(): (title: string, translated: Translations | undefined) => string {
  const language = useLanguage();
  return (title, translated) => (language === 'en' ? title : translated?.[language]?.trim() || title);
}
