import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Change } from '../../api/change.ts';
import { endsSession } from '../../api/client.ts';
import { useErrorSentence } from '../../api/error-words.ts';
import { asApiError, isOutcomeUnknown } from '../../api/errors.ts';
import { draftAt } from '../../ui/draft.ts';
import { useToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/define.ts';
import { useSession } from '../session.ts';
import { attemptAt, beginAttempt, scopeOf } from './attempts.ts';
import { useReview } from './context.ts';
import type { SaveRequest } from './request.ts';
import { sendAndShow } from './send.ts';
import { reviewWords } from './words.ts';

/** The thing of which a change needs the newest edition, such as /v1/admin/series/<id> for the order of its episodes. */
export const editedBy = ({ url, ifMatch }: Change): string[] => (ifMatch ? [url.split('/').slice(0, 5).join('/')] : []);

type OnUndone = SaveRequest['onUndone'];

/** Says that something was saved and offers to take it back: by one change, or by several one after the other. */
export function useSavedToast(): (name: string, undo: readonly Change[], onUndone?: OnUndone) => void {
  const t = useWords(reviewWords);
  const toast = useToast();
  const sentence = useErrorSentence();
  const client = useQueryClient();
  const review = useReview();
  const { me } = useSession();
  const takeBack = async (name: string, changes: readonly Change[], onUndone: OnUndone) => {
    const title = `${t('undo')}: ${name}`;
    for (const change of changes) {
      const scope = scopeOf(me.id, change);
      const earlier = attemptAt(scope);
      // What was sent before without an answer is found out about first.
      if (earlier) return review.open({ title: earlier.title, change: earlier.change, attempt: earlier });
      const attempt = beginAttempt({ scope, title, reason: '', change });
      try {
        const { data } = await sendAndShow(client, { attempt, isAgain: false });
        onUndone?.(data);
      } catch (error) {
        const known = asApiError(error);
        if (isOutcomeUnknown(known)) review.open({ title, change, attempt });
        else {
          const text = known.code === 'stale_write' ? t('changedSince') : sentence(known);
          toast({ tone: 'danger', title: t('notUndone'), text });
        }
        return;
      }
    }
    toast({ tone: 'positive', title: t('undone'), text: name });
  };
  return (name, undo, onUndone) =>
    toast({
      tone: 'positive',
      title: t('saved'),
      text: name,
      undoOf: undo.flatMap(editedBy),
      ...(undo.length > 0 && {
        isUndo: true,
        action: { label: t('undo'), run: () => void takeBack(name, undo, onUndone) },
      }),
    });
}

/** Shows a toast where the browser is offline, and says whether it is: nothing is sent then. */
export function useOfflineToast(): () => boolean {
  const t = useWords(reviewWords);
  const toast = useToast();
  return () => {
    if (navigator.onLine) return false;
    toast({ tone: 'danger', title: t('offline'), text: t('offlineText') });
    return true;
  };
}

/**
 * Saves without the review dialog. What is refused or not answered opens it after all: it says why, and leads on from
 * there as it always does.
 */
export function useSave() {
  const client = useQueryClient();
  const review = useReview();
  const { me } = useSession();
  const showSaved = useSavedToast();
  const toastIfOffline = useOfflineToast();
  const [isSaving, setSaving] = useState(false);
  const busy = useRef(false);

  const send = async (request: SaveRequest): Promise<boolean> => {
    const { title, change, draft, name } = request;
    const scope = scopeOf(me.id, change);
    // What was sent before without an answer is found out about first.
    if (attemptAt(scope)) {
      review.open(request);
      return false;
    }
    if (toastIfOffline()) return false;
    const sent = draft === undefined ? undefined : draftAt(draft);
    const attempt = beginAttempt({ scope, title, about: name, reason: '', change, draft: sent });
    try {
      const reply = await sendAndShow(client, { attempt, isAgain: false });
      request.onDone?.(reply.data);
      showSaved(name, request.undo ? [request.undo(reply)] : [], request.onUndone);
      return true;
    } catch (error) {
      const known = asApiError(error);
      if (endsSession(known.code) || request.onRefused?.(known)) return false;
      review.open({ ...request, ...(isOutcomeUnknown(known) && { attempt }) });
      return false;
    }
  };

  /** Answers whether it was saved. What is pressed twice is sent once. */
  const save = async (request: SaveRequest): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    setSaving(true);
    try {
      return await send(request);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };
  return { save, isSaving } as const;
}
