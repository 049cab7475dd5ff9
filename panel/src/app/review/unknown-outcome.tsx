import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { takesKey } from '../../api/change.ts';
import { Alert } from '../../ui/alert.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import type { Attempt } from './attempts.ts';
import classes from './review.module.css';
import { reviewWords } from './words.ts';

interface UnknownOutcomeProps {
  attempt: Attempt;
  isSending: boolean;
  /** When it was last sent again in vain; null while it was not. */
  triedAt: string | null;
  onAgain: () => void;
  /** Closes, and shows what the server has now. */
  onLook: () => void;
  onForget: () => void;
}

/** To the second, so that attempts can be distinguished. */
const clockOf = (at: string): string => new Date(at).toISOString().slice(11, 19);

/**
 * No answer came: it may have been done or not. What has a key can be sent again and is then done once at most; what has
 * none is to be looked for first.
 */
export function UnknownOutcome({ attempt, isSending, triedAt, onAgain, onLook, onForget }: UnknownOutcomeProps) {
  const t = useWords(reviewWords);
  const isSafe = takesKey(attempt.change);
  const next = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone; the focus goes to what is best done next.
  useEffect(() => {
    if (!isSending) next.current?.focus();
  }, [isSending]);
  return (
    <Alert tone="warning" role="alert" title={t('unknown.title')}>
      {t(isSafe ? 'unknown.safe' : 'unknown.look')}
      <p className={classes.quiet}>
        {t('unknown.sent')} <Time at={attempt.at} distance />
        {attempt.reason && (
          <>
            {' · '}
            <bdi>{attempt.reason}</bdi>
          </>
        )}
      </p>
      {triedAt !== null && (
        <p className={classes.quiet}>
          {t('unknown.tried')} <Time at={triedAt}>{clockOf(triedAt)}</Time>
        </p>
      )}
      <Group mt="sm" gap="xs">
        {isSafe ? (
          <>
            <Button ref={next} data-autofocus size="xs" variant="default" loading={isSending} onClick={onAgain}>
              {t('retry')}
            </Button>
            <Button size="xs" variant="subtle" color="gray" disabled={isSending} onClick={onForget}>
              {t('unknown.forget')}
            </Button>
          </>
        ) : (
          <>
            <Button ref={next} data-autofocus size="xs" disabled={isSending} onClick={onLook}>
              {t('unknown.lookNow')}
            </Button>
            <Button size="xs" variant="subtle" color="gray" loading={isSending} onClick={onAgain}>
              {t('unknown.again')}
            </Button>
          </>
        )}
      </Group>
    </Alert>
  );
}
