import { type RawBuilder, sql } from 'kysely';

type Column = 's.title' | 's.synopsis' | 'e.title' | 'e.synopsis';

/** A text in a viewer's language, else in English, else as it was written; without a language as it was written. */
export function inLanguage(column: Column, language: string | null): RawBuilder<string> {
  const words = sql.raw(`${column}_i18n`);
  const written = sql.raw(column);
  if (language === null) return sql<string>`${written}`;
  return sql<string>`coalesce(nullif(${words} ->> ${language}::text, ''), nullif(${words} ->> 'en', ''), ${written})`;
}
