import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { type Change, dryRun } from '../../api/change.ts';
import type { Tagged } from '../../api/client.ts';
import { ApiError, asApiError, isOutcomeUnknown } from '../../api/errors.ts';
import { invalidateAfter } from '../../api/invalidate.ts';
import { useSession } from '../session.ts';
import { type Attempt, isSameChange, otherAttemptAt, scopeOf, sendAttempt } from './attempts.ts';
import { type BulkItem, type BulkOutcome, type BulkRequest, countThings, type DryRunResult } from './request.ts';
import { beginSending, type Sending, sendOnce } from './send.ts';
import { placeholder, useCancelWhenClosed } from './use-change.ts';

const atOnce = 4;

/** Dry-runs all of them, a few at a time. */
async function dryRunAll(items: readonly BulkItem[], signal: AbortSignal): Promise<ReadonlyMap<string, DryRunResult>> {
  const results = new Map<string, DryRunResult>();
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item && !signal.aborted; item = waiting.shift()) {
      results.set(item.id, await dryRun((item.instead ?? item).change(placeholder), signal).catch(asApiError));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** Why one of many was not done, or the answer. */
interface SendResult {
  readonly error: ApiError | null;
  readonly reply?: Tagged<unknown>;
}

/** What was sent for one of the items without an answer, and is not what would be sent now. */
export function otherAttemptOf(adminId: string, items: readonly BulkItem[], reason = ''): Attempt | undefined {
  const otherOf = (item: BulkItem) => {
    const change = item.change(reason);
    return otherAttemptAt(scopeOf(adminId, change, item.id), change);
  };
  return items.map(otherOf).find((attempt) => attempt !== undefined);
}

/**
 * Sends the items one after the other. Each keeps its key until its outcome is known, however often it is tried; what
 * comes after one without an answer is not sent, because it would wait as long.
 */
export function useSender() {
  const { me } = useSession();
  const attempts = useRef(new Map<string, Attempt>());
  const firstDone = useRef(new Set<string>());
  const attemptOf = (title: string, item: BulkItem, reason: string): Sending => {
    const change = item.change(reason);
    const scope = scopeOf(me.id, change, item.id);
    const known = attempts.current.get(item.id);
    if (known && isSameChange(known.change, change)) return { attempt: known, isAgain: true };
    const { label } = item;
    const sending = beginSending({ scope, title: `${title}: ${label}`, about: label, reason, change });
    attempts.current.set(item.id, sending.attempt);
    return sending;
  };
  return async (title: string, item: BulkItem, reason: string): Promise<SendResult> => {
    // Another tab may have sent something else for it since: that is found out about first.
    if (otherAttemptOf(me.id, [item], reason)) return { error: new ApiError('no_answer', 0) };
    try {
      if (item.first && !firstDone.current.has(item.id)) {
        const change = item.first;
        const scope = scopeOf(me.id, change, item.id);
        const { attempt, isAgain } = beginSending({ scope, title, reason: '', change });
        await sendAttempt(attempt, isAgain);
        firstDone.current.add(item.id);
      }
    } catch (error) {
      return { error: asApiError(error) };
    }
    const sending = attemptOf(title, item, reason);
    try {
      const reply = await sendOnce(sending);
      attempts.current.delete(item.id);
      firstDone.current.delete(item.id);
      return { error: null, reply };
    } catch (error) {
      const known = asApiError(error);
      if (isOutcomeUnknown(known)) return { error: known };
      attempts.current.delete(item.id);
      return { error: sending.isAgain ? new ApiError('perhaps_done', known.status) : known };
    }
  };
}

/**
 * Looks at all items of a request and sends the chosen ones. `onAllDone` is called when nothing was refused and nothing
 * is left to show.
 */
export function useBulk(
  request: BulkRequest,
  opened: boolean,
  items: readonly BulkItem[],
  onAllDone: (count: number, undo: readonly BulkItem[]) => void,
) {
  const client = useQueryClient();
  /** What takes back what was done, the last first. */
  const undo = useRef<BulkItem[]>([]);
  const id = useId();
  const send = useSender();
  const [outcome, setOutcome] = useState<BulkOutcome>(new Map());
  const [sent, setSent] = useState(0);
  useCancelWhenClosed(opened, id);
  const preview = useQuery({
    queryKey: ['dryRun', id],
    queryFn: ({ signal }) => dryRunAll(request.items, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const ready = items.filter((item) => preview.data?.has(item.id) && !isRefused(preview.data.get(item.id)));
  /** What is not known to be done or refused: never sent, or sent without an answer. */
  const open = ready.filter((item) => isOpen(outcome.get(item.id)));
  const mutationKey = ['changes', id];
  const act = useMutation({
    mutationKey,
    mutationFn: async (reason: string): Promise<BulkOutcome> => {
      const results = new Map(outcome);
      for (const item of items) {
        const look = preview.data?.get(item.id);
        if (isRefused(look)) results.set(item.id, look);
      }
      setSent(0);
      for (const item of open) {
        const { error: refusal, reply } = await send(request.title, item, reason);
        results.set(item.id, refusal);
        if (reply && item.undo) undo.current.unshift(undoOf(item, item.undo(reply)));
        setOutcome(new Map(results));
        setSent((count) => count + 1);
        if (refusal && isOutcomeUnknown(refusal)) break;
      }
      return results;
    },
    onSuccess: (results, reason) => {
      // What was refused or not answered may be otherwise than it is shown, too.
      invalidateAfter(
        client,
        items.map((item) => item.change(reason).path),
      );
      request.onDone?.(results);
      if (items.every((item) => results.get(item.id) === null)) onAllDone(countThings(items), undo.current);
    },
  });
  // A second click comes before the button is shown as busy.
  const confirm = (reason: string) => {
    if (client.isMutating({ mutationKey }) === 0) act.mutate(reason);
  };
  const isUnknown = act.isSuccess && open.length > 0;
  return {
    preview,
    act,
    confirm,
    outcome,
    ready,
    open,
    sent,
    isUnknown,
    isFinished: act.isSuccess && open.length === 0,
  };
}

const undoOf = ({ id, label, names, picture }: BulkItem, change: Change): BulkItem => ({
  id,
  label,
  change: () => change,
  ...(names && { names }),
  ...(picture && { picture }),
});

const isRefused = (result: DryRunResult | undefined): result is ApiError => result instanceof Error;

const isOpen = (result: ApiError | null | undefined): boolean =>
  result === undefined || (result !== null && isOutcomeUnknown(result));

export type Bulk = ReturnType<typeof useBulk>;
