import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { approvalOf, type Change, dryRun } from '../../api/change.ts';
import type { Tagged } from '../../api/client.ts';
import { asApiError, isOutcomeUnknown } from '../../api/errors.ts';
import { applyRefusal, invalidateAfter } from '../../api/invalidate.ts';
import { draftAt, isText, useDraft } from '../../ui/draft.ts';
import { useToast } from '../../ui/toast.tsx';
import type { Toast } from '../../ui/toast-region.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useSession } from '../session.ts';
import { useAttemptTitle } from './attempt-title.ts';
import { type Attempt, attemptAt, dropAttempt, otherAttemptAt, scopeOf } from './attempts.ts';
import { useReview } from './context.ts';
import type { ReviewRequest } from './request.ts';
import { beginSending, type Sending, sendAndShow } from './send.ts';
import { editedBy } from './use-save.ts';
import { reviewWords } from './words.ts';

/** Stands for the reason while none is typed: what happens does not depend on its words. */
export const placeholder = 'reason to be written';

const changeOf = (request: ReviewRequest, reason: string): Change =>
  typeof request.change === 'function' ? request.change(reason) : request.change;

/** Whether an attempt is the very change that the dialog is about, and not an earlier one to the same thing. */
const isOf = (request: ReviewRequest, { change, reason }: Attempt): boolean =>
  JSON.stringify(changeOf(request, reason)) === JSON.stringify(change);

/** Sends a change, and says what came of it. */
function useSending(
  request: ReviewRequest,
  refused: (error: unknown) => never,
  onDone: (reply: Tagged<unknown>, attempt: Attempt) => void,
) {
  const client = useQueryClient();
  const mutationKey = ['change', useId()];
  const mutation = useMutation({
    mutationKey,
    mutationFn: (sending: Sending) => sendAndShow(client, sending).catch(refused),
    onSuccess: (reply, { attempt }) => {
      if (isOf(request, attempt)) request.onDone?.(reply.data);
      onDone(reply, attempt);
    },
  });
  // A second click comes before the button is shown as busy.
  const send = (sending: () => Sending) => {
    if (client.isMutating({ mutationKey }) === 0) mutation.mutate(sending());
  };
  return { ...mutation, send };
}

/** Ends the dry run of a dialog that is closed before its answer: the server stops working on it. */
export function useCancelWhenClosed(opened: boolean, id: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!opened) void client.cancelQueries({ queryKey: ['dryRun', id] });
  }, [client, opened, id]);
}

/** What the change would do. What is refused may no longer be as it is shown; no answer says nothing about it. */
function usePreview(request: ReviewRequest, opened: boolean, enabled: boolean, refused: (error: unknown) => never) {
  const id = useId();
  const client = useQueryClient();
  useCancelWhenClosed(opened, id);
  return useQuery({
    queryKey: ['dryRun', id],
    queryFn: ({ signal }) =>
      dryRun(changeOf(request, placeholder), signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        const known = asApiError(error);
        if (!isOutcomeUnknown(known)) applyRefusal(client, changeOf(request, placeholder), known);
        return refused(error);
      }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state: { error } }) => error !== null && isOutcomeUnknown(asApiError(error)),
    retry: false,
    enabled,
  });
}

/** The sending of a request, with the reason for it. */
function begin(request: ReviewRequest, scope: string, reason: string): Sending {
  const { title, about, draft } = request;
  const sent = draft === undefined ? undefined : draftAt(draft);
  return beginSending({ scope, title, about, reason, change: changeOf(request, reason), draft: sent });
}

/** Whether there is something to read once it is done, such as a password that is never shown again. */
const hasResult = (request: ReviewRequest, { data }: Tagged<unknown>, attempt: Attempt): boolean =>
  request.result !== undefined && isOf(request, attempt) && approvalOf(data) === null;

type Act = ReturnType<typeof useSending>;

const resultOf = (request: ReviewRequest, { isSuccess, data, variables }: Act): ReactNode =>
  isSuccess && variables && hasResult(request, data, variables.attempt) ? request.result?.(data.data) : undefined;

/** Offers to take back what was done. That is looked at like any other change, and refused where someone was faster. */
function useUndoOffer() {
  const t = useWords(reviewWords);
  const toast = useToast();
  const review = useReview();
  const onRefused: ReviewRequest['onRefused'] = ({ code }) => {
    if (code !== 'stale_write') return false;
    toast({ tone: 'danger', title: t('notUndone'), text: t('changedSince') });
    return true;
  };
  return (request: ReviewRequest, reply: Tagged<unknown>): Partial<Toast> => {
    const { title, about, shows, reason, undo } = request;
    if (!undo) return {};
    const change = undo(reply);
    const back: ReviewRequest = {
      title: `${t('undo')}: ${title}`,
      confirmLabel: t('undo'),
      done: () => `${t('undone')}: ${title}`,
      change,
      onRefused,
      ...(about !== undefined && { about }),
      ...(shows && { shows }),
      ...(typeof change === 'function' && reason && { reason }),
    };
    const run = () => review.open(back);
    return { isUndo: true, undoOf: editedBy(changeOf(back, '')), action: { label: t('undo'), run } };
  };
}

