import type { ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refused, unavailable } from '../errors.ts';
import { newId } from '../id.ts';
import { type RawResponse, sendAndDestroy } from './raw-response.ts';

const graceMs = 1_000;
const sweepMs = 50;
/** Silent connections are closed after so long without a request in progress. */
const quietMs = 500;
/** The longest that slow clients can delay the stop. */
const maxMs = 25_000;
/** Requests whose body is incomplete by then are refused; nothing was done for them yet. */
const maxBodyMs = 5_000;

/** Responses in progress. */
const pendingOf = new WeakMap<FastifyInstance['server'], Set<ServerResponse>>();

/** Tracks responses in progress, so that a stop knows what to wait for. */
export function trackResponses({ server }: FastifyInstance): void {
  const pending = new Set<ServerResponse>();
  pendingOf.set(server, pending);
  server.on('request', (_request, response) => {
    pending.add(response);
    response.on('close', () => pending.delete(response));
  });
}

/**
 * Stops without failing a request. First only `/readyz` fails, so that load balancers send requests elsewhere. Then the
 * server stops listening, and every response has `Connection: close`, so that clients close kept-alive connections, while
 * requests that they still send are served. Only then are idle connections closed, and requests in progress awaited.
 */
export async function drain(app: FastifyInstance): Promise<void> {
  await untilAllLeft(app);
  // Not the method of the HTTP server, which would close connections that are idle at this moment.
  Server.prototype.close.call(app.server);
  // If it were set before, clients would open new connections, which would be closed when listening ends.
  app.isDraining = true;
  await untilAllLeft(app);
  const closing = app.close();
  const sweeping = setInterval(sweeper(app), sweepMs);
  await closing.finally(() => clearInterval(sweeping));
}

async function untilAllLeft(app: FastifyInstance): Promise<void> {
  const until = performance.now() + graceMs;
  while (performance.now() < until && (await openConnections(app)) > 0) await sleep(sweepMs);
}

/** Closing waits for every connection, also for those that become idle later, or never send a request. */
function sweeper({ server, securityHeaders: headers }: FastifyInstance): () => void {
  const started = performance.now();
  const refused = new WeakSet<ServerResponse>();
  let busyAt = started;
  return () => {
    const now = performance.now();
    const pending = [...(pendingOf.get(server) ?? [])].filter((response) => !refused.has(response));
    for (const response of now - started > maxBodyMs ? pending.filter(isUnsent) : []) {
      refused.add(response);
      refuseWithRetryAfter(response, headers);
    }
    if (pending.length > 0) busyAt = now;
    if (now - busyAt > quietMs || now - started > maxMs) server.closeAllConnections();
    else server.closeIdleConnections();
  };
}

/** Whether a response waits for a body that is still being sent. Reads do not wait for a body. */
const isUnsent = ({ req: { complete, method = '' }, headersSent }: ServerResponse): boolean =>
  !complete && !headersSent && !['GET', 'HEAD'].includes(method);

function refuseWithRetryAfter(response: ServerResponse, headers: RawResponse['headers']): void {
  const again = { ...headers, 'retry-after': '2' };
  sendAndDestroy(response.req, response, { refused: new Refused(unavailable, {}), requestId: newId(), headers: again });
}

function openConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}
