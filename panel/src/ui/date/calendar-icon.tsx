import { ActionIcon } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useWords } from '../../words/define.ts';
import { IconCalendar } from '../icons.ts';
import { uiWords } from '../words.ts';

interface CalendarIconProps extends Omit<ComponentProps<'button'>, 'color' | 'disabled'> {
  /** What the date field is called: two of them stand side by side where days go from one to another. */
  field: string | undefined;
}

/** Opens the calendar of a date field. */
export function CalendarIcon({ field, ...props }: CalendarIconProps) {
  const t = useWords(uiWords);
  const label = field === undefined ? t('date.choose') : t('date.chooseFor', { field });
  return (
    <ActionIcon {...props} aria-label={label} size="sm">
      <IconCalendar size={15} stroke={1.75} />
    </ActionIcon>
  );
}
