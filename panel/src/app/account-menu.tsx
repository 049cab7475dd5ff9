import { Avatar, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../ui/format.ts';
import { IconLogout, IconSelector, IconUserCircle } from '../ui/icons.ts';
import { initialsOf } from '../ui/initials.ts';
import { browserZone, usePreferences } from '../ui/preferences.ts';
import { useWords } from '../words/define.ts';
import { useServerWord } from '../words/server.ts';
import classes from './account-menu.module.css';
import { LanguageChoice, ThemeChoice } from './choices.tsx';
import { useSession } from './session.ts';
import { useSessionEnd } from './session-end.tsx';
import { useAskToSignOut } from './sign-out.tsx';
import { shellWords } from './words.ts';

export function AccountMenu() {
  const t = useWords(shellWords);
  const word = useServerWord();
  const { me } = useSession();
  const signOut = useAskToSignOut();
  return (
    <Menu width={260} position="top-start">
      <Menu.Target>
        <UnstyledButton className={classes.account}>
          <VisuallyHidden>{t('account.menu')}: </VisuallyHidden>
          <Avatar size={28} radius="md" color="iris" aria-hidden>
            {initialsOf(me.name)}
          </Avatar>
          <span className={classes.who}>
            <span className={classes.name}>{me.name}</span>
            <span className={classes.role}>{word('role', me.role, me.role)}</span>
          </span>
          <IconSelector size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <p className={classes.email}>
          <span className="ltr">{me.email}</span>
        </p>
        <Menu.Divider />
        <div className={classes.choices}>
          <ThemeChoice />
          <LanguageChoice />
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={16} />}>
          {t('account.mine')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} className="points" />} onClick={signOut}>
          {t('account.signOut')}
        </Menu.Item>
        <Ends />
      </Menu.Dropdown>
    </Menu>
  );
}

function Ends() {
  const t = useWords(shellWords);
  const format = useFormat();
  const { zone } = usePreferences();
  const end = useSessionEnd();
  if (!end) return null;
  const time = format.dateTime(end, zone ?? browserZone);
  return <p className={classes.ends}>{t('account.ends', { time, distance: format.ago(end) })}</p>;
}
