import { Type } from 'typebox';
import { rateLimited, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { redact } from '../../kit/log.ts';
import { createRateLimiter } from '../../kit/rate.ts';
import { adminEndpoint } from '../access/public.ts';

const ClientError = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  message: Type.String({ maxLength: 1000 }),
  stack: Type.Optional(Type.String({ maxLength: 6000 })),
  path: Type.Optional(Type.String({ maxLength: 300, description: 'Path of the page, without the query string' })),
});

const maxBytes = 32 * 1024;
/** Limits pages that fail in a loop. */
const perSecond = 0.2;

/** Without search terms, which may be personal. */
const pageOf = (path: string): string => redact(path.replace(/[?#].*$/s, ''));

export interface ClientErrorLog {
  warn(fields: object, message: string): void;
}

/** Errors in the panel, which would otherwise go unnoticed. */
export function clientErrorRoutes(log: ClientErrorLog): Endpoint[] {
  const limit = createRateLimiter(perSecond);
  return [
    adminEndpoint({
      method: 'POST',
      url: '/admin/client-errors',
      access: 'signed_in',
      status: 204,
      dryRun: false,
      audited: false,
      bodyLimit: maxBytes,
      summary: 'Report an error of the panel',
      description:
        'Written to the log. At most 32 KiB. Rate limit per admin: a burst of twelve, then one every five seconds. Search terms are removed.',
      body: ClientError,
      example: { body: { name: 'TypeError', message: 'x is undefined', path: '/users' } },
      run: async ({ caller, requestId }, { body: { name, message, stack = '', path } }) => {
        const retryAfterS = limit(caller.id);
        if (retryAfterS > 0) refuse(rateLimited, { retryAfterS });
        const err = Object.assign(new Error(message), { name, stack });
        const page = path === undefined ? {} : { path: pageOf(path) };
        log.warn({ err, ...page, adminId: caller.id, requestId }, 'error in the panel');
      },
    }),
  ];
}
