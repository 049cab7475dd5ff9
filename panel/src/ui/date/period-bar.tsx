import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/define.ts';
import { Inline, Text } from '../box.tsx';
import { IconChevronLeft, IconChevronRight } from '../icons.ts';
import { uiWords } from '../words.ts';
import classes from './period-bar.module.css';

interface PeriodBarProps {
  /** What is shown, such as a month. */
  title: string;
  onStep: (step: 1 | -1) => void;
  onToday: () => void;
  /** What else is chosen there, at its end. */
  children: ReactNode;
}

/** Which days a calendar shows, and the way to others. */
export function PeriodBar({ title, onStep, onToday, children }: PeriodBarProps) {
  const t = useWords(uiWords);
  return (
    <Inline wraps mb="md">
      <ActionIcon variant="default" size={32} aria-label={t('date.earlier')} onClick={() => onStep(-1)}>
        <IconChevronLeft size={16} className="points" />
      </ActionIcon>
      <ActionIcon variant="default" size={32} aria-label={t('date.later')} onClick={() => onStep(1)}>
        <IconChevronRight size={16} className="points" />
      </ActionIcon>
      <Button variant="default" onClick={onToday}>
        {t('date.today')}
      </Button>
      <Text as="h2" className={classes.title} grows aria-live="polite">
        {title}
      </Text>
      {children}
    </Inline>
  );
}
