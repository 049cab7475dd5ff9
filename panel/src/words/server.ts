import { useMemo } from 'react';
import type { Schema } from '../api/client.ts';
import type { Permission } from '../api/contract.ts';
import { defineWords, type Language, languageNow, readable, useLanguage } from './define.ts';
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
    | Schema<'Subscription'>['status']
    | Schema<'Transaction'>['status'],
    string
  >
> = en.status;
export const everyScheduleStatusHasAWord: Readonly<Record<Schema<'Schedule'>['status'], string>> = en.scheduleStatus;
export const everyKindHasAWord: Readonly<Record<Schema<'Approval'>['kind'], string>> = en.approvalKind;
export const everyPermissionHasAWord: Readonly<Record<Permission, string>> = en.permission;

type Tables = Readonly<Record<WordTable, Readonly<Record<string, string>>>>;

/** The words that the server can say, by table. */
export const serverTables = en;

export type ServerWord = (table: WordTable, word: string, fallback?: string) => string;

function wordsIn(language: Language): ServerWord {
  const tables: Tables = (language !== 'en' && serverWords.translations[language]) || en;
  return (table, word, fallback = readable(word)) => tables[table][word] ?? fallback;
}

export function useServerWord(): ServerWord {
  const language = useLanguage();
  return useMemo(() => wordsIn(language), [language]);
}

/** The same for what is no component. */
export const serverWord: ServerWord = (table, word, fallback) => wordsIn(languageNow())(table, word, fallback);

const code = /^[a-z][a-z\d]*(?:_[a-z\d]+)+$/;

/**
 * A reason in words: one that the server gives, or a known tag with what was typed after it. The code of a provider is
 * made readable. Anything else is someone's own text and stays as it was written.
 */
export function useReasonWord(): (reason: string) => string {
  const word = useServerWord();
  return (reason) => {
    if (Object.hasOwn(en.approvalReason, reason)) return word('approvalReason', reason);
    if (Object.hasOwn(en.reason, reason)) return word('reason', reason);
    const [, tag = '', rest = ''] = /^([a-z]+)_(.+)$/s.exec(reason) ?? [];
    if (!Object.hasOwn(en.reasonTag, tag)) return code.test(reason) ? readable(reason) : reason;
    // Reasons of earlier versions, and of other clients, have small letters and underscores between the words.
    const isCode = !/\s/.test(rest) && rest === rest.toLowerCase();
    const typed = isCode ? rest.replaceAll('_', ' ').trim() : rest;
    return `${word('reasonTag', tag)}: ${typed}`;
  };
}
