import { useWords } from '../words/define.ts';
import { draftAt, restoreDraft } from './draft.ts';
import { useToast } from './toast.tsx';
import { uiWords } from './words.ts';

/** Throws typed work away, by the name of its draft, and offers to put it back. */
export function useDiscard(): (draft: string, discard: () => void) => void {
  const t = useWords(uiWords);
  const toast = useToast();
  return (draft, discard) => {
    const before = draftAt(draft);
    discard();
    if (!before) return;
    const after = draftAt(draft);
    const run = () => restoreDraft(before, after);
    toast({ tone: 'positive', title: t('form.discarded'), isUndo: true, action: { label: t('form.undo'), run } });
  };
}
