import { refuseField } from '../errors.ts';
import type { EffectRows } from './effects.ts';
import { type Endpoint, writes } from './endpoint.ts';
import { rejectUnsafeJson } from './json.ts';
import { type HttpResponse, isReplayedHeader } from './response.ts';

/** A dry run executes the request with all checks, then rolls back and reports the effects. */

/** Thrown at the end of the transaction, to roll it back. */
export class DryRunDone extends Error {
  readonly response: HttpResponse<string>;

  /** Takes the response of the actual request. Of its headers only the replay marker is sent. */
  constructor({ status, body, headers = [] }: HttpResponse<string>, effects: EffectRows) {
    super('the dry run is done');
    const text = `{"dryRun":true,"status":${status},"body":${body || 'null'},"effects":${JSON.stringify(effects)}}`;
    this.response = { status: 200, body: text, headers: headers.filter(isReplayedHeader) };
  }
}

/** Runs a call; a dry run throws its response. */
export async function rollBackDryRun(call: () => Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof DryRunDone) return error.response;
    throw error;
  }
}

export const takesDryRun = (endpoint: Endpoint): boolean =>
  writes(endpoint) && endpoint.guard.strict && endpoint.dryRun !== false;

/** Only on endpoints that support it; others ignore the parameter, so the call is real and its Idempotency-Key counts. */
export const isDryRunRequested = (endpoint: Endpoint, query: unknown): boolean =>
  takesDryRun(endpoint) && query !== null && typeof query === 'object' && 'dryRun' in query && query.dryRun === 'true';

/** Separates `dryRun` from the query of the endpoint. */
export function splitDryRun(endpoint: Endpoint, query: unknown): { dryRun: boolean; rest: unknown } {
  rejectUnsafeJson(query);
  const { dryRun, ...rest } = { dryRun: undefined, ...(query !== null && typeof query === 'object' ? query : {}) };
  if (dryRun === undefined) return { dryRun: false, rest };
  if (!endpoint.guard.strict) return { dryRun: false, rest: query };
  if (!takesDryRun(endpoint)) return refuseField('dryRun', 'is not offered here');
  if (dryRun !== 'true' && dryRun !== 'false') return refuseField('dryRun', 'must be true or false');
  return { dryRun: dryRun === 'true', rest };
}
