import { Button } from '@mantine/core';
import { StagedLines, useStagedDiff } from '../../ui/order/staged-diff.tsx';
import type { StagedList } from '../../ui/order/use-staged-list.ts';
import { useToast } from '../../ui/toast.tsx';
import { UnsavedBar, UnsavedLine } from '../../ui/unsaved-bar.tsx';
import { useDiscard } from '../../ui/use-discard.ts';
import { useWords } from '../../words/define.ts';
import { railWords } from './words.ts';

export interface StagedLineProps<Entry> {
  staged: StagedList<Entry>;
  /** What the changes are of. */
  label: string;
  keyOf: (entry: Entry) => string;
  nameOf: (entry: Entry) => string;
  editOf?: (before: Entry, after: Entry) => string | undefined;
  onApply: () => void;
}

/** What is staged of one list, what to do with it. */
export function StagedLine<Entry>({ staged, label, onApply, ...options }: StagedLineProps<Entry>) {
  const t = useWords(railWords);
  const discard = useDiscard();
  const { lines, summary } = useStagedDiff<Entry>()(staged, options);
  return (
    <>
      <UnsavedLine summary={t('staged.summary', { label, summary })}>
        <Button variant="subtle" color="gray" onClick={() => discard(staged.draft, staged.discard)}>
          {t('staged.discard')}
        </Button>
        <Button disabled={staged.theirs !== null} onClick={onApply}>
          {t('staged.apply')}
        </Button>
      </UnsavedLine>
      <StagedLines label={label} lines={lines} />
    </>
  );
}

/** The same at the foot of the screen, while there is something. */
export function StagedBar<Entry>(props: StagedLineProps<Entry>) {
  const { staged, label } = props;
  return (
    <UnsavedBar label={label} shown={staged.isChanged}>
      {staged.isChanged && <StagedLine {...props} />}
    </UnsavedBar>
  );
}

/** Takes the refusal of what was staged upon an older edition: the newer one is fetched, and what is staged stays. */
export function useOnStale(refetch: () => void): (error: { readonly code: string }) => boolean {
  const t = useWords(railWords);
  const toast = useToast();
  return ({ code }) => {
    if (code !== 'stale_write') return false;
    refetch();
    toast({ tone: 'warning', title: t('staged.stale'), text: t('staged.staleText') });
    return true;
  };
}
