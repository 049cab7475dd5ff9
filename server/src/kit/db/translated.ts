import { type RawBuilder, sql } from 'kysely';

/**
 * A text in a language, else in English, else as it was written; without a language as it was written. Translations are
 * in the column's neighbour `…_i18n`; the column is written into the SQL as it stands, never taken from a caller.
 */
export function inLanguage(column: string, language: string | null): RawBuilder<string> {
  const words = sql.raw(`${column}_i18n`);
  const written = sql.raw(column);
  if (language === null) return sql<string>`${written}`;
  return sql<string>`coalesce(nullif(${words} ->> ${language}::text, ''), nullif(${words} ->> 'en', ''), ${written})`;
}
