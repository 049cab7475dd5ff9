import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { change } from '../../api/change.ts';
import { asApiError, isOutcomeUnknown } from '../../api/errors.ts';
import { invalidateAfter } from '../../api/invalidate.ts';
import { type Attempt, beginAttempt, dropAttempt, scopeOf, sendAttempt } from '../../app/review/attempts.ts';
import { useSavedToast } from '../../app/review/use-save.ts';
import { useSession } from '../../app/session.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { draftAt, isText, useDraft } from '../../ui/draft.ts';
import { notesQuery } from './queries.ts';

/** A note that was sent without an answer, and the notes that were there before. */
interface Unanswered {
  readonly attempt: Attempt;
  readonly text: string;
  readonly before: ReadonlySet<string>;
}

const removal = (id: string, noteId: string) =>
  change('DELETE', '/v1/admin/users/{id}/notes/{noteId}', { path: { id, noteId } });

/**
 * Writes a note. One whose answer is lost is looked for among the notes before it can be sent again: it is there, or it
 * is not, or it could not be looked for.
 */
export function useNewNote(id: string, title: string) {
  const client = useQueryClient();
  const { me } = useSession();
  const showSaved = useSavedToast();
  const name = `note ${id}`;
  const query = notesQuery(id);
  const [body = '', setBody] = useDraft(name, isText);
  const [outcome, setOutcome] = useState<'known' | 'missing' | 'unseen'>('known');
  const unanswered = useRef<Unanswered | null>(null);

  const listed = () => client.getQueryData(query.queryKey)?.pages.flatMap(({ items }) => items) ?? [];

  /** Fetches the notes anew and tells whether the unanswered one is among them. */
  const look = async ({ attempt, text, before }: Unanswered): Promise<boolean> => {
    setOutcome('unseen');
    await client.infiniteQuery({ ...query, staleTime: 0, retry: false });
    const isThere = listed().some(
      (note) => !before.has(note.id) && note.admin_email === me.email && note.body.trim() === text,
    );
    setOutcome(isThere ? 'known' : 'missing');
    if (isThere) dropAttempt(attempt);
    return isThere;
  };

  const send = async () => {
    const text = body.trim();
    const noteChange = change('POST', '/v1/admin/users/{id}/notes', { path: { id }, body: { body } });
    const isAgain = unanswered.current?.text === text;
    const attempt = beginAttempt({
      scope: scopeOf(me.id, noteChange),
      title,
      reason: '',
      change: noteChange,
      draft: draftAt(name),
    });
    const sent = { attempt, text, before: new Set(listed().map((note) => note.id)) };
    try {
      const { data } = await sendAttempt(attempt, isAgain);
      dropAttempt(attempt);
      setOutcome('known');
      const noteId = fieldsOf(data).id;
      showSaved(title, isText(noteId) ? [removal(id, noteId)] : []);
    } catch (error) {
      if (!isOutcomeUnknown(asApiError(error))) throw error;
      unanswered.current = sent;
      await look(sent);
    }
  };

  const add = useMutation({
    mutationFn: async () => {
      if (outcome === 'unseen' && unanswered.current) await look(unanswered.current);
      else await send();
    },
    onSettled: () => invalidateAfter(client, ['/v1/admin/users']),
  });
  return { body, setBody, outcome, add };
}
