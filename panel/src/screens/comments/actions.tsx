import { type Change, change } from '../../api/change.ts';
import { KeyedActions } from '../../app/decisions.tsx';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import { useSave } from '../../app/review/use-save.ts';
import { useWords } from '../../words/define.ts';
import { useViewerName } from './names.ts';
import type { CommentDetail } from './queries.ts';
import { commentWords } from './words.ts';

type Action = 'hide' | 'strike' | 'delete' | 'restore' | 'resolve';

const keyOf = { hide: 'h', strike: 's', delete: 'd', restore: 'r', resolve: 'e' } as const satisfies Record<
  Action,
  string
>;
/** What the server calls it. */
const moveOf = { hide: 'hide', strike: 'hide', delete: 'delete', restore: 'restore', resolve: 'resolve' } as const;
const lookOf = {
  hide: { variant: 'filled', color: 'iris' },
  strike: { variant: 'light', color: 'red' },
  delete: { variant: 'light', color: 'red' },
  restore: { variant: 'filled', color: 'iris' },
  resolve: { variant: 'default' },
} as const;

interface ActionsProps {
  comment: CommentDetail;
  reason: string;
  /** Leads on to the next comment of the list. */
  onDone: () => void;
}

/** Hiding and keeping are quick, and hiding can be undone; what touches an author or shows something takes a look first. */
function useActions({ comment, reason, onDone }: ActionsProps): Record<Action, () => void> {
  const t = useWords(commentWords);
  const name = useViewerName()(comment.author);
  const review = useReview();
  const { save } = useSave();
  const path = { id: comment.id };
  const ifMatch = `"${comment.revision}"`;
  const undo = () =>
    change('POST', '/v1/admin/moderation/comments/{id}/restore', {
      path,
      // Hiding gave no strike: one that the comment had earned before stays.
      body: { reason: t('actions.undoReason'), reopen: true, strike: true },
    });
  const look = (action: 'strike' | 'delete' | 'restore', made: Change) =>
    review.open({
      title: t(`actions.sheet.${action}`, { name }),
      about: name,
      intro: t(`actions.intro.${action}`),
      confirmLabel: t(`actions.${action}`),
      done: () => t(`actions.done.${action}`, { name }),
      danger: action !== 'restore',
      change: made,
      onDone,
    });
  return {
    hide: () =>
      void save({
        title: t('actions.sheet.hide', { name }),
        name: t('actions.hidden', { name }),
        change: change('POST', '/v1/admin/moderation/comments/{id}/hide', { path, ifMatch, body: { reason } }),
        undo,
        onDone,
      }),
    resolve: () =>
      void save({
        title: t('actions.sheet.resolve', { name }),
        name: t('actions.kept', { name }),
        change: change('POST', '/v1/admin/moderation/comments/{id}/resolve', { path }),
        onDone,
      }),
    strike: () =>
      look(
        'strike',
        change('POST', '/v1/admin/moderation/comments/{id}/hide', { path, ifMatch, body: { reason, strike: true } }),
      ),
    delete: () =>
      look('delete', change('POST', '/v1/admin/moderation/comments/{id}/delete', { path, ifMatch, body: { reason } })),
    restore: () =>
      look(
        'restore',
        change('POST', '/v1/admin/moderation/comments/{id}/restore', { path, ifMatch, body: { reason } }),
      ),
  };
}

/** What may be done with a comment now, each with its key. */
export function CommentActions(props: ActionsProps) {
  const { comment } = props;
  const t = useWords(commentWords);
  const run = useActions(props);
  const blocked = useDisabledReason(comment.allowed, 'moderation:write');
  const shown: readonly Action[] =
    comment.status === 'visible'
      ? ['hide', 'strike', 'delete', 'resolve']
      : [...(['restore'] as const), ...(comment.status === 'hidden' ? (['delete'] as const) : [])];
  const actions = shown.map((action) => ({
    label: t(`actions.${action}`),
    key: keyOf[action],
    look: lookOf[action],
    isAllowed: comment.allowed.includes(moveOf[action]),
    blocked: blocked(moveOf[action], action === 'resolve' ? t('actions.noReports') : undefined),
    run: run[action],
  }));
  return <KeyedActions actions={actions} />;
}
