import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Stack, Text } from '../ui/box.tsx';
import { IconSelector } from '../ui/icons.ts';
import { initialsOf } from '../ui/initials.ts';
import { useWords } from '../words/define.ts';
import { useServerWord } from '../words/server.ts';
import classes from './account-menu.module.css';
import { useSession } from './session.ts';
import { shellWords } from './words.ts';

/** Who is signed in, at the foot of the menu. */
export function AccountButton(props: ComponentProps<'button'>) {
  const t = useWords(shellWords);
  const word = useServerWord();
  const { me } = useSession();
  return (
    <UnstyledButton {...props} className={classes.account}>
      <VisuallyHidden>{t('account.menu')}: </VisuallyHidden>
      <span className={classes.avatar} aria-hidden>
        {initialsOf(me.name)}
      </span>
      <Stack as="span" tight grows>
        <Text size="md" weight="medium" cut>
          {me.name}
        </Text>
        <small>{word('role', me.role, me.role)}</small>
      </Stack>
      <IconSelector size={14} aria-hidden />
    </UnstyledButton>
  );
}
