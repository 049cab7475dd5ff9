import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Endpoint, Knock } from './endpoint.ts';

export function knockOf(request: FastifyRequest, endpoint: Endpoint, named: Knock['named']): Knock {
  const { method, headers, ip } = request;
  const { may, despite = [], fresh = false } = endpoint;
  return { method, headers, ip, unsafe: method !== 'GET', may, despite, fresh, named };
}

const nothing = { start: () => {}, found: () => undefined };

/** Reads what is the caller's own while the door is busy with them. Who is not let in never learns of it. */
export function ownOf(database: Database, { own }: Endpoint) {
  if (!own) return nothing;
  let reading: Promise<unknown> | undefined;
  return {
    start: (callerId: string): void => {
      reading = own(database, callerId);
      reading.catch(() => {});
    },
    found: () => reading,
  };
}
