import { Button } from '@mantine/core';
import { useWords } from '../../words/define.ts';
import { Alert } from '../alert.tsx';
import { Inline } from '../box.tsx';
import { useFormat } from '../format.ts';
import { Time } from '../time.tsx';
import { useDiscard } from '../use-discard.ts';
import { uiWords } from '../words.ts';

interface RestoredDraftProps {
  /** When it was written; nothing is shown where the form was opened without one. */
  at: string | undefined;
  draft: string;
  onDiscard: () => void;
}

/** Says that a form holds what was typed earlier, and offers to start over. */
export function RestoredDraft({ at, draft, onDiscard }: RestoredDraftProps) {
  const t = useWords(uiWords);
  const format = useFormat();
  const discard = useDiscard();
  if (at === undefined) return null;
  return (
    <Alert tone="warning">
      <Inline justify="between" wraps>
        <Time at={at}>{t('form.restored', { time: `${format.dateTime(at, 'UTC')} UTC` })}</Time>
        <Button variant="default" size="compact-sm" onClick={() => discard(draft, onDiscard)}>
          {t('form.discard')}
        </Button>
      </Inline>
    </Alert>
  );
}
