import { ActionIcon } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useWords } from '../../words/define.ts';
import { IconCalendar } from '../icons.ts';
import { uiWords } from '../words.ts';

/** Opens the calendar of a date field. */
export function CalendarIcon(props: Omit<ComponentProps<'button'>, 'color' | 'disabled'>) {
  const t = useWords(uiWords);
  return (
    <ActionIcon {...props} aria-label={t('date.choose')} size="sm">
      <IconCalendar size={15} stroke={1.75} />
    </ActionIcon>
  );
}
