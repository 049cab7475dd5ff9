import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useWords } from '../../words/define.ts';
import { IconBookmark } from '../icons.ts';
import { uiWords } from '../words.ts';

/** Opens the saved views of a list. */
export function ViewsButton(props: Omit<ComponentProps<'button'>, 'color' | 'disabled'>) {
  const t = useWords(uiWords);
  return (
    <Button {...props} variant="default" leftSection={<IconBookmark size={14} stroke={1.75} />}>
      {t('views.button')}
    </Button>
  );
}
