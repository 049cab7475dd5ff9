import { useState } from 'react';
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
  const [views, setViews] = useViews<S>(name);
  const without = (label: string) => views.filter((view) => view.name !== label);
  const show = (label: string) => {
    const view = views.find((one) => one.name === label);
    if (view) onSearch(view.search);
  };
  return (
    <Opener popup="menu" preload={ViewsMenu.preload} button={(props) => <ViewsButton {...props} />}>
      <ViewsMenu
        names={views.map((view) => view.name)}
        onShow={show}
        onSave={(label) => setViews([...without(label), { name: label, search: { ...search, cursors: undefined } }])}
        onRemove={(label) => setViews(without(label))}
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
