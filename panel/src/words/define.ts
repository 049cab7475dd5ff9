import i18next from 'i18next';
import { useSyncExternalStore } from 'react';

/**
 * Words stand beside what says them, in a JSON file for each language: `words/admins.en.json` and so on. English gives the
 * keys and comes with the code; of the other languages only the one in use is loaded, which the build makes one file.
 */

export const languages = ['en', 'ar', 'id'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text);
export const directionOf = (language: Language): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr');

export interface Tree {
  readonly [key: string]: string | Tree;
}

/** `files_other` is the sentence for many files; beside it stand the forms that a language has besides. */
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many';

/** The same tree in another language, with the plural forms of that language. The gate `words` looks closer. */
export type Translated<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Translated<T[K]>;
} & {
  readonly [K in keyof T as K extends `${infer Stem}_other` ? `${Stem}_${PluralForm}` : never]?: string;
};

type WithoutForm<K extends string> = K extends `${infer Stem}_other`
  ? Stem
  : K extends `${string}_${PluralForm}`
    ? never
    : K;

/** The keys of a tree with dots between the levels. */
export type Key<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutForm<K> : `${K}.${Key<T[K]>}`;
}[keyof T & string];

export type Values = Readonly<Record<string, string | number>>;
export type Translate<T> = (key: Key<T>, values?: Values) => string;

/** A few words in all languages, for what is said before the words of a screen are there. */
export type Localized = Readonly<Record<Language, string>>;

type OtherLanguage = Exclude<Language, 'en'>;

type Translations<T> = { [L in OtherLanguage]?: Translated<T> };

export interface Words<T> {
  readonly name: string;
  readonly en: T;
  /** What has been loaded so far. */
  readonly translations: Readonly<Translations<T>>;
}

// Synchronous, because English is at hand and nothing is said in another language before it is loaded.
void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  interpolation: { escapeValue: false },
  initAsync: false,
});

/** What loads the words that are not here yet, by language. */
const missing = { ar: new Set<() => Promise<void>>(), id: new Set<() => Promise<void>>() };

/** The language that was chosen last. The page follows once the words are there. */
let chosen: Language = 'en';

export function defineWords<T extends Tree>(
  name: string,
  en: T,
  files: { readonly [L in OtherLanguage]: () => Promise<{ readonly default: Translated<T> }> },
): Words<T> {
  const translations: Translations<T> = {};
  i18next.addResourceBundle('en', name, en, true, true);
  const load = async (language: OtherLanguage): Promise<void> => {
    const { default: tree } = await files[language]();
    translations[language] = tree;
    i18next.addResourceBundle(language, name, tree, true, true);
  };
  for (const language of ['ar', 'id'] as const) {
    const once = async () => {
      await load(language);
      missing[language].delete(once);
    };
    missing[language].add(once);
  }
  return { name, en, translations };
}

/**
 * Loads what is missing of the chosen language; to be awaited before a part that came later is shown. Words that cannot
 * be had are shown in English, and are asked for again with the next part.
 */
export async function loadWords(): Promise<void> {
  if (chosen !== 'en') await Promise.allSettled([...missing[chosen]].map((load) => load()));
}

/** Changes the language once all words of the page are there; false when another was chosen meanwhile. */
export async function setLanguage(language: Language): Promise<boolean> {
  chosen = language;
  await loadWords();
  if (chosen !== language) return false;
  await i18next.changeLanguage(language);
  return true;
}

/** Any key: the compiler knows which a part has. */
type TranslateAny = (key: string, values?: Values) => string;

/** One for each table and language. A list asks for them in each of its cells, so that they are made once. */
const translators = new Map<string, TranslateAny>();

function translatorFor(name: string, language: Language): TranslateAny {
  const key = `${language} ${name}`;
  const found = translators.get(key);
  if (found) return found;
  const t = i18next.getFixedT(language, name);
  const isRightToLeft = directionOf(language) === 'rtl';
  const translate: TranslateAny = (word, values = {}) => t(word, isolated(values, isRightToLeft));
  translators.set(key, translate);
  return translate;
}

/** The words of one part, in the language of the operator. */
export const useWords = <T>(words: Words<T>): Translate<T> => translatorFor(words.name, useLanguage());

/** Letters that are written from right to left, and marks that turn the direction of what follows them. */
const turnsRound =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name of the other direction must not turn the sentence round that it stands in. Where both have the same direction
 * the marks would change nothing, and would only be copied along with the text.
 */
const isolated = (values: Values, inRightToLeft: boolean): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && (inRightToLeft || turnsRound.test(value)) ? `\u2068${value}\u2069` : value,
    ]),
  );

const onLanguage = (listener: () => void) => {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
};

export const languageNow = (): Language => (isLanguage(i18next.language) ? i18next.language : 'en');

/** The language that the operator reads now. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, languageNow);

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
