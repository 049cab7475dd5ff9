import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { takesIfMatch } from './errors-of.ts';

/** What the document says about headers, of requests and of answers. */

type Json = Record<string, unknown>;

const text = { schema: { type: 'string' } };

/** `accept-language` as it is usually written. */
const usualName = (name: string): string => name.replace(/(?:^|-)\w/g, (letter) => letter.toUpperCase());

export const headerParameter = (name: string, description: string, required = false): Json => ({
  name,
  in: 'header',
  description,
  ...(required && { required }),
  ...text,
});

/** A part of a stream's address. */
export const pathParameter = (name: string | undefined): Json => ({
  name,
  in: 'path',
  required: true,
  ...text,
  example: '01930000-0000-7000-8000-000000000061',
});

/** The headers that a call may carry, and those without which it is refused. */
export function headerParameters(endpoint: Endpoint): Json[] {
  const { idempotent, headers = {}, requiredHeaders = {}, conditional } = endpoint;
  return [
    ...(idempotent
      ? [
          headerParameter(
            'Idempotency-Key',
            '1 to 255 characters; a request with the same key is executed once within 24 hours',
          ),
        ]
      : []),
    ...Object.entries(requiredHeaders).map(([name, description]) => headerParameter(name, description, true)),
    ...Object.entries(headers).map(([name, description]) => headerParameter(usualName(name), description)),
    ...(conditional
      ? [
          headerParameter(
            'If-None-Match',
            'ETags of the copies that the caller has; if one of them is current, the response is 304',
          ),
        ]
      : []),
    ...(takesIfMatch(endpoint)
      ? [headerParameter('If-Match', 'ETag of the revision being edited; 412 if it is not the current one')]
      : []),
  ];
}

/** Headers of an answer by name, with what they mean. */
export const responseHeaders = (meanings: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(Object.entries(meanings).map(([name, description]) => [name, { description, ...text }]));

type Reply = TSchema & { properties?: unknown; anyOf?: Reply[] };

const hasRevision = (reply: Reply | undefined): boolean =>
  (typeof reply?.properties === 'object' && reply.properties !== null && 'revision' in reply.properties) ||
  (reply?.anyOf?.some(hasRevision) ?? false);

/** The headers of an answer to a call that went well; none of them where there are none to tell of. */
export function answerHeaders({ method, reply, conditional, idempotent, headers = {} }: Endpoint): Json {
  const varies = method === 'GET' && Object.keys(headers).length > 0;
  const documented = responseHeaders({
    ...((conditional || hasRevision(reply)) && { ETag: 'ETag of the response' }),
    ...(conditional && { 'Cache-Control': `Caching: ${conditional.cacheControl ?? 'no-store'}` }),
    ...(varies && { Vary: `The response varies by: ${Object.keys(headers).map(usualName).join(', ')}` }),
    ...(idempotent && {
      'Idempotent-Replayed': '`true` if the key was used before and this is the stored first response',
    }),
  });
  return Object.keys(documented).length > 0 ? { headers: documented } : {};
}

const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };

/** The headers of a refusal with this status. */
export function refusalHeaders(status: number, more: Readonly<Record<string, string>> = {}): Json {
  const headers = { ...(status === 429 || status === 503 ? retryAfter : {}), ...responseHeaders(more) };
  return Object.keys(headers).length > 0 ? { headers } : {};
}
