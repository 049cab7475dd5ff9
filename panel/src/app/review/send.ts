import type { QueryClient } from '@tanstack/react-query';
import { type Change, readAtAddress } from '../../api/change.ts';
import type { Tagged } from '../../api/client.ts';
import { asApiError } from '../../api/errors.ts';
import { applyRefusal, applyReply, isOneOfMany } from '../../api/invalidate.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { type Attempt, attemptAt, beginAttempt, type NewAttempt, sendAttempt } from './attempts.ts';

/** One sending of an attempt. */
export interface Sending {
  readonly attempt: Attempt;
  /** It was sent before, and what became of it is not known. */
  readonly isAgain: boolean;
}

/** Begins a sending. It is again where the very same was sent before without an answer, here or by another tab. */
export function beginSending(begun: NewAttempt): Sending {
  const earlier = attemptAt(begun.scope);
  const attempt = beginAttempt(begun);
  return { attempt, isAgain: attempt.key === earlier?.key };
}

/** Whether what the server has is what was to be saved: a PUT names only the fields that it changes. */
function includesFields(has: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return (has ?? null) === (wanted ?? null);
  if (typeof has !== 'object' || has === null) return false;
  if (Array.isArray(wanted)) return JSON.stringify(has) === JSON.stringify(wanted);
  const fields = new Map<string, unknown>(Object.entries(has));
  return Object.entries(wanted).every(([name, value]) => includesFields(fields.get(name), value));
}

/** What the list at the address has of what was to be saved, by its day and market. */
async function readOfMany(change: Change): Promise<Tagged<unknown>> {
  const { date, marketCode } = fieldsOf(change.body);
  const day = String(date);
  const market = typeof marketCode === 'string' ? marketCode : 'all';
  const query = new URLSearchParams({ dateFrom: day, dateTo: day, market });
  const url = `${change.url}?${query.toString()}`;
  const { data, etag } = await readAtAddress({ ...change, url });
  const { items } = fieldsOf(data);
  return { data: Array.isArray(items) ? items.find((one) => includesFields(one, change.body)) : undefined, etag };
}

/**
 * Saved by an earlier sending, the thing has another tag than the one that is sent again. Where the server has what was
 * to be saved, it is saved; anything else is the refusal that it was.
 */
async function savedEarlier({ change }: Attempt, refusal: unknown): Promise<Tagged<unknown>> {
  if (change.method !== 'PUT' || asApiError(refusal).code !== 'stale_write') throw refusal;
  const now = await (isOneOfMany(change) ? readOfMany(change) : readAtAddress(change)).catch(() => null);
  if (now === null || !includesFields(now.data, change.body)) throw refusal;
  return now;
}

/** Sends; what was saved by an earlier sending is answered as saved. */
export function sendOnce({ attempt, isAgain }: Sending): Promise<Tagged<unknown>> {
  const sent = sendAttempt(attempt, isAgain);
  return isAgain ? sent.catch((error: unknown) => savedEarlier(attempt, error)) : sent;
}

/** Sends, and shows what came of it: the answer at once, or what the server has now. */
export async function sendAndShow(client: QueryClient, sending: Sending): Promise<Tagged<unknown>> {
  const { attempt } = sending;
  try {
    const reply = await sendOnce(sending);
    applyReply(client, attempt.change, reply);
    return reply;
  } catch (error) {
    applyRefusal(client, attempt.change, asApiError(error));
    throw error;
  }
}
