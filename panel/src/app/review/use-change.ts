import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { type Change, dryRun } from '../../api/change.ts';
import type { Tagged } from '../../api/client.ts';
import { asApiError, isOutcomeUnknown } from '../../api/errors.ts';
import { applyReply } from '../../api/invalidate.ts';
import { isText, useDraft } from '../../ui/draft.ts';
import { useSession } from '../session.ts';
import { type Attempt, attemptAt, beginAttempt, forgetAttempt, scopeOf, sendAttempt } from './attempts.ts';
import type { ReviewRequest } from './request.ts';

/** Stands for the reason while none is typed: what happens does not depend on its words. */
export const placeholder = 'reason to be written';

const made = (request: ReviewRequest, reason: string): Change =>
  typeof request.change === 'function' ? request.change(reason) : request.change;

/** Whether an attempt is the very change that the dialog is about, and not an earlier one to the same thing. */
const isOf = (request: ReviewRequest, { change, reason }: Attempt): boolean =>
  JSON.stringify(made(request, reason)) === JSON.stringify(change);

async function sendAndShow(client: QueryClient, attempt: Attempt): Promise<Tagged<unknown>> {
  const reply = await sendAttempt(attempt);
  applyReply(client, attempt.change, reply);
  return reply;
}

/** Sends a change and what follows it. Of two steps, the one that is done stays done while the other is tried again. */
function useSending(request: ReviewRequest, adminId: string, refused: (error: unknown) => never, onDone: () => void) {
  const client = useQueryClient();
  const first = useRef<Tagged<unknown> | null>(null);
  const act = useMutation({
    mutationFn: async (attempt: Attempt) => {
      first.current ??= await sendAndShow(client, attempt).catch(refused);
      const { followUp: change, title } = request;
      if (!change || !isOf(request, attempt)) return first.current.data;
      const next = beginAttempt({ scope: scopeOf(adminId, change), title, reason: '', change });
      return (await sendAndShow(client, next).catch(refused)).data;
    },
    onSuccess: (reply, attempt) => {
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
  const { me } = useSession();
  const scope = scopeOf(me.id, made(request, placeholder));
  const [earlier, setEarlier] = useState(() => request.attempt ?? attemptAt(scope));
  const [isSentAgain, setSentAgain] = useState(earlier !== undefined);
  const [reason = '', setReason] = useDraft(`reason ${scope}`, isText);
  const refused = (error: unknown): never => {
    if (request.onRefused?.(asApiError(error))) close();
    throw error;
  };
  const { act, isHalfDone } = useSending(request, me.id, refused, () => setReason(undefined));
  const preview = useQuery({
    queryKey: ['dryRun', id],
    queryFn: () => dryRun(made(request, placeholder)).catch(refused),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
    enabled: earlier === undefined && !isHalfDone,
  });
  const sent = act.variables ?? earlier;
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
    confirm: (written: string) =>
      act.mutate(beginAttempt({ scope, title: request.title, reason: written, change: made(request, written) })),
    /** The same change with the same key. */
    sendAgain: () => {
      setSentAgain(true);
      if (sent) act.mutate(sent);
    },
    startOver: () => {
      if (sent) forgetAttempt(sent);
      setEarlier(undefined);
      setSentAgain(false);
      act.reset();
    },
  } as const;
}

export type ReviewedChange = ReturnType<typeof useChange>;
