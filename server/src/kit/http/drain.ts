import type { ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refused, unavailable } from '../errors.ts';
import { newId } from '../id.ts';
import { answerAndDestroy, type RawAnswer } from './raw-answer.ts';

const graceMs = 1_000;
const sweepMs = 50;
/** So long nothing must be under way before connections that have said nothing are cut. */
const quietMs = 500;
/** No caller holds up the stop for longer, however slowly they send or read. */
const maxMs = 25_000;
/** Nor does anyone who has not sent everything by then: nothing was done for them yet. */
const maxBodyMs = 5_000;

/**
 * The answers that are under way. Not in a Set: one that is added to and deleted from at every request is rehashed all
 * the time, and each table that it leaves behind keeps whole requests alive until a major collection.
 */
const slotsOf = new WeakMap<FastifyInstance['server'], (ServerResponse | undefined)[]>();

/** Keeps track of what is under way, so that a stop knows what to wait for. */
export function trackAnswers({ server }: FastifyInstance): void {
  const slots: (ServerResponse | undefined)[] = [];
  const freeSlots: number[] = [];
  slotsOf.set(server, slots);
  server.on('request', (_request, response) => {
    const slot = freeSlots.pop() ?? slots.length;
    slots[slot] = response;
    response.on('close', () => {
      slots[slot] = undefined;
      freeSlots.push(slot);
    });
  });
}

/**
 * Stops without failing anyone. First `/readyz` alone says so, and whoever balances the load sends others elsewhere.
 * Then nobody new is let in, and every answer says `Connection: close`: those who keep connections alive get to know
 * and leave, and what they sent meanwhile is answered. Only then are idle connections cut and the rest waited for.
 */
export async function drain(app: FastifyInstance): Promise<void> {
  await untilAllLeft(app);
  // Not the close of HTTP, which would cut the connections that are idle just now.
  Server.prototype.close.call(app.server);
  // Told before the server stops listening, callers would connect again, and be cut off when it does.
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

/** Closing waits for every connection, also for those that become idle only then, or never say anything. */
function sweeper({ server, securityHeaders: headers }: FastifyInstance): () => void {
  const started = performance.now();
  const putOffs = new WeakSet<ServerResponse>();
  let busyAt = started;
  return () => {
    const now = performance.now();
    const isWaitedFor = (answer: ServerResponse | undefined): answer is ServerResponse =>
      answer !== undefined && !putOffs.has(answer);
    const pending = slotsOf.get(server)?.filter(isWaitedFor) ?? [];
    for (const answer of now - started > maxBodyMs ? pending.filter(isUnsent) : []) {
      putOffs.add(answer);
      refuseWithRetryAfter(answer, headers);
    }
    if (pending.length > 0) busyAt = now;
    if (now - busyAt > quietMs || now - started > maxMs) server.closeAllConnections();
    else server.closeIdleConnections();
  };
}

/** Whether an answer waits for a body that is still being sent. A read is answered whatever its body is like. */
const isUnsent = ({ req: { complete, method = '' }, headersSent }: ServerResponse): boolean =>
  !complete && !headersSent && !['GET', 'HEAD'].includes(method);

function refuseWithRetryAfter(answer: ServerResponse, headers: RawAnswer['headers']): void {
  const again = { ...headers, 'retry-after': '2' };
  answerAndDestroy(answer.req, answer, { refused: new Refused(unavailable, {}), requestId: newId(), headers: again });
}

function openConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}
