import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { approvalOf } from '../../api/change.ts';
import { IconCircleCheck, IconClock } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import classes from './review.module.css';
import { reviewWords } from './words.ts';

interface OutcomeProps {
  reply: unknown;
  result: ((reply: unknown) => ReactNode) | undefined;
  onClose: () => void;
}

/** What came of it: done, or waiting for someone else's yes. */
export function Outcome({ reply, result, onClose }: OutcomeProps) {
  const t = useWords(reviewWords);
  const router = useRouter();
  const approval = approvalOf(reply);
  const close = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone; the focus goes to the next one there is.
  useEffect(() => close.current?.focus(), []);
  return (
    <div className={classes.body}>
      <div className={classes.result} role="status" data-waiting={approval ? true : undefined}>
        {approval ? <IconClock size={32} stroke={1.5} /> : <IconCircleCheck size={32} stroke={1.5} />}
        <p className={classes.resultTitle}>{t(approval ? 'waiting' : 'done')}</p>
        {approval && <p className={classes.intro}>{t('waitingText')}</p>}
      </div>
      {!approval && result?.(reply)}
      <div className={classes.footer}>
        {approval && (
          <Button
            variant="default"
            onClick={() => {
              onClose();
              void router.navigate({ href: `/approvals/${approval}` });
            }}
          >
            {t('openApproval')}
          </Button>
        )}
        <Button ref={close} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </div>
  );
}
