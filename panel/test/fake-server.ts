import { vi } from 'vitest';
import type { Schema } from '../src/api/client.ts';

/** The server as the panel meets it: calls that come in, and answers that come, are lost or never end. */

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly key: string | null;
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
  readonly prefer: string | null;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

type Answer = Response | Promise<Response>;
type Handler = (call: Call, params: readonly string[]) => Answer;

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly handler: Handler;
}

export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

export const errorResponse = (status: number, error: string, extras: object = {}): Response =>
  json({ statusCode: status, error, ...extras }, status);

/** The line breaks: what a browser throws then. */
export const networkError = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

/** The line hangs until whoever waits gives up. */
export const neverResponds = ({ signal }: Call): Promise<Response> =>
  new Promise((_, reject) => {
    const abort = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });

const page = (items: readonly unknown[]) => json({ items, nextCursor: null });

export const admin: Schema<'Admin'> = {
  id: '01930000-0000-7000-8000-0000000000aa',
  email: 'sofia@demo.example',
  name: 'Sofia Lindqvist',
  role: 'superadmin',
  permissions: ['*'],
  is_active: true,
  must_reset_password: false,
  has_second_factor: true,
  token_version: 1,
  revision: 1,
  allowed: [],
  last_login_at: null,
  created_at: '2035-01-01T00:00:00.000Z',
  updated_at: '2035-01-01T00:00:00.000Z',
};

async function readCall(request: Request): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.clone().text();
  const isForm = request.headers.get('content-type')?.startsWith('multipart/') ?? false;
  const body: unknown = isForm ? text : text === '' ? undefined : JSON.parse(text);
  return {
    method: request.method,
    path: pathname,
    query: searchParams,
    key: request.headers.get('idempotency-key'),
    ifMatch: request.headers.get('if-match'),
    ifNoneMatch: request.headers.get('if-none-match'),
    prefer: request.headers.get('prefer'),
    body,
    signal: request.signal,
  };
}

export function fakeServer() {
  const routes: Route[] = [];
  const calls: Call[] = [];
  const on = (method: string, path: string, handler: Handler): void => {
    routes.unshift({ method, pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`), handler });
  };
  on('GET', '/v1/admin/admins/me', () => json(admin));
  on('GET', '/v1/admin/auth/sessions', () => page([]));
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const given = typeof input === 'string' ? new URL(input, window.location.origin) : input;
    const call = await readCall(new Request(given, init));
    calls.push(call);
    const route = routes.find(({ method, pattern }) => method === call.method && pattern.test(call.path));
    if (!route) return errorResponse(404, 'not_found');
    return route.handler(call, route.pattern.exec(call.path)?.slice(1) ?? []);
  });
  return {
    on,
    calls,
    /** The calls that did something: dry runs and reads do not. */
    changes: (path?: string): Call[] =>
      calls.filter(
        (call) => call.method !== 'GET' && !call.query.has('dryRun') && (path === undefined || call.path === path),
      ),
    page,
  };
}

export type FakeServer = ReturnType<typeof fakeServer>;

const noEffects = { ledger: [], audit: [], approvals: [], changes: [], references: [] };

/** What a dry run answers. */
export const dryRunReply = (effects: object = {}, body: unknown = null): Response =>
  json({ dryRun: true, status: 200, body, effects: { ...noEffects, ...effects } });