/** Shows the outcome once the dialog has closed: done, or waiting for approval. */
function useShowOutcome() {
  const t = useWords(reviewWords);
  const word = useServerWord();
  const toast = useToast();
  const router = useRouter();
  const titleOf = useAttemptTitle();
  const undoOffer = useUndoOffer();
  return (request: ReviewRequest, reply: Tagged<unknown>, attempt: Attempt, actions: readonly string[]) => {
    const text = titleOf(attempt);
    // A single action has the name that the audit log uses.
    const [action, ...others] = new Set(actions);
    const isOne = action !== undefined && others.length === 0;
    const usual = isOne ? { title: word('action', action), text: request.about ?? text } : { title: t('done'), text };
    const id = approvalOf(reply.data);
    if (id === null) {
      if (!isOf(request, attempt)) return toast({ tone: 'positive', title: t('done'), text });
      const said = request.done ? { title: request.done(reply.data) } : usual;
      return toast({ tone: 'positive', ...said, ...undoOffer(request, reply) });
    }
    const open = () => void router.navigate({ to: '/approvals/$id', params: { id } });
    return toast({ tone: 'warning', title: t('waiting'), text, action: { label: t('openApproval'), run: open } });
  };
}

/** How to leave a dialog about something that was sent. */
function useWaysOut(sent: Attempt | undefined, close: () => void, clearReason: (text: string) => void) {
  const client = useQueryClient();
  const refresh = () => sent && invalidateAfter(client, [sent.change.path]);
  return {
    /** Shows what the server has now. */
    look: () => {
      refresh();
      close();
    },
    /** Drops the attempt with its key and with what was typed for it: nothing leads from here to doing it twice. */
    forget: () => {
      if (sent) {
        dropAttempt(sent);
        refresh();
        clearReason(sent.reason);
      }
      close();
    },
  };
}

/** The dry run and the change itself. Nothing is shown as done before the server said so. */
export function useChange(request: ReviewRequest, opened: boolean, close: () => void) {
  const showOutcome = useShowOutcome();
  const { me } = useSession();
  const scope = scopeOf(me.id, changeOf(request, placeholder), request.item);
  const [earlier, setEarlier] = useState(() => request.attempt ?? attemptAt(scope));
  const [isSentAgain, setSentAgain] = useState(earlier !== undefined);
  const [reason = '', setReason] = useDraft(`reason ${scope}`, isText);
  const refused = (error: unknown): never => {
    if (request.onRefused?.(asApiError(error))) close();
    throw error;
  };
  const act = useSending(request, refused, (reply, attempt) => {
    if (isOf(request, attempt)) setReason(undefined);
    if (hasResult(request, reply, attempt)) return;
    showOutcome(request, reply, attempt, preview.data?.effects.audit.map(({ action }) => action) ?? []);
    close();
  });
  const preview = usePreview(request, opened, earlier === undefined, refused);
  const sent = act.variables?.attempt ?? earlier;
  const clearReason = (text: string) => reason.trim() === text && setReason(undefined);
  /** The dialog turns to what another tab has sent since it was opened. */
  const showFirst = (other: Attempt) => {
    act.reset();
    setEarlier(other);
    setSentAgain(true);
  };
  const isUnknown = act.isError ? isOutcomeUnknown(asApiError(act.error)) : earlier !== undefined && act.isIdle;
  return {
    preview,
    act,
    /** What is to be read before the dialog is closed. */
    result: resultOf(request, act),
    /** What was sent last, here or before this dialog was opened. */
    sent,
    /** It was sent, and whether it was done is not known. */
    isUnknown,
    /** The dialog is about what was sent, until its outcome is known. */
    isAboutSent: isUnknown || isSentAgain,
    reason,
    setReason: (text: string) => setReason(text || undefined),
    /** Sends it, unless something else was sent meanwhile without an answer: that is found out about first. */
    confirm: (written: string) => {
      const other = otherAttemptAt(scope, changeOf(request, written));
      if (other) return showFirst(other);
      act.send(() => {
        const sending = begin(request, scope, written);
        setSentAgain(sending.isAgain);
        return sending;
      });
    },
    /** When it was last sent again in vain. */
    triedAt: isSentAgain && act.isError ? new Date(act.submittedAt).toISOString() : null,
    /** The same change with the same key. */
    sendAgain: () => {
      setSentAgain(true);
      if (sent) act.send(() => ({ attempt: sent, isAgain: true }));
    },
    ...useWaysOut(sent, close, clearReason),
  } as const;
}

export type ReviewedChange = ReturnType<typeof useChange>;
