import { declareError, notFound, Refused, refuse } from '../../kit/errors.ts';
import type { Headers } from '../../kit/http/endpoint.ts';
import { matchesIfNoneMatch } from '../../kit/http/shared-read.ts';
import type { StreamRequest, StreamResponse } from '../../kit/http/streams.ts';
import type { Span, StoredFile } from './storage.ts';

/** Serves a file or a range of it, with a content type of ours. */

/**
 * Players in web pages fetch playlists, segments and captions, from any origin: links need no credential, and browsers send
 * none with such requests. Refusals have the header too, so that players can tell them from a lost connection.
 */
export const readableByPages = { 'access-control-allow-origin': '*' };

/** Undefined for the whole file, null if the range is not satisfiable. Multiple ranges are not supported. */
export function parseRange(range: string, size: number): Span | null | undefined {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(range.trim());
  if (!parts) return undefined;
  const [, first = '', last = ''] = parts;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? null : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? null : { start, end };
}

interface ServedFile {
  /** Undefined if it is missing. */
  readonly file: StoredFile | undefined;
  readonly contentType: string;
  /** Whether shared caches may store it. */
  readonly isPublic: boolean;
}

export async function serveFile(
  { file, contentType, isPublic }: ServedFile,
  { headers }: StreamRequest,
  method: string,
): Promise<StreamResponse> {
  if (!file) return refuse(notFound);
  const { size, etag } = file;
  const shared = {
    'content-type': contentType,
    'content-disposition': 'inline',
    'accept-ranges': 'bytes',
    'cache-control': `${isPublic ? 'public' : 'private'}, max-age=3600`,
    'cross-origin-resource-policy': 'cross-origin',
    etag,
  };
  const { 'if-none-match': ifNoneMatch } = headers;
  if (typeof ifNoneMatch === 'string' && matchesIfNoneMatch(ifNoneMatch, etag)) return { status: 304, headers: shared };
  const span = requestedSpan(headers, etag, size);
  if (span === null) return refusedRange({ ...shared, 'content-range': `bytes */${size}` });
  const { start, end } = span ?? { start: 0, end: size - 1 };
  const part = span && { 'content-range': `bytes ${start}-${end}/${size}` };
  const response = {
    status: span ? 206 : 200,
    headers: { ...shared, 'content-length': String(end - start + 1), ...part },
  };
  const hasBody = method === 'GET' && size > 0;
  return hasBody ? { ...response, body: await file.open({ start, end }) } : response;
}

const rangeNotSatisfiable = declareError(416, 'range_not_satisfiable');

/** Has a Content-Range header, unlike a thrown refusal. */
const refusedRange = (headers: Readonly<Record<string, string>>): StreamResponse => ({
  status: rangeNotSatisfiable.status,
  headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(new Refused(rangeNotSatisfiable, {}).body),
});

/** Ignored if `If-Range` does not match. */
function requestedSpan(headers: Headers, etag: string, size: number): Span | null | undefined {
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
  return isCurrent && typeof headers.range === 'string' ? parseRange(headers.range, size) : undefined;
}
