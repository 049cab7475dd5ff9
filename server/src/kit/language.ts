/** Codes that older phones still send, and those that took their place. */
const renamed: Readonly<Record<string, string>> = { in: 'id', iw: 'he', ji: 'yi' };

/** A language tag as it is written today: `in_ID` is `id-ID`. */
export function languageTag(text: string): string {
  const [code = '', ...parts] = text.split(/[-_]/);
  const language = code.toLowerCase();
  return [renamed[language] ?? language, ...parts].join('-');
}
