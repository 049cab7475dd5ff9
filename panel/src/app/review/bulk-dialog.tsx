import { Button, Checkbox, Progress } from '@mantine/core';
import { useState } from 'react';
import { takesKey } from '../../api/change.ts';
import { Alert } from '../../ui/alert.tsx';
import { isText, useDraft } from '../../ui/draft.ts';
import { SkeletonLines } from '../../ui/empty-state.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useToast } from '../../ui/toast.tsx';
import type { Toast } from '../../ui/toast-region.tsx';
import { useWords } from '../../words/define.ts';
import { useSession } from '../session.ts';
import { type Attempt, scopeOf } from './attempts.ts';
import { BulkRows } from './bulk-rows.tsx';
import { useReview } from './context.ts';
import { DialogFrame } from './frame.tsx';
import type { BulkRequest } from './request.ts';
import classes from './review.module.css';
import { ConfirmKey, focusFirst, ReasonField, ReviewDialog } from './review-dialog.tsx';
import { type Bulk, otherAttemptOf, useBulk } from './use-bulk.ts';
import { editedBy } from './use-save.ts';
import { reviewWords } from './words.ts';

interface BulkDialogProps {
  request: BulkRequest;
  opened: boolean;
  onClose: () => void;
}

/** Many changes at once. What was sent before for one of them, and was something else, is found out about first. */
export function BulkDialog(props: BulkDialogProps) {
  const { me } = useSession();
  const [attempt, setAttempt] = useState(() => otherAttemptOf(me.id, props.request.items));
  if (!attempt) return <ManyChanges {...props} onOther={setAttempt} />;
  const { title, change } = attempt;
  // The dialog says the title in the language that is read now.
  return <ReviewDialog {...props} request={{ title, change, attempt }} />;
}

interface ManyChangesProps extends BulkDialogProps {
  /** Called instead of sending where another tab has sent something else for one of them meanwhile. */
  onOther: (attempt: Attempt) => void;
}

/** What each would do and which are refused, one reason for all, and what came of each. */
function ManyChanges({ request, opened, onClose, onOther }: ManyChangesProps) {
  const t = useWords(reviewWords);
  const toast = useToast();
  const { optional } = request;
  const [isWith, setWith] = useState(optional?.isChosen ?? true);
  const items = request.items.filter(({ id }) => isWith || !optional?.ids.has(id));
  const note = useNote(request);
  const undoOffer = useUndoOffer(request);
  const bulk = useBulk(request, opened, items, (count, undo) => {
    note.clear();
    const offer = undo.length === items.length ? undoOffer(undo) : {};
    const counted = t('many.done', { count });
    const message = request.done ? { title: request.done } : { title: counted, text: request.title };
    toast({ tone: 'positive', ...message, ...offer });
    onClose();
  });
  const { act, preview } = bulk;
  const close = () => !act.isPending && onClose();
  return (
    <DialogFrame title={request.title} opened={opened} onClose={close} isBusy={act.isPending} size={680}>
      <div className={classes.body} {...(!request.reason && focusFirst)}>
        <div className={classes.intro}>{request.intro}</div>
        {optional && (
          <Checkbox
            label={optional.label}
            checked={isWith}
            disabled={!act.isIdle}
            onChange={(event) => setWith(event.currentTarget.checked)}
          />
        )}
        {preview.data ? (
          <BulkRows
            items={items}
            previews={preview.data}
            outcome={act.isIdle ? undefined : bulk.outcome}
            notice={request.notice}
          />
        ) : (
          <SkeletonLines lines={Math.min(8, items.length + 1)} />
        )}
        {bulk.isFinished ? (
          <div className={classes.footer}>
            <Button data-autofocus onClick={close}>
              {t('close')}
            </Button>
          </div>
        ) : (
          <Confirm request={request} opened={opened} bulk={bulk} note={note} onClose={close} onOther={onOther} />
        )}
      </div>
    </DialogFrame>
  );
}

/** Offers to take all of them back, after a look; what took a note would take another one. */
function useUndoOffer({ title, reason }: BulkRequest): (items: BulkRequest['items']) => Partial<Toast> {
  const t = useWords(reviewWords);
  const review = useReview();
  return (items) => {
    if (reason && reason.min > 0) return {};
    const run = () => review.openBulk({ title: `${t('undo')}: ${title}`, confirmLabel: t('undo'), items });
    return {
      isUndo: true,
      undoOf: items.flatMap((item) => editedBy(item.change(''))),
      action: { label: t('undo'), run },
    };
  };
}

/** The reason for all of them, kept as a draft of this very action until they are done. */
function useNote({ items: [first] }: BulkRequest) {
  const { me } = useSession();
  const wanted = first?.change('');
  const scope = wanted ? scopeOf(me.id, wanted, JSON.stringify(wanted.body ?? null)) : '';
  const [text = '', setText] = useDraft(`reason ${scope}`, isText);
  return { text, set: (typed: string) => setText(typed || undefined), clear: () => setText(undefined) };
}

interface ConfirmProps extends ManyChangesProps {
  bulk: Bulk;
  note: ReturnType<typeof useNote>;
}

/** The reason where one is asked for, how far it is, and the button. */
function Confirm({ request, opened, bulk, note, onClose, onOther }: ConfirmProps) {
  const t = useWords(reviewWords);
  const { me } = useSession();
  const { act, preview, ready, open, isUnknown } = bulk;
  const { reason: asked, confirmLabel = t('confirm') } = request;
  const written = note.text.trim();
  const isReady = open.length > 0 && !act.isPending && written.length >= (asked?.min ?? 0);
  const confirm = () => {
    if (!isReady) return;
    const other = otherAttemptOf(me.id, open, written);
    if (other) onOther(other);
    else bulk.confirm(written);
  };
  useKeys({ 'mod+Enter': confirm }, { inFields: true, enabled: opened });
  return (
    <>
      {asked && (preview.isPending || ready.length > 0) && act.isIdle && (
        <ReasonField asked={asked} value={note.text} onChange={note.set} />
      )}
      <HowFar bulk={bulk} />
      <div className={classes.footer}>
        <Button variant="default" disabled={act.isPending} onClick={onClose}>
          {t(isUnknown ? 'close' : 'cancel')}
        </Button>
        <Button
          color={request.danger ? 'red' : 'iris'}
          disabled={!isReady}
          loading={act.isPending}
          onClick={confirm}
          rightSection={<ConfirmKey />}
        >
          {isUnknown ? t('retry') : confirmLabel}
        </Button>
      </div>
    </>
  );
}

function HowFar({ bulk: { act, open, sent, isUnknown } }: Pick<ConfirmProps, 'bulk'>) {
  const t = useWords(reviewWords);
  const count = open.length;
  if (act.isPending)
    return <Progress value={(100 * sent) / count} aria-label={t('many.working', { done: sent, count })} />;
  if (!isUnknown) return null;
  const isSafe = open.every((item) => takesKey(item.change('')));
  return (
    <Alert tone="warning" role="alert" title={t('many.stopped')}>
      {t(isSafe ? 'unknown.safe' : 'unknown.look')}
    </Alert>
  );
}
