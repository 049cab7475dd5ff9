import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { urlOf } from './change.ts';
import { fetchJson, type Tagged } from './client.ts';
import { ApiError } from './errors.ts';
import type { paths } from './schema.d.ts';
import { waitMs } from './transport.ts';

/**
 * Reads of the contract: `apiQuery('/v1/admin/users/{id}', { path: { id } })` has its key, its function and its types
 * from the path. Every key begins with the path, which is how a change tells what it has made stale.
 */

/** The paths that can be read. */
export type ReadPath = {
  [P in keyof paths]: paths[P]['get'] extends { responses: unknown } ? P : never;
}[keyof paths];

type Get<P extends ReadPath> = paths[P]['get'];

/** What a path answers. */
export type ReplyOf<P extends ReadPath> =
  Get<P> extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never;

/** A filter that is undefined is left out. */
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

type PathParams<P extends ReadPath> =
  Get<P> extends { parameters: { path: infer Params } } ? { readonly path: Params } : { readonly path?: never };

/** The filters that a path takes. */
export type FiltersOf<P extends ReadPath> =
  Get<P> extends { parameters: { query?: infer Query } } ? Loose<NonNullable<Query>> : Record<never, never>;

export type ReadParams<P extends ReadPath> = PathParams<P> & { readonly query?: FiltersOf<P> };

interface AnyParams {
  readonly path?: unknown;
  readonly query?: unknown;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const definedOf = (value: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fieldsOf(value)).filter(([, one]) => one !== undefined));

/** The key of a read; `as` tells apart what is made of the same path in different ways. */
export const keyOf = (path: string, params: AnyParams = {}, as = 'data') =>
  [path, { ...fieldsOf(params.path), ...definedOf(params.query) }, as] as const;

async function fetchAs<Data>(path: string, params: AnyParams, signal: AbortSignal): Promise<Tagged<Data>> {
  const url = new URL(urlOf(path, fieldsOf(params.path)), window.location.origin);
  for (const [name, value] of Object.entries(definedOf(params.query))) url.searchParams.set(name, String(value));
  const request = new Request(url, { headers: { accept: 'application/json' }, credentials: 'same-origin', signal });
  const { data, etag } = await fetchJson(request, waitMs.read);
  // A read always has a body.
  if (data === null) throw new ApiError('unknown_error', 200);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what a path answers is what its contract says
  return { data: data as Data, etag };
}

/** Reads once, for those who make something of their own of what they read. */
export const read = async <P extends ReadPath>(
  path: P,
  params: ReadParams<P>,
  signal: AbortSignal,
): Promise<ReplyOf<P>> => (await fetchAs<ReplyOf<P>>(path, params, signal)).data;

export const apiQuery = <P extends ReadPath>(path: P, params: ReadParams<P>) =>
  queryOptions({ queryKey: keyOf(path, params), queryFn: ({ signal }) => read(path, params, signal) });

/** The filters of a list and the cursors that led to the page one is on, as the address bar holds them. */
export type ListParams<P extends ReadPath> = Omit<FiltersOf<P>, 'cursor'> & {
  readonly cursors?: readonly string[] | undefined;
  readonly skipped?: number | undefined;
};

/** A page of a list: the last one stays on the screen until the next is there. */
export function listQuery<P extends ReadPath>(path: P, { cursors, skipped: _skipped, ...filters }: ListParams<P>) {
  const query = { ...filters, cursor: cursors?.at(-1) };
  return queryOptions({
    queryKey: keyOf(path, { query }),
    queryFn: async ({ signal }) => (await fetchAs<ReplyOf<P>>(path, { query }, signal)).data,
    placeholderData: keepPreviousData,
  });
}

/** For `select`, where the items are all that is wanted of a page. */
export const itemsOf = <One>({ items }: { readonly items: readonly One[] }): readonly One[] => items;

/** One thing with its ETag, for what is edited. */
export const taggedQuery = <P extends ReadPath>(path: P, params: ReadParams<P>) =>
  queryOptions({
    queryKey: keyOf(path, params, 'tagged'),
    queryFn: ({ signal }) => fetchAs<ReplyOf<P>>(path, params, signal),
  });

/** The paths that answer pages. */
type ListPath = {
  [P in ReadPath]: ReplyOf<P> extends { items: unknown[]; nextCursor: string | null } ? P : never;
}[ReadPath];

type Item<P extends ListPath> = ReplyOf<P> extends { items: (infer One)[] } ? One : never;

interface Page<One> {
  readonly items: readonly One[];
  readonly nextCursor: string | null;
}

const withQuery = (params: AnyParams, more: Readonly<Record<string, unknown>>): AnyParams => ({
  path: params.path,
  query: { ...definedOf(params.query), ...more },
});

/** All items of a list, page after page: for what is shown as a whole, such as a grid or a calendar. */
export async function readAll<P extends ListPath>(
  path: P,
  params: ReadParams<P>,
  signal: AbortSignal,
): Promise<Item<P>[]> {
  const items: Item<P>[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: Tagged<Page<Item<P>>> = await fetchAs(path, withQuery(params, { limit: 200, cursor }), signal);
    items.push(...page.data.items);
    cursor = page.data.nextCursor;
  }
  return items;
}

export const allQuery = <P extends ListPath>(path: P, params: ReadParams<P>) =>
  queryOptions({
    queryKey: keyOf(path, params, 'all'),
    queryFn: ({ signal }) => readAll(path, params, signal),
  });

/** Page under page, as far as one asks for more. */
export const pagesQuery = <P extends ListPath>(path: P, params: ReadParams<P>, limit: number) =>
  infiniteQueryOptions({
    queryKey: keyOf(path, params, 'pages'),
    queryFn: async ({ pageParam, signal }) =>
      (await fetchAs<Page<Item<P>>>(path, withQuery(params, { limit, cursor: pageParam || undefined }), signal)).data,
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
