import { useMemo } from 'react';
import type { Schema } from '../api/client.ts';
import type { Permission } from '../api/contract.ts';
import { type Language, readable, readLater, useLanguage } from './define.ts';
import { serverEn } from './server.en.ts';

/**
 * Words that the server says in its own way (statuses, permissions, actions, names of jobs and fields), as people
 * read them. A word that no table has yet is shown readably, never as code.
 */

export type WordTable = keyof typeof serverEn;

/** Where the contract lists the words, the compiler checks that each has its translation. */
export const everyStatusHasAWord: Readonly<
  Record<
    | Schema<'Approval'>['status']
    | Schema<'JobRun'>['outcome']
    | Schema<'OutboxMessage'>['status']
    | Schema<'Series'>['status']
    | Schema<'Schedule'>['status'],
    string
  >
> = serverEn.status;
export const everyKindHasAWord: Readonly<Record<Schema<'Approval'>['kind'], string>> = serverEn.approvalKind;
export const everyPermissionHasAWord: Readonly<Record<Permission, string>> = serverEn.permission;

type Tables = Readonly<Record<WordTable, Readonly<Record<string, string>>>>;
const tables: Record<Language, Tables> = { en: serverEn, ar: serverEn, id: serverEn };
readLater('ar', async () => {
  tables.ar = (await import('./server.ar.ts')).serverAr;
});
readLater('id', async () => {
  tables.id = (await import('./server.id.ts')).serverId;
});

export type ServerWord = (table: WordTable, word: string, fallback?: string) => string;

export function useServerWord(): ServerWord {
  const language = useLanguage();
  return useMemo(
    () =>
      (table, word, fallback = readable(word)) =>
        tables[language][table][word] ?? fallback,
    [language],
  );
}

/** A reason in words: one that the server gives, a tag with what was typed after it, or what someone wrote themselves. */
export function useReasonWord(): (reason: string) => string {
  const word = useServerWord();
  return (reason) => {
    const [, tag, rest = ''] = /^([a-z]+)_([a-z0-9_]+)$/.exec(reason) ?? [];
    if (tag === undefined) return reason;
    return word('approvalReason', reason, `${word('reasonTag', tag)} ${rest.replaceAll('_', ' ')}`);
  };
}
