import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconCircleCheck } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import classes from './review.module.css';
import { reviewWords } from './words.ts';

interface OutcomeProps {
  children: ReactNode;
  onClose: () => void;
}

/** What came of it, where there is something to read before the dialog is closed. */
export function Outcome({ children, onClose }: OutcomeProps) {
  const t = useWords(reviewWords);
  const close = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone; the focus goes to the next one there is.
  useEffect(() => close.current?.focus(), []);
  return (
    <div className={classes.body}>
      <div className={classes.result} role="status">
        <IconCircleCheck size={32} stroke={1.5} />
        <p className={classes.resultTitle}>{t('done')}</p>
      </div>
      {children}
      <div className={classes.footer}>
        <Button ref={close} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </div>
  );
}
