/** Obsolete codes of older phones, and their replacements. */
const renamed: Readonly<Record<string, string>> = { in: 'id', iw: 'he', ji: 'yi' };

/** The canonical language tag: `in_ID` is `id-ID`. */
export function languageTag(text: string): string {
  const [code = '', ...parts] = text.split(/[-_]/);
  const language = code.toLowerCase();
  return [renamed[language] ?? language, ...parts].join('-');
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Whether a code of two or three letters is a language. */
export const isLanguage = (code: string): boolean =>
  /^[A-Za-z]{2,3}$/.test(code) && names.of(languageTag(code)) !== undefined;
