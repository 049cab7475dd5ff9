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

/** Whether it supports `If-Match`. */
export const takesIfMatch = ({ ifMatch, method, guard }: Endpoint): boolean =>
  ifMatch ?? (method === 'PUT' && guard.strict);

/** Every error of an endpoint: those that it lists, those of its guard, and those that follow from its schemas. */
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

/** Maps a violated constraint to the declared error with that constraint, and lost connections to `unavailable`. */
export function toClientError(error: unknown, endpoint: Endpoint): unknown {
  if (error instanceof Refused) return error;
  const constraint = violatedConstraint(error);
  const spec = constraint ? endpoint.errors?.find(({ constraints }) => constraints.includes(constraint)) : undefined;
  if (spec) return new Refused(spec, {});
  return isUnavailable(error) ? new Refused(unavailable, {}, error) : error;
}
