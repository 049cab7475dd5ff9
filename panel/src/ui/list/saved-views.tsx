import { useEffect, useState } from 'react';
import { lazyComponent } from '../lazy-component.tsx';
import { Opener } from '../opener.tsx';
import { shownAdmin } from '../signed-in.ts';
import type { ListState } from './search.ts';
import { ViewsButton } from './views-button.tsx';

const ViewsMenu = lazyComponent(async () => (await import('./views-menu.tsx')).ViewsMenu);

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
  const { views, change } = useViews<S>(name);
  const without = (stored: readonly View<S>[], label: string) => stored.filter((view) => view.name !== label);
  const show = (label: string) => {
    const view = views.find((one) => one.name === label);
    if (view) onSearch(view.search);
  };
  return (
    <Opener popup="menu" preload={ViewsMenu.preload} button={(props) => <ViewsButton {...props} />}>
      <ViewsMenu
        names={views.map((view) => view.name)}
        onShow={show}
        onSave={(label) => {
          const view = { name: label, search: { ...search, cursors: undefined } };
          change((stored) => [...without(stored, label), view]);
        }}
        onRemove={(label) => change((stored) => without(stored, label))}
      />
    </Opener>
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

const isNamed = (one: unknown): one is { readonly name: string; readonly search: object } =>
  typeof one === 'object' &&
  one !== null &&
  'name' in one &&
  typeof one.name === 'string' &&
  'search' in one &&
  typeof one.search === 'object' &&
  one.search !== null;

/** What does not look like a view is dropped; the route checks the filters of the others again. */
function readViews<S>(key: string): readonly View<S>[] {
  const isView = (one: unknown): one is View<S> => isNamed(one);
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

/** The views of a list, in all tabs: each change builds on what is stored, which another tab may have changed. */
function useViews<S>(name: string) {
  const key = `cliffhanger.views-of.${shownAdmin()}.${name}`;
  const [views, setViews] = useState<readonly View<S>[]>(() => {
    dropUnowned();
    return readViews(key);
  });
  useEffect(() => {
    const onStorage = (event: StorageEvent) => event.key === key && setViews(readViews(key));
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [key]);
  const change = (changed: (stored: readonly View<S>[]) => readonly View<S>[]) => {
    try {
      const next = changed(readViews(key));
      localStorage.setItem(key, JSON.stringify(next));
      setViews(next);
    } catch {
      // Where the browser refuses to store them, they last as long as the page.
      setViews(changed(views));
    }
  };
  return { views, change };
}
