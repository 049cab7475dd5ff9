import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const graceMs = 1_000;

/**
 * Stops without failing anyone. While answers say `Connection: close`, those who keep connections alive get to know
 * and leave; what they sent meanwhile is answered. Only then are idle connections cut and the rest waited for.
 */
export async function drain(app: FastifyInstance): Promise<void> {
  const until = performance.now() + graceMs;
  while (performance.now() < until && (await openConnections(app)) > 0) await sleep(20);
  await app.close();
}

function openConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}
