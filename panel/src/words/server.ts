import { useMemo } from 'react';
import type { Schema } from '../api/client.ts';
import type { Permission } from '../api/contract.ts';
import { defineWords, readable, useLanguage } from './define.ts';
import en from './server.en.json';

/**
 * Words that the server says in its own way (statuses, permissions, actions, names of jobs and fields), as people
 * read them. A word that no table has yet is shown readably, never as code.
 */

const serverWords = defineWords('server', en, {
  ar: () => import('./server.ar.json'),
  id: () => import('./server.id.json'),
});

export type WordTable = keyof typeof en;

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
> = en.status;
export const everyKindHasAWord: Readonly<Record<Schema<'Approval'>['kind'], string>> = en.approvalKind;
export const everyPermissionHasAWord: Readonly<Record<Permission, string>> = en.permission;

type Tables = Readonly<Record<WordTable, Readonly<Record<string, string>>>>;

/** The words that the server can say, by table. */
export const serverTables = en;

export type ServerWord = (table: WordTable, word: string, fallback?: string) => string;

export function useServerWord(): ServerWord {
  const language = useLanguage();
  return useMemo(() => {
    const tables: Tables = (language !== 'en' && serverWords.translations[language]) || en;
    return (table, word, fallback = readable(word)) => tables[table][word] ?? fallback;
  }, [language]);
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
