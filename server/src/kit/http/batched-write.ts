import { type BatchOutcome, BatchQueue, type BatchRun, busy, type FailureKind } from '../batch-queue.ts';
import { batchTransaction, failureKindOf } from '../db/batch-transaction.ts';
import type { Tx } from '../db/database.ts';
import { isConnectionLost } from '../db/faults.ts';
import { Refused, unavailable } from '../errors.ts';
import { newId } from '../id.ts';
import { type Answer, etagOf } from './answer.ts';
import type { BatchedEndpoint, BatchItem } from './endpoint.ts';
import { claimKey, type KeyedRequest, requestCauseId, storeAnswers } from './idempotency.ts';
import { rejectUnsafeJson } from './json.ts';
import {
  type AuthenticatedRequest,
  callerKey,
  idempotencyKeyOf,
  type MountedEndpoint,
  paramsOf,
  targetOf,
} from './request-context.ts';

/**
 * Changes that wait at the same moment go to the database together, in one transaction, at most one for each caller.
 * Each gets an answer of its own. A batch never waits for a lock: a change whose rows are locked is tried again alone.
 */

interface Request {
  readonly call: AuthenticatedRequest;
  readonly item: BatchItem;
  readonly keyed: KeyedRequest | undefined;
}

/** The connection was lost while the changes were being committed: nobody knows whether they are. */
class CommitOutcomeUnknown extends Refused {
  constructor(cause: unknown) {
    super(unavailable, {}, cause);
  }
}

export function batchedWrite(
  mounted: MountedEndpoint<BatchedEndpoint>,
): (call: AuthenticatedRequest) => Promise<Answer> {
  const run = (requests: readonly Request[], how: BatchRun) => runTogether(mounted, requests, how);
  const { batchesAtOnce, batchBytes } = mounted.endpoint;
  const limits = {
    // The calls of one caller are limited before they come here, unless limits are off.
    maxPerKey: Number.POSITIVE_INFINITY,
    ...(batchesAtOnce !== undefined && { concurrency: batchesAtOnce }),
    ...(batchBytes !== undefined && { maxBatchBytes: batchBytes }),
  };
  const queue = new BatchQueue<Request, Answer>({ run, classify, ...limits });
  return async (call) => {
    const { auth, request } = call;
    const given = await givenIn(mounted, call);
    const keyed = mounted.endpoint.idempotent ? idempotencyKeyOf(request, auth) : undefined;
    const causeId = keyed ? requestCauseId(request, keyed.caller, keyed.key) : newId();
    const item = { caller: auth.caller, requestId: request.id, ip: request.ip, causeId, ...given };
    const options = { bytes: bytesOf(request), startBy: call.startBy };
    const key = mounted.endpoint.batchKey?.(item) ?? callerKey(auth, request);
    return queue.add(key, { call, item, keyed }, options);
  };
}

/** How long the body is; one that comes in chunks does not say so, and counts as the longest that there may be. */
function bytesOf(request: AuthenticatedRequest['request']): number {
  const { headers } = request;
  // The options of a route are put together anew each time that they are read.
  if (headers['transfer-encoding'] !== undefined) return request.routeOptions.bodyLimit ?? 0;
  return Number(headers['content-length'] ?? 0);
}

const classify = (error: unknown): FailureKind =>
  error instanceof CommitOutcomeUnknown ? 'final' : failureKindOf(error);

/** The target is looked for only where the shape is wrong, so that a 404 still comes first and a good request is quick. */
async function givenIn({ endpoint, database, checkQuery, checkBody }: MountedEndpoint, call: AuthenticatedRequest) {
  const { auth, request } = call;
  const params = paramsOf(endpoint, request);
  try {
    rejectUnsafeJson(request.query);
    return { params, query: checkQuery(request.query), body: checkBody(request.body) };
  } catch (error) {
    await targetOf(endpoint, database.db, params, auth.caller);
    throw error;
  }
}

async function runTogether(
  mounted: MountedEndpoint<BatchedEndpoint>,
  requests: readonly Request[],
  how: BatchRun,
): Promise<BatchOutcome<Answer>[]> {
  let isCommitting = false;
  try {
    return await batchTransaction(mounted.database, how, async (tx, now) => {
      isCommitting = false;
      const outcomes = await runIdempotently(tx, now, requests, (some) => answersTo(mounted, tx, now, some, how.wait));
      isCommitting = true;
      return outcomes;
    });
  } catch (error) {
    throw isCommitting && isConnectionLost(error) ? new CommitOutcomeUnknown(error) : error;
  }
}

async function answersTo(
  { endpoint, replies }: MountedEndpoint<BatchedEndpoint>,
  tx: Tx,
  now: Date,
  requests: readonly Request[],
  wait: boolean,
): Promise<BatchOutcome<Answer<string>>[]> {
  const items = requests.map(({ item }) => item);
  const results = await endpoint.run({ tx, now, wait }, items);
  if (results.length !== items.length) throw new Error(`${endpoint.url} did not answer each request of a batch`);
  return requests.map(({ call: { reply } }, n) => {
    const result = results[n];
    if (result === busy || result instanceof Refused) return result;
    const { status } = replies;
    return { status, body: status === 204 ? '' : replies.write(reply, result), headers: etagOf(result) };
  });
}

/** Does what is new among the requests, and answers again what was done before under the same key. */
async function runIdempotently(
  tx: Tx,
  now: Date,
  requests: readonly Request[],
  work: (some: readonly Request[]) => Promise<BatchOutcome<Answer<string>>[]>,
): Promise<BatchOutcome<Answer>[]> {
  const keys = requests.flatMap(({ keyed }) => keyed ?? []);
  const known = await claimKey(tx, now, keys);
  const knownOf = ({ keyed }: Request) => keyed && known.get(keyed);
  const fresh = requests.filter((request) => !knownOf(request));
  const outcomes = fresh.length > 0 ? await work(fresh) : [];
  const done = new Map<Request, BatchOutcome<Answer<string>>>();
  const toStore: { request: KeyedRequest; answer: Answer<string> }[] = [];
  for (const [n, request] of fresh.entries()) {
    const outcome = outcomes[n] ?? busy;
    done.set(request, outcome);
    const isDone = outcome !== busy && !(outcome instanceof Error);
    if (request.keyed && isDone) toStore.push({ request: request.keyed, answer: outcome });
  }
  await storeAnswers(tx, now, toStore);
  return requests.map((request) => knownOf(request) ?? done.get(request) ?? busy);
}
