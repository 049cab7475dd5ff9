import { isUnavailable, violatedConstraint } from '../db/faults.ts';
import {
  type ErrorSpec,
  idempotencyInProgress,
  idempotencyKeyReused,
  internalError,
  invalidJson,
  notFound,
  payloadTooLarge,
  Refused,
  rateLimited,
  requestTimeout,
  staleWrite,
  unavailable,
  unsupportedMediaType,
  validationFailed,
} from '../errors.ts';
import type { Endpoint } from './endpoint.ts';

const onBodies = [requestTimeout, invalidJson, payloadTooLarge, unsupportedMediaType];

/** Whether a call says by `If-Match` on which edition it was made. */
export const takesIfMatch = ({ ifMatch, method, guard }: Endpoint): boolean =>
  ifMatch ?? (method === 'PUT' && guard.strict);

/** Every error that an endpoint can answer: what it lists, what its guard refuses, and what its shape implies. */
export function errorsOf(endpoint: Endpoint): ErrorSpec[] {
  const { method, params, idempotent, errors = [], guard } = endpoint;
  return [
    ...new Set([
      ...errors,
      ...guard.refusals,
      ...(params ? [notFound] : []),
      ...(method === 'GET' ? [] : [...(guard.changeRefusals ?? []), ...onBodies]),
      validationFailed,
      ...(takesIfMatch(endpoint) ? [staleWrite] : []),
      ...(idempotent ? [idempotencyKeyReused, idempotencyInProgress] : []),
      rateLimited,
      internalError,
      unavailable,
    ]),
  ];
}

/** What an error means to the caller: a violated constraint that stands for a declared refusal is that refusal. */
export function toClientError(error: unknown, endpoint: Endpoint): unknown {
  if (error instanceof Refused) return error;
  const constraint = violatedConstraint(error);
  const spec = constraint ? endpoint.errors?.find(({ constraints }) => constraints.includes(constraint)) : undefined;
  if (spec) return new Refused(spec, {});
  return isUnavailable(error) ? new Refused(unavailable, {}, error) : error;
}
