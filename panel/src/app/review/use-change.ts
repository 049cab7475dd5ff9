import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { type Change, dryRun } from '../../api/change.ts';
import type { Tagged } from '../../api/client.ts';
import { asApiError, isOutcomeUnknown } from '../../api/errors.ts';
import { applyRefusal, invalidateAfter } from '../../api/invalidate.ts';
import { draftAt, isText, useDraft } from '../../ui/draft.ts';
import { useSession } from '../session.ts';
import { type Attempt, attemptAt, beginAttempt, dropAttempt, scopeOf } from './attempts.ts';
import type { ReviewRequest } from './request.ts';
import { type Sending, sendAndShow } from './send.ts';

/** Stands for the reason while none is typed: what happens does not depend on its words. */
export const placeholder = 'reason to be written';

const made = (request: ReviewRequest, reason: string): Change =>
  typeof request.change === 'function' ? request.change(reason) : request.change;

/** Whether an attempt is the very change that the dialog is about, and not an earlier one to the same thing. */
const isOf = (request: ReviewRequest, { change, reason }: Attempt): boolean =>
  JSON.stringify(made(request, reason)) === JSON.stringify(change);

/** Sends a change and what follows it. Of two steps, the one that is done stays done while the other is tried again. */
function useSending(request: ReviewRequest, adminId: string, refused: (error: unknown) => never, onDone: () => void) {
  const client = useQueryClient();
  const first = useRef<Tagged<unknown> | null>(null);
  const act = useMutation({
    mutationFn: async (sending: Sending) => {
      first.current ??= await sendAndShow(client, sending).catch(refused);
      const { followUp: change, title } = request;
      if (!change || !isOf(request, sending.attempt)) return first.current.data;
      const attempt = beginAttempt({ scope: scopeOf(adminId, change), title, reason: '', change });
      return (await sendAndShow(client, { attempt, isAgain: sending.isAgain }).catch(refused)).data;
    },
    onSuccess: (reply, { attempt }) => {
      if (!isOf(request, attempt)) return;
      onDone();
      request.onDone?.(reply);
    },
  });
  return { act, isHalfDone: first.current !== null };
}

/** The dry run and the change itself. Nothing is shown as done before the server said so. */
export function useChange(request: ReviewRequest, close: () => void) {
  const id = useId();
  const client = useQueryClient();
  const { me } = useSession();
  const scope = scopeOf(me.id, made(request, placeholder));
  const [earlier] = useState(() => request.attempt ?? attemptAt(scope));
  const [isSentAgain, setSentAgain] = useState(earlier !== undefined);
  const [reason = '', setReason] = useDraft(`reason ${scope}`, isText);
  const refused = (error: unknown): never => {
    if (request.onRefused?.(asApiError(error))) close();
    throw error;
  };
  // What cannot be done may no longer be as it is shown. No answer says nothing about it.
  const refusedLook = (error: unknown): never => {
    const known = asApiError(error);
    if (!isOutcomeUnknown(known)) applyRefusal(client, made(request, placeholder), known);
    return refused(error);
  };
  const { act, isHalfDone } = useSending(request, me.id, refused, () => setReason(undefined));
  const preview = useQuery({
    queryKey: ['dryRun', id],
    queryFn: () => dryRun(made(request, placeholder)).catch(refusedLook),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: (query) => query.state.status === 'error' && isOutcomeUnknown(asApiError(query.state.error)),
    retry: false,
    enabled: earlier === undefined && !isHalfDone,
  });
  const begin = (written: string): Attempt => {
    const { title, draft } = request;
    const begun = { scope, title, reason: written, change: made(request, written) };
    return beginAttempt({ ...begun, draft: draft === undefined ? undefined : draftAt(draft) });
  };
  const sent = act.variables?.attempt ?? earlier;
  const isUnknown = act.isError ? isOutcomeUnknown(asApiError(act.error)) : earlier !== undefined && act.isIdle;
  return {
    preview,
    act,
    /** What was sent last, here or before this dialog was opened. */
    sent,
    /** It was sent, and whether it was done is not known. */
    isUnknown,
    /** The dialog is about what was sent, until its outcome is known. */
    isAboutSent: (isUnknown || isSentAgain) && !isHalfDone,
    /** Whether the outcome is that of the change that this dialog is about. */
    isOwn: sent === undefined || isOf(request, sent),
    isHalfDone,
    reason,
    setReason: (text: string) => setReason(text || undefined),
    confirm: (written: string) => act.mutate({ attempt: begin(written), isAgain: false }),
    /** The same change with the same key. */
    sendAgain: () => {
      setSentAgain(true);
      if (sent) act.mutate({ attempt: sent, isAgain: true });
    },
    /** Shows what the server has now. */
    look: () => {
      if (sent) invalidateAfter(client, [sent.change.path]);
      close();
    },
    /** Drops the attempt with its key and with what was typed for it: nothing leads from here to doing it twice. */
    forget: () => {
      if (sent) {
        dropAttempt(sent);
        invalidateAfter(client, [sent.change.path]);
      }
      setReason(undefined);
      close();
    },
  } as const;
}

export type ReviewedChange = ReturnType<typeof useChange>;
