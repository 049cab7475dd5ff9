import type { FastifyRequest } from 'fastify';
import type { AuthRequest, Endpoint } from './endpoint.ts';

export function authRequestOf(request: FastifyRequest, endpoint: Endpoint): AuthRequest {
  const { headers, ip, query, id: requestId } = request;
  // HEAD is the reading that it is the head of.
  const { method, may, allowedWhile = [], stepUp = false } = endpoint;
  const callerValue = endpoint.kind === 'plain' ? endpoint.callerValue : undefined;
  const isWrite = method !== 'GET';
  return { method, headers, ip, requestId, query, isWrite, may, allowedWhile, stepUp, callerValue };
}
