import { Button, Group } from '@mantine/core';
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
  onAgain: () => void;
  /** Where the operator can look for themselves and begin anew. */
  onStartOver?: () => void;
}

/** No answer came: it may have been done or not. What was sent can be sent again, and is then done once at most. */
export function UnknownOutcome({ attempt, isSending, onAgain, onStartOver }: UnknownOutcomeProps) {
  const t = useWords(reviewWords);
  const isSafe = takesKey(attempt.change);
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
      <Group mt="sm" gap="xs">
        <Button data-autofocus size="xs" variant="default" loading={isSending} onClick={onAgain}>
          {t('retry')}
        </Button>
        {onStartOver && (
          <Button size="xs" variant="subtle" color="gray" disabled={isSending} onClick={onStartOver}>
            {t('unknown.startOver')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
