import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { change } from '../api/change.ts';
import type { Schema } from '../api/client.ts';
import { useFormat } from '../ui/format.ts';
import { GatedButton } from '../ui/gated-button.tsx';
import { IconArrowBackUp } from '../ui/icons.ts';
import { useWords } from '../words/define.ts';
import { useServerWord } from '../words/server.ts';
import { useReview } from './review/provider.tsx';
import type { ShownIn } from './review/request.ts';
import { undoWords } from './undo-words.ts';

type Entry = Pick<Schema<'AuditEntry'>, 'id' | 'action' | 'target_id' | 'target_label'>;
type Detail = Schema<'AuditEntryDetail'>;

/** Looks at what it would take back, then does. */
function useUndo(shows?: ShownIn): (entry: Entry) => void {
  const t = useWords(undoWords);
  const word = useServerWord();
  const review = useReview();
  return ({ id, action, target_label: label }) =>
    review.open({
      title: t('sheet', { what: word('action', action) }),
      confirmLabel: t('undo'),
      reason: { label: t('note'), min: 0, max: 500 },
      ...(shows && { shows }),
      ...(label && { about: label }),
      change: (note) =>
        change('POST', '/v1/admin/audit-log/{id}/undo', {
          path: { id },
          body: note.trim() ? { note: note.trim() } : {},
        }),
    });
}

/** Why an entry cannot be undone; undefined where it can. */
function useWhyNot(): (entry: Pick<Detail, 'id' | 'undo'>) => string | undefined {
  const t = useWords(undoWords);
  const word = useServerWord();
  const format = useFormat();
  return ({ undo: { blocked, required, later } }) => {
    if (blocked === null) return undefined;
    if (blocked === 'not_undoable') return t('notUndoable');
    if (blocked === 'insufficient_permissions')
      return t('permission', { permission: word('permission', required ?? '') });
    if (!later) return t('changed', { who: '', when: '', what: '' });
    const who = later.admin_name ?? later.admin_email;
    const when = `${format.dateTime(later.created_at, 'UTC')} UTC`;
    return later.undoes ? t('undone', { who, when }) : t('changed', { who, when, what: word('action', later.action) });
  };
}

/** For the page of one entry: says why not where it cannot, and leads to what is in the way. */
export function UndoEntry({ entry, shows }: { entry: Detail; shows: ShownIn }) {
  const t = useWords(undoWords);
  const undo = useUndo(shows);
  const blocked = useWhyNot()(entry);
  const { later } = entry.undo;
  return (
    <>
      <GatedButton blocked={blocked} leftSection={<IconArrowBackUp size={14} />} onClick={() => undo(entry)}>
        {t('undo')}
      </GatedButton>
      {later && (
        <Button
          variant="subtle"
          renderRoot={(props) => <Link to="/audit/$id" params={{ id: later.id }} search {...props} />}
        >
          {t('laterEntry')}
        </Button>
      )}
    </>
  );
}

/** For a line of a history: whether it still can be undone is seen once it is looked at. */
export function UndoLine({ entry }: { entry: Entry & Pick<Schema<'AuditEntry'>, 'undoable'> }) {
  const t = useWords(undoWords);
  const undo = useUndo();
  if (!entry.undoable) return null;
  return (
    <Button size="compact-xs" variant="subtle" leftSection={<IconArrowBackUp size={12} />} onClick={() => undo(entry)}>
      {t('undo')}
    </Button>
  );
}
