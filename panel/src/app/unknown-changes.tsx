import { Button } from '@mantine/core';
import { createPortal } from 'react-dom';
import { Alert } from '../ui/alert.tsx';
import { Inline } from '../ui/box.tsx';
import { useStripSlot } from '../ui/strip-slot.ts';
import { useWords } from '../words/define.ts';
import { useAttemptTitle } from './review/attempt-title.ts';
import { useUnknownAttempts } from './review/attempts.ts';
import { useReview } from './review/provider.tsx';
import { useSession } from './session.ts';
import classes from './shell.module.css';
import { shellWords } from './words.ts';

/** What was sent and never answered, also before a reload: until the outcome is known it stays in sight. */
export function UnknownChanges() {
  const t = useWords(shellWords);
  const { me } = useSession();
  const review = useReview();
  const attempts = useUnknownAttempts(me.id);
  const slot = useStripSlot();
  const titleOf = useAttemptTitle();
  if (attempts.length === 0) return null;
  const strip = (
    <Alert tone="warning">
      {attempts.map((attempt) => (
        <Inline key={attempt.key} as="span" wraps gap="md" rowGap="2xs">
          <span>
            {t('unknown.label')} <bdi>{titleOf(attempt)}</bdi>
          </span>
          <Button
            size="compact-xs"
            h={24}
            variant="default"
            onClick={() => review.open({ title: titleOf(attempt), change: attempt.change, attempt })}
          >
            {t('unknown.findOut')}
          </Button>
        </Inline>
      ))}
    </Alert>
  );
  return slot ? createPortal(strip, slot) : <div className={classes.end}>{strip}</div>;
}
