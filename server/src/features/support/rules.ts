import { isId } from '../../kit/http/schema.ts';
import { dayMs } from '../../kit/time.ts';
import type { Sink, Source } from '../ledger/public.ts';
import type { Status } from '../users/public.ts';

export type { Status };

/**
 * Support looks users up, helps them with coins and subscriptions, and keeps the peace. A grant over 2000 coins takes
 * two people; below that, all but finance and superadmins share 500 coins for each user and UTC day.
 */

/** What one admin has granted in a UTC day is said in the record of each grant once it is above `noticedAbove`. */
export const adjust = { least: 1, most: 1_000_000, approvalAbove: 2_000, dailyCap: 500, noticedAbove: 20_000 } as const;

/** The days of free subscriptions that a user was given within `countedDays` count towards the limit without approval. */
export const comp = { mostDays: 366, countedDays: 30 } as const;

/** Roles whose grants are not held to the daily cap. */
export const uncappedRoles: readonly string[] = ['finance', 'superadmin'];

const sourcesByTag: readonly [prefix: string, source: Source][] = [
  ['promo_', 'source_promo'],
  ['refund_', 'source_refund'],
  ['test_', 'source_test'],
];
const sinksByTag: readonly [prefix: string, sink: Sink][] = [
  ['fraud_', 'sink_fraud'],
  ['refund_', 'sink_refund'],
];

/** The tag that a reason begins with; empty where it begins with none that decides between accounts. */
export const tagOf = (reason: string): string =>
  [...sourcesByTag, ...sinksByTag].find(([prefix]) => reason.startsWith(prefix))?.[0] ?? '';

/** Where granted coins come from, told by the tag that the reason begins with. */
export const sourceFor = (reason: string): Source =>
  sourcesByTag.find(([prefix]) => reason.startsWith(prefix))?.[1] ?? 'source_support_grant';

/** Where deducted coins go. */
export const sinkFor = (reason: string): Sink =>
  sinksByTag.find(([prefix]) => reason.startsWith(prefix))?.[1] ?? 'sink_adjustment';

/** What is left of today's cap; never below zero, since finance's grants count too. */
export const capRemaining = (usedToday: number): number => Math.max(0, adjust.dailyCap - usedToday);

/** The UTC day that a moment lies in. */
export function dayAround(now: Date): { from: Date; before: Date } {
  const start = Math.floor(now.getTime() / dayMs) * dayMs;
  return { from: new Date(start), before: new Date(start + dayMs) };
}

export const sorts = ['created_at', 'last_seen_at', 'balance', 'spend'] as const;
export type Sort = (typeof sorts)[number];

export type Search =
  | { by: 'nothing' }
  | { by: 'id'; id: string; text: string }
  | { by: 'device'; deviceId: string }
  | { by: 'digits'; digits: string; national: string | undefined; text: string }
  | { by: 'text'; text: string };

const leastDigits = 4;

/** A phone as it is dialled within its country, or from abroad by 00, without the zeros that come first. */
function nationalNumber(digits: string): string | undefined {
  const [zeros = ''] = /^0*/.exec(digits) ?? [];
  const rest = digits.slice(zeros.length);
  return zeros !== '' && rest.length >= leastDigits ? rest : undefined;
}

/** What a search means: an id of a user or a device, a device, or a part of an email or a name, and digits also a part of a phone. */
export function readSearch(q: string | undefined): Search {
  const text = q?.trim() ?? '';
  if (text === '') return { by: 'nothing' };
  if (isId(text.toLowerCase())) return { by: 'id', id: text.toLowerCase(), text };
  if (text.startsWith('device:')) return { by: 'device', deviceId: text.slice('device:'.length) };
  const digits = text.replace(/\D/g, '');
  if (/^[\d\s+()-]+$/.test(text) && digits.length >= leastDigits) {
    return { by: 'digits', digits, national: nationalNumber(digits), text };
  }
  return { by: 'text', text };
}

/**
 * The part of a text that tells people apart best: a long number, else what stands before the @. The index of word parts
 * takes longest over those that everyone has, such as a domain.
 */
export function selectivePart(text: string): string {
  const numbers = text.match(/\d{5,}/g) ?? [];
  const longest = numbers.reduce((best, number) => (number.length > best.length ? number : best), '');
  if (longest) return longest;
  const [local = ''] = text.split('@');
  return local.length >= 3 ? local : text;
}
