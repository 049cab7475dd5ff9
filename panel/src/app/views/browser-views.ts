import { api, type Schema, unwrap } from '../../api/client.ts';
import { asApiError } from '../../api/errors.ts';
import { shownAdmin } from '../../ui/signed-in.ts';

/**
 * Views that earlier releases of the panel kept in the browser. They move to the server the first time that views are
 * read; one that the server does not take stays where it is.
 */

type View = Schema<'SavedView'>;
type Search = View['search'];

interface BrowserView {
  readonly name: string;
  readonly search: Search;
}

const isFilter = (value: unknown): value is Search[string] =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isInteger(value));

/** The filters and the order without the page, which would be stale. */
export function plainSearch(search: object): Search {
  const kept: Search = {};
  for (const [name, value] of Object.entries(search)) if (name !== 'skipped' && isFilter(value)) kept[name] = value;
  return kept;
}

function viewFrom(one: unknown): BrowserView[] {
  if (typeof one !== 'object' || one === null || !('name' in one) || !('search' in one)) return [];
  const { name, search } = one;
  if (typeof name !== 'string' || typeof search !== 'object' || search === null) return [];
  return [{ name: name.trim().slice(0, 60), search: plainSearch(search) }];
}

function parsed(text: string | null): readonly BrowserView[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(viewFrom) : [];
  } catch {
    return [];
  }
}

const isSame = (one: Search, other: Search): boolean => {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.every((name) => one[name] === other[name]);
};

/** Other names for a view whose own is taken by a view with other filters. */
const namesFor = (name: string): string[] => [
  name,
  ...Array.from({ length: 20 }, (_, index) => `${name.slice(0, 55)} (${index + 2})`),
];

async function moveOne(list: View['list'], { name, search }: BrowserView, signal: AbortSignal): Promise<void> {
  for (const free of namesFor(name)) {
    try {
      await unwrap(api.POST('/v1/admin/saved-views', { body: { list, name: free, search }, signal }));
      return;
    } catch (error) {
      if (asApiError(error).code !== 'view_name_taken') throw error;
      const { items } = await unwrap(
        api.GET('/v1/admin/saved-views', { params: { query: { list, limit: 200 } }, signal }),
      );
      if (items.some((view) => view.name === free && isSame(view.search, search))) return;
    }
  }
}

/** Moves the views of the admin whom the page shows. */
export async function moveBrowserViews(isList: (name: string) => name is View['list'], signal: AbortSignal) {
  const prefix = `cliffhanger.views-of.${shownAdmin()}.`;
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  for (const key of keys) {
    const list = key.slice(prefix.length);
    let left = parsed(localStorage.getItem(key));
    while (isList(list) && left[0]) {
      await moveOne(list, left[0], signal);
      left = left.slice(1);
      localStorage.setItem(key, JSON.stringify(left));
    }
    localStorage.removeItem(key);
  }
}
