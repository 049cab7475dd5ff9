import { isId } from '../../kit/http/schema.ts';
import { dayMs } from '../../kit/time.ts';
import type { Sink, Source } from '../ledger/public.ts';
import type { Status } from '../users/public.ts';

export type { Status };

/**
 * Support finds users, adjusts coins, gives subscriptions, and suspends or bans users. A grant above 2000 coins
 * requires approval; below that, roles other than finance and superadmin share 500 coins per user and UTC day.
 */

/** Grants are flagged in the audit log when an admin has granted more than `noticedAbove` coins in a UTC day. */
export const adjust = { least: 1, most: 1_000_000, approvalAbove: 2_000, dailyCap: 500, noticedAbove: 20_000 } as const;

/** Days within `countedDays` count towards the limit without approval. */
export const comp = { mostDays: 366, countedDays: 30 } as const;

/** Roles without the daily cap. */
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

/** The prefix of a reason that determines the account; empty otherwise. */
export const tagOf = (reason: string): string =>
  [...sourcesByTag, ...sinksByTag].find(([prefix]) => reason.startsWith(prefix))?.[0] ?? '';

/** The source account, by the prefix of the reason. */
export const sourceFor = (reason: string): Source =>
  sourcesByTag.find(([prefix]) => reason.startsWith(prefix))?.[1] ?? 'source_support_grant';

export const sinkFor = (reason: string): Sink =>
  sinksByTag.find(([prefix]) => reason.startsWith(prefix))?.[1] ?? 'sink_adjustment';

/** Not negative, because grants of finance count too. */
export const capRemaining = (usedToday: number): number => Math.max(0, adjust.dailyCap - usedToday);

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

/** A number dialled nationally, or internationally with 00, without its leading zeros. */
function nationalNumber(digits: string): string | undefined {
  const [zeros = ''] = /^0*/.exec(digits) ?? [];
  const rest = digits.slice(zeros.length);
  return zeros !== '' && rest.length >= leastDigits ? rest : undefined;
}

/**
 * Interprets a search: an id of a user or device, a device, digits of a phone number, or a part of the email or name.
 */
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
 * The most selective part of a search text: a long number, or the part before the @. The trigram index is slow for
 * common parts such as a domain.
 */
export function selectivePart(text: string): string {
  const numbers = text.match(/\d{5,}/g) ?? [];
  const longest = numbers.reduce((best, number) => (number.length > best.length ? number : best), '');
  if (longest) return longest;
  const [local = ''] = text.split('@');
  return local.length >= 3 ? local : text;
}
