/**
 * The state of a list lives in the address bar: its filters, the size of a page, and the cursors that led to the
 * page one is on, so that a link shows a colleague the same thing and Back is one step.
 */
export interface ListState {
  readonly cursors?: readonly string[] | undefined;
  /** How many cursors came before those: an address holds only so many. */
  readonly skipped?: number | undefined;
  readonly limit?: number | undefined;
}

export type Reader<T> = (raw: unknown) => T | undefined;

export const text: Reader<string> = (raw) =>
  typeof raw === 'string' ? raw || undefined : typeof raw === 'number' ? String(raw) : undefined;

export const flag: Reader<boolean> = (raw) => (raw === true || raw === false ? raw : undefined);

export const oneOf =
  <const T extends string>(values: readonly T[]): Reader<T> =>
  (raw) =>
    values.find((value) => value === raw);

/** The tab that an address names, `undefined` where it is the first one or unknown. */
export const tabOfPage =
  <const T extends string>([_first, ...others]: readonly [T, ...T[]]): Reader<T> =>
  (raw) =>
    others.find((tab) => tab === raw);

/** A moment, as ISO 8601 has it in UTC. */
export const moment: Reader<string> = (raw) =>
  typeof raw === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : undefined;

/** A day as the contract writes it. */
export const day: Reader<string> = (raw) =>
  typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw) ? raw : undefined;

const count = (raw: unknown): number | undefined =>
  typeof raw === 'number' && Number.isInteger(raw) && raw > 0 ? raw : undefined;

type Readers = Readonly<Record<string, Reader<string | boolean>>>;
type Read<R extends Readers> = { readonly [K in keyof R]?: ReturnType<R[K]> };

export const pageSizes = [25, 50, 100, 200] as const;
const maxCursors = 40;

/** Reads the search parameters of a list; what it does not know, or what is not valid, is left out. */
export function listSearch<R extends Readers>(readers: R): (raw: Record<string, unknown>) => Read<R> & ListState {
  return (raw) => {
    const found: Record<string, unknown> = {};
    for (const [name, read] of Object.entries(readers)) found[name] = read(raw[name]);
    const cursors = Array.isArray(raw.cursors)
      ? raw.cursors.filter((one): one is string => typeof one === 'string')
      : [];
    found.limit = pageSizes.find((size) => size === raw.limit);
    const cut = Math.max(0, cursors.length - maxCursors);
    found.cursors = cursors.length > 0 ? cursors.slice(cut) : undefined;
    found.skipped = cursors.length > 0 ? (count(raw.skipped) ?? 0) + cut || undefined : undefined;
    // The router keeps what is left out, also where it is not valid: what the address has is answered in any case.
    const isInAddress = (name: string) => name === 'skipped' || Object.hasOwn(raw, name);
    const given = Object.entries(found).filter(([name, value]) => value !== undefined || isInAddress(name));
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the loop above reads exactly the keys of R
    return Object.fromEntries(given) as Read<R> & ListState;
  };
}

export const orders = ['asc', 'desc'] as const;

interface SortedState<By extends string> extends ListState {
  readonly sort?: By | undefined;
  readonly order?: (typeof orders)[number] | undefined;
}

/** How a list is sorted, newest first unless told; another order begins at the first page. */
export function sortingOf<By extends string, S extends SortedState<By>>(
  search: S,
  sorts: readonly By[],
  onSearch: (next: S) => void,
) {
  const { sort = 'created_at', order = 'desc' } = search;
  return {
    by: sort,
    order,
    onSort: (by: string, next: (typeof orders)[number]) =>
      onSearch({ ...search, cursors: undefined, sort: sorts.find((one) => one === by), order: next }),
  };
}
