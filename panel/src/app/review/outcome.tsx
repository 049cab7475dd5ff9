import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Stack, Text } from '../../ui/box.tsx';
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
      <Stack className={classes.result} align="center" gap="sm" role="status">
        <IconCircleCheck size={32} stroke={1.5} />
        <Text as="p" size="xl" weight="strong">
          {t('done')}
        </Text>
      </Stack>
      {children}
      <div className={classes.footer}>
        <Button ref={close} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </div>
  );
}
