import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { IconBookmark } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { viewWords } from './words.ts';

export function ViewsButton(props: Omit<ComponentProps<'button'>, 'color' | 'disabled'>) {
  const t = useWords(viewWords);
  return (
    <Button {...props} variant="default" leftSection={<IconBookmark size={14} stroke={1.75} />}>
      {t('button')}
    </Button>
  );
}
