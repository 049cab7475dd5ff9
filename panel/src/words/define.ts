import i18next from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';

/**
 * Words stand beside what says them, in all three languages at once: `defineWords('admins', { en, ar, id })`.
 * English gives the keys; the compiler refuses a language that lacks one or has one too many.
 */

export const languages = ['en', 'ar', 'id'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text);
export const directionOf = (language: Language): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr');

export interface Tree {
  readonly [key: string]: string | Tree;
}

/** `files_other` is the sentence for many files; beside it stand the forms that a language has besides. */
type Form = 'zero' | 'one' | 'two' | 'few' | 'many';

export type Same<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Same<T[K]>;
} & {
  readonly [K in keyof T as K extends `${infer Stem}_other` ? `${Stem}_${Form}` : never]?: string;
};

type Leaf<K extends string> = K extends `${infer Stem}_other` ? Stem : K extends `${string}_${Form}` ? never : K;

/** The keys of a tree with dots between the levels. */
export type Key<T> = {
  [K in keyof T & string]: T[K] extends string ? Leaf<K> : `${K}.${Key<T[K]>}`;
}[keyof T & string];

export type Values = Readonly<Record<string, string | number>>;
export type Translate<T> = (key: Key<T>, values?: Values) => string;

/** A few words in all languages, for what is said before the words of a screen are there. */
export type Localized = Readonly<Record<Language, string>>;

export interface Words<T> {
  readonly name: string;
  readonly en: T;
}

// Synchronous, because every word is at hand: nothing is loaded later.
void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  interpolation: { escapeValue: false },
  initAsync: false,
});

export function defineWords<const T extends Tree>(
  name: string,
  words: { readonly en: T; readonly ar: NoInfer<Same<T>>; readonly id: NoInfer<Same<T>> },
): Words<T> {
  for (const language of languages) i18next.addResourceBundle(language, name, words[language], true, true);
  return { name, en: words.en };
}

/** The large tables, of which an operator needs one language: the others are fetched when they are spoken. */
const unread = new Map<Language, (() => Promise<void>)[]>();

export function readLater(language: Exclude<Language, 'en'>, read: () => Promise<void>): void {
  if (i18next.language === language) void read();
  else unread.set(language, [...(unread.get(language) ?? []), read]);
}

/** Words with English at hand and the other languages to be fetched. */
export function defineLargeWords<T extends Tree>(
  name: string,
  en: T,
  others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<NoInfer<Same<T>>>>>,
): Words<T> {
  i18next.addResourceBundle('en', name, en, true, true);
  readLater('ar', async () => void i18next.addResourceBundle('ar', name, await others.ar(), true, true));
  readLater('id', async () => void i18next.addResourceBundle('id', name, await others.id(), true, true));
  return { name, en };
}

/** Changes the language once all that is said in it is there. */
export async function speak(language: Language): Promise<void> {
  const waiting = unread.get(language) ?? [];
  unread.delete(language);
  await Promise.all(waiting.map((read) => read()));
  await i18next.changeLanguage(language);
}

/** The words of one part, in the language of the operator. */
export function useWords<T>(words: Words<T>): Translate<T> {
  const { t, i18n } = useTranslation(words.name);
  const isRightToLeft = i18n.dir() === 'rtl';
  return useMemo(() => (key, values) => t(key, isRightToLeft ? isolated(values) : { ...values }), [t, isRightToLeft]);
}

/** A Latin name within an Arabic sentence must not turn the order of its parts round. */
const isolated = (values: Values | undefined): Values =>
  Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? `\u2068${value}\u2069` : value,
    ]),
  );

/** The language that the operator reads now. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : 'en';
}

export function useLocalized(): (text: Localized) => string {
  const language = useLanguage();
  return (text) => text[language];
}

/** `source_iap_google` → `Source iap google`: better than nothing, until the table has it. */
export function readable(word: string): string {
  const text = word
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_.:-]+/g, ' ')
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}
