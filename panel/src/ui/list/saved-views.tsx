import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../words/define.ts';
import { IconBookmark, IconTrash } from '../icons.ts';
import { shownAdmin } from '../signed-in.ts';
import { uiWords } from '../words.ts';
import classes from './list.module.css';
import type { ListState } from './search.ts';

interface View<S> {
  readonly name: string;
  readonly search: S;
}

interface SavedViewsProps<S> {
  name: string;
  search: S;
  onSearch: (next: S) => void;
}

/** Names for combinations of filters, kept in this browser for one admin. The page is not part of a view: it would be stale. */
export function SavedViews<S extends ListState>({ name, search, onSearch }: SavedViewsProps<S>) {
  const t = useWords(uiWords);
  const [views, setViews] = useViews<S>(name);
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const save = () => {
    const label = typed.trim();
    if (!label) return;
    setViews([
      ...views.filter((view) => view.name !== label),
      { name: label, search: { ...search, cursors: undefined } },
    ]);
    setTyped('');
    setOpened(false);
  };
  return (
    <Menu opened={opened} onChange={setOpened} width={260} trapFocus={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={14} stroke={1.75} />}>
          {t('views.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {views.length === 0 && <p className={classes.none}>{t('views.none')}</p>}
        {views.map((view) => (
          <div key={view.name} className={classes.view}>
            <Menu.Item onClick={() => onSearch(view.search)}>{view.name}</Menu.Item>
            <ActionIcon
              aria-label={t('views.remove', { name: view.name })}
              onClick={() => setViews(views.filter((one) => one !== view))}
            >
              <IconTrash size={14} stroke={1.75} />
            </ActionIcon>
          </div>
        ))}
        <Menu.Divider />
        <form
          className={classes.save}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextInput
            aria-label={t('views.name')}
            placeholder={t('views.name')}
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
          />
          <Button type="submit" variant="light" disabled={!typed.trim()}>
            {t('views.save')}
          </Button>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Views of earlier versions of the panel do not say whose they are. */
function dropUnowned(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('cliffhanger.views.')) localStorage.removeItem(key);
  } catch {
    // Where the browser keeps nothing, there is nothing to drop.
  }
}

/** What is kept was written here; what does not look like it is dropped, and the route reads the filters again. */
function useViews<S>(name: string): [readonly View<S>[], (next: readonly View<S>[]) => void] {
  const key = `cliffhanger.views-of.${shownAdmin()}.${name}`;
  const [views, setViews] = useState<readonly View<S>[]>(() => {
    dropUnowned();
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
      const isView = (one: unknown): one is View<S> =>
        typeof one === 'object' && one !== null && 'name' in one && 'search' in one;
      return Array.isArray(stored) ? stored.filter(isView) : [];
    } catch {
      return [];
    }
  });
  const save = (next: readonly View<S>[]) => {
    setViews(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // They are there for as long as the page is open.
    }
  };
  return [views, save];
}
