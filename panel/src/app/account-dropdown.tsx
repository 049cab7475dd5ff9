import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Note } from '../ui/box.tsx';
import { useFormat } from '../ui/format.ts';
import { IconLogout, IconRoute, IconUserCircle } from '../ui/icons.ts';
import { useOpenedAtOnce } from '../ui/opener.tsx';
import { browserZone, usePreferences } from '../ui/preferences.ts';
import { useWords } from '../words/define.ts';
import { AccountButton } from './account-button.tsx';
import classes from './account-menu.module.css';
import { LanguageChoice, ThemeChoice } from './choices.tsx';
import { useSession } from './session.ts';
import { useSessionEnd } from './session-end.tsx';
import { useAskToSignOut } from './sign-out.tsx';
import { startTour } from './tour/state.ts';
import { shellWords } from './words.ts';

export function AccountDropdown() {
  const t = useWords(shellWords);
  const { me } = useSession();
  const signOut = useAskToSignOut();
  const { button, opened, setOpened } = useOpenedAtOnce();
  return (
    <Menu opened={opened} onChange={setOpened} width={260} position="top-start">
      <Menu.Target>
        <AccountButton ref={button} />
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
        <Menu.Item leftSection={<IconRoute size={16} />} onClick={startTour}>
          {t('account.tour')}
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
  const time = format.dateTime(end, zone ?? browserZone());
  return (
    <Note className={classes.ends} tabular>
      {t('account.ends', { time, distance: format.ago(end) })}
    </Note>
  );
}
