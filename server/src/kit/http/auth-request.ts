import type { FastifyRequest } from 'fastify';
import type { AuthRequest, Endpoint } from './endpoint.ts';

export function authRequestOf(request: FastifyRequest, endpoint: Endpoint): AuthRequest {
  const { headers, ip, id: requestId } = request;
  // HEAD is the reading that it is the head of.
  const { method, access, allowedWhile = [], stepUp = false } = endpoint;
  const callerValue = endpoint.kind === 'plain' ? endpoint.callerValue : undefined;
  const isWrite = method !== 'GET';
  return { method, headers, ip, requestId, isWrite, access, allowedWhile, stepUp, callerValue };
}
