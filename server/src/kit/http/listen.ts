import { lookup } from 'node:dns/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Listens at one address. Left to the framework, `localhost` would be two, and of those who come by the second
 * one nobody knows: a stop would cut them off in the middle of their answer.
 */
export async function listen(app: FastifyInstance, { port, host }: { port: number; host: string }): Promise<string> {
  const { address } = await lookup(host);
  return app.listen({ port, host: address });
}
