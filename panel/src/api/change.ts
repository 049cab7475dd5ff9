import { fetchJson, type Schema, type Tagged } from './client.ts';
import { keyedOperations } from './contract.ts';
import { ApiError } from './errors.ts';
import type { paths } from './schema.d.ts';
import { waitMs } from './transport.ts';

/**
 * A change that can be looked at before it is made: the review dialog sends it with `dryRun=true` first.
 * `change('PUT', '/v1/admin/admins/{id}', { path: { id }, body })` is checked against the contract.
 */

type Method = 'POST' | 'PUT' | 'DELETE';
type Operation<P extends keyof paths, M extends Method> = paths[P][Lowercase<M>];

/** The paths that take a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: Operation<P, M> extends { responses: unknown } ? P : never;
}[keyof paths];

type PathParams<O> = O extends { parameters: { path: infer Params } } ? { path: Params } : { path?: never };
/** Given also where the contract would do without: a change says what it changes. */
type Body<O> = O extends { requestBody?: infer Given }
  ? [NonNullable<Given>] extends [{ content: { 'application/json': infer Content } }]
    ? [NonNullable<Given>] extends [never]
      ? { body?: never }
      : { body: Content }
    : { body?: never }
  : { body?: never };

export type ChangeInit<P extends keyof paths, M extends Method> = PathParams<Operation<P, M>> &
  Body<Operation<P, M>> & { ifMatch?: string | null; onlyIfNew?: boolean; query?: Readonly<Record<string, string>> };

type Params = Readonly<Record<string, unknown>>;

export interface Change {
  readonly method: Method;
  /** As the contract writes it, and with the values of its parameters. */
  readonly path: string;
  readonly params: Params;
  readonly url: string;
  readonly body: unknown;
  readonly ifMatch: string | null;
  /** Refused where there is something already, as `If-None-Match: *` says. */
  readonly onlyIfNew?: boolean;
}

/** The address of a path of the contract. */
export const urlOf = (path: string, params: Params): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

export function change<M extends Method, P extends PathOf<M>>(method: M, path: P, init: ChangeInit<P, M>): Change {
  const params: Params = init.path ?? {};
  const search = init.query ? `?${new URLSearchParams(init.query).toString()}` : '';
  return {
    method,
    path,
    params,
    url: `${urlOf(path, params)}${search}`,
    body: init.body,
    ifMatch: init.ifMatch ?? null,
    ...(init.onlyIfNew && { onlyIfNew: true }),
  };
}

/** Whether the server does it once, however often it is sent with one key. */
export const takesKey = ({ method, path }: Pick<Change, 'method' | 'path'>): boolean =>
  keyedOperations.has(`${method} ${path}`);

export type Effects = Schema<'DryRun'>['effects'];

type Call = Omit<Change, 'method'> & { readonly method: Method | 'GET' };

interface CallOptions {
  readonly isDryRun?: boolean;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

async function call(given: Call, { isDryRun = false, idempotencyKey, signal }: CallOptions): Promise<Tagged<unknown>> {
  const headers = new Headers({ accept: 'application/json' });
  if (given.body !== undefined) headers.set('content-type', 'application/json');
  if (given.ifMatch) headers.set('if-match', given.ifMatch);
  if (given.onlyIfNew) headers.set('if-none-match', '*');
  if (idempotencyKey && given.method !== 'PUT') headers.set('idempotency-key', idempotencyKey);
  const init: RequestInit = { method: given.method, headers, credentials: 'same-origin' };
  if (signal) init.signal = signal;
  if (given.body !== undefined) init.body = JSON.stringify(given.body);
  const url = new URL(given.url, window.location.origin);
  if (isDryRun) url.searchParams.set('dryRun', 'true');
  const request = new Request(url, init);
  return fetchJson(request, waitMs.change);
}

const isDryRunReply = (value: unknown): value is Schema<'DryRun'> =>
  typeof value === 'object' && value !== null && 'dryRun' in value && 'effects' in value;

/** What the change would do; nothing is done. Refuses with the very error of the real call. */
export async function dryRun(given: Change, signal?: AbortSignal): Promise<Schema<'DryRun'>> {
  const { data } = await call(given, { isDryRun: true, ...(signal && { signal }) });
  if (!isDryRunReply(data)) throw new ApiError('unknown_error', 200);
  return data;
}

/** Makes the change. The key lets a lost answer be asked for again without doing it twice. */
export const submit = (given: Change, idempotencyKey: string): Promise<Tagged<unknown>> =>
  call(given, { idempotencyKey });

/** What the server has now at the address of a change. */
export const readAtAddress = ({ path, params, url }: Change): Promise<Tagged<unknown>> =>
  call({ method: 'GET', path, params, url, body: undefined, ifMatch: null }, {});

/** The approval that now waits, where the change takes two people. What was decided names its approval too. */
export function approvalOf(reply: unknown): string | null {
  if (typeof reply !== 'object' || reply === null) return null;
  if (!('approvalId' in reply) || typeof reply.approvalId !== 'string') return null;
  return 'status' in reply && reply.status !== 'pending' ? null : reply.approvalId;
}

/** crypto.randomUUID is missing where the page came over plain HTTP; random bytes are always there. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
