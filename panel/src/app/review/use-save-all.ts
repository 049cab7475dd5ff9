import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Change } from '../../api/change.ts';
import { type ApiError, isOutcomeUnknown } from '../../api/errors.ts';
import { invalidateAfter } from '../../api/invalidate.ts';
import { useSession } from '../session.ts';
import { attemptAt, scopeOf } from './attempts.ts';
import { useReview } from './context.ts';
import type { BulkRequest } from './request.ts';
import { useSender } from './use-bulk.ts';
import { useOfflineToast, useSavedToast } from './use-save.ts';

/**
 * Saves many things without the review dialog, one after the other. What is refused is passed to `onDone`; where no answer
 * came, the dialog opens with what is left.
 */
export function useSaveAll() {
  const client = useQueryClient();
  const review = useReview();
  const { me } = useSession();
  const send = useSender();
  const showSaved = useSavedToast();
  const toastIfOffline = useOfflineToast();
  const [isSaving, setSaving] = useState(false);
  const busy = useRef(false);

  const sendAll = async (request: BulkRequest, name: string): Promise<boolean> => {
    // What was sent before without an answer is found out about first.
    if (request.items.some((item) => attemptAt(scopeOf(me.id, item.change(''), item.id)))) {
      review.openBulk(request);
      return false;
    }
    if (toastIfOffline()) return false;
    const outcome = new Map<string, ApiError | null>();
    const undo: Change[] = [];
    for (const item of request.items) {
      const { error, reply } = await send(request.title, item, '');
      outcome.set(item.id, error);
      if (reply && item.undo) undo.unshift(item.undo(reply));
      if (error && isOutcomeUnknown(error)) break;
    }
    invalidateAfter(
      client,
      request.items.map((item) => item.change('').path),
    );
    request.onDone?.(outcome);
    const errors = [...outcome.values()].filter((error) => error !== null);
    if (errors.length === 0) showSaved(name, undo.length === request.items.length ? undo : []);
    if (errors.some(isOutcomeUnknown)) {
      review.openBulk({ ...request, items: request.items.filter(({ id }) => outcome.get(id) !== null) });
    }
    return errors.length === 0;
  };

  /** Answers whether all of them were saved. What is pressed twice is sent once. */
  const saveAll = async (request: BulkRequest, name: string): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    setSaving(true);
    try {
      return await sendAll(request, name);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };
  return { saveAll, isSaving } as const;
}
