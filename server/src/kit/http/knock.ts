import type { FastifyRequest } from 'fastify';
import type { Endpoint, Knock } from './endpoint.ts';

export function knockOf(request: FastifyRequest, endpoint: Endpoint): Knock {
  const { method, headers, ip } = request;
  const { may, despite = [], fresh = false } = endpoint;
  const own = endpoint.kind === 'plain' ? endpoint.own : undefined;
  return { method, headers, ip, unsafe: method !== 'GET', may, despite, fresh, own };
}
