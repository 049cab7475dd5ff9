import { refuseField } from '../errors.ts';
import { type Answer, isReplayedHeader } from './answer.ts';
import type { EffectRows } from './effects.ts';
import { type Endpoint, writes } from './endpoint.ts';
import { rejectUnsafeJson } from './json.ts';

/** A dry run is the real call, checks and all, undone at the end: what it says is what would have happened. */

/** Thrown inside the transaction when all is done, so that all is undone. */
export class DryRunDone extends Error {
  readonly answer: Answer<string>;

  /** Given what the call would have answered. Of its headers only the one that says so of a replay is sent. */
  constructor({ status, body, headers = [] }: Answer<string>, effects: EffectRows) {
    super('the dry run is done');
    const text = `{"dryRun":true,"status":${status},"body":${body || 'null'},"effects":${JSON.stringify(effects)}}`;
    this.answer = { status: 200, body: text, headers: headers.filter(isReplayedHeader) };
  }
}

/** Runs a call; the answer of a dry one arrives as the error that undid it. */
export async function rollBackDryRun(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof DryRunDone) return error.answer;
    throw error;
  }
}

export const takesDryRun = (endpoint: Endpoint): boolean =>
  writes(endpoint) && endpoint.guard.strict && endpoint.dryRun !== false;

/** Only where one is offered: elsewhere the word is passed over, the call is real, and its key must count. */
export const isDryRunRequested = (endpoint: Endpoint, query: unknown): boolean =>
  takesDryRun(endpoint) && query !== null && typeof query === 'object' && 'dryRun' in query && query.dryRun === 'true';

/** Splits `dryRun` off the query of a change; the rest is the endpoint's own. */
export function splitDryRun(endpoint: Endpoint, query: unknown): { dryRun: boolean; rest: unknown } {
  rejectUnsafeJson(query);
  const { dryRun, ...rest } = { dryRun: undefined, ...(query !== null && typeof query === 'object' ? query : {}) };
  if (dryRun === undefined) return { dryRun: false, rest };
  if (!endpoint.guard.strict) return { dryRun: false, rest: query };
  if (!takesDryRun(endpoint)) return refuseField('dryRun', 'is not offered here');
  if (dryRun !== 'true' && dryRun !== 'false') return refuseField('dryRun', 'must be true or false');
  return { dryRun: dryRun === 'true', rest };
}
