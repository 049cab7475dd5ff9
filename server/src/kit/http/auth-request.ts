import type { FastifyRequest } from 'fastify';
import { type AuthRequest, type Endpoint, isPlain, writes } from './endpoint.ts';

export function authRequestOf(request: FastifyRequest, endpoint: Endpoint): AuthRequest {
  const { headers, ip, id: requestId } = request;
  // That of the endpoint: HEAD is a GET.
  const { method, access, allowedWhile = [], stepUp = false } = endpoint;
  const callerValue = isPlain(endpoint) ? endpoint.callerValue : undefined;
  const isWrite = writes(endpoint);
  const isShared = endpoint.kind === 'shared';
  return { method, headers, ip, requestId, isWrite, isShared, access, allowedWhile, stepUp, callerValue };
}
