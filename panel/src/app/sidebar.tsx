import { Kbd, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Text } from '../ui/box.tsx';
import { IconKeyboard, IconSearch } from '../ui/icons.ts';
import { modKey } from '../ui/keys.ts';
import { useLocalized, useWords } from '../words/define.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';

import type { MenuEntry } from './menu.ts';
import { MenuBadge } from './menu-badge.tsx';
import { useMenu } from './session.ts';
import classes from './sidebar.module.css';
import { shellWords } from './words.ts';

export function Sidebar({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }) {
  const t = useWords(shellWords);
  const localized = useLocalized();
  const groups = useMenu();
  return (
    <div className={classes.sidebar}>
      <Link to="/" className={classes.brand}>
        <Brand />
      </Link>
      <UnstyledButton className={classes.search} onClick={onSearch}>
        <IconSearch size={15} stroke={1.75} aria-hidden />
        <span>{t('search')}</span>
        <Kbd size="xs" className="ltr">
          {modKey()} K
        </Kbd>
      </UnstyledButton>
      <nav aria-label={t('navigation')} className={classes.nav}>
        {groups.map((group) => (
          <section key={group.name} className={classes.group}>
            <Text as="h2" className={classes.heading} size="sm" weight="medium" tone="muted" mb="2xs">
              {t(`menu.${group.name}`)}
            </Text>
            <ul>
              {group.entries.map((entry) => (
                <Entry key={entry.to} entry={entry} label={localized(entry.label)} />
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <UnstyledButton className={classes.help} onClick={onHelp}>
        <IconKeyboard size={16} stroke={1.75} aria-hidden />
        <span>{t('keyboard')}</span>
        <Kbd size="xs">?</Kbd>
      </UnstyledButton>
      <AccountMenu />
    </div>
  );
}

function Entry({ entry, label }: { entry: MenuEntry; label: string }) {
  const { icon: EntryIcon, to, counted } = entry;
  return (
    <li>
      <Link to={to} className={classes.entry} activeOptions={{ includeSearch: false }}>
        <EntryIcon size={16} stroke={1.75} aria-hidden />
        {label}
        {counted.map((tile) => (
          <MenuBadge key={tile.name} tile={tile} />
        ))}
      </Link>
    </li>
  );
}
