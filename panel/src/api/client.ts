import createClient from 'openapi-fetch';
import { ApiError, errorOf } from './errors.ts';
import type { components, paths } from './schema.d.ts';
import { fetchWithin, waitMs } from './transport.ts';

/** Shapes of the contract, by name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Says that the session is over, whoever notices it first. */
type Listener = (code: string) => void;
const listeners = new Set<Listener>();

export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const endings = new Set(['unauthorized', 'invalid_token', 'token_revoked', 'admin_disabled']);

/** Wrong credentials are an answer to a question; these mean that there is no session any more. */
export const endsSession = (code: string): boolean => endings.has(code);

/** A refusal, of which those hear who wait for the end of the session. */
export function withSessionEnd(error: ApiError): ApiError {
  if (endsSession(error.code)) for (const listener of listeners) listener(error.code);
  return error;
}

/** The cookie is the credential: the panel never sees, sends or keeps a token. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: 'same-origin',
  fetch: fetchWithin(waitMs.read),
});

interface Reply<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** What was not sent says so itself; for anything else there was no answer. */
function failUnanswered(error: unknown): never {
  throw error instanceof ApiError ? error : new ApiError('no_answer', 0);
}

/** The data of a reply; a refusal is thrown as an ApiError. */
export async function unwrap<Data>(call: Promise<Reply<Data>>): Promise<Data> {
  return (await unwrapWithTag(call)).data;
}

export interface Tagged<Data> {
  readonly data: Data;
  readonly etag: string | null;
}

/** The same with the ETag, for what is edited. */
export async function unwrapWithTag<Data>(call: Promise<Reply<Data>>): Promise<Tagged<Data>> {
  const { data, error, response } = await call.catch(failUnanswered);
  if (!response.ok || data === undefined) throw withSessionEnd(errorOf(error, response));
  return { data, etag: response.headers.get('etag') };
}

/** For replies without a body. */
export async function done(call: Promise<Reply<unknown>>): Promise<void> {
  const { error, response } = await call.catch(failUnanswered);
  if (!response.ok) throw withSessionEnd(errorOf(error, response));
}

/**
 * Sends a request and reads its answer; an answer without a body is null, a refusal is thrown. The body may break off as
 * the headers may: whether something was done is then as little known.
 */
export async function fetchJson(request: Request, timeoutMs: number): Promise<Tagged<unknown>> {
  const { response, text } = await fetchWithin(timeoutMs)(request)
    .then(async (answer) => ({ response: answer, text: await answer.text() }))
    .catch(failUnanswered);
  const body = parseJson(text);
  if (!response.ok || body === undefined) throw withSessionEnd(errorOf(body, response));
  return { data: body, etag: response.headers.get('etag') };
}

interface FetchedFile {
  readonly body: ReadableStream<Uint8Array>;
  /** As the server names it. */
  readonly name: string;
}

/** Sends a request and gives the bytes of its file as they come, for as long as they do; a refusal is thrown. */
export async function fetchFile(request: Request): Promise<FetchedFile> {
  const response = await fetch(request).catch(failUnanswered);
  if (!response.ok || !response.body) throw withSessionEnd(errorOf(parseJson(await response.text()), response));
  const [, name = 'export'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { body: response.body, name };
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}
