import { type BatchOutcome, BatchQueue, type BatchRun, busy, type FailureKind } from '../batch-queue.ts';
import { batchTransaction, failureKindOf } from '../db/batch-transaction.ts';
import type { Tx } from '../db/database.ts';
import { isConnectionLost } from '../db/faults.ts';
import { Refused, unavailable } from '../errors.ts';
import { newId } from '../id.ts';
import type { BatchedEndpoint, BatchItem } from './endpoint.ts';
import { claimKey, type KeyedRequest, requestCauseId, storeResponses } from './idempotency.ts';
import { rejectUnsafeJson } from './json.ts';
import {
  type AuthenticatedRequest,
  callerKey,
  idempotencyKeyOf,
  type MountedEndpoint,
  paramsOf,
  targetOf,
} from './request-context.ts';
import { etagOf, type HttpResponse } from './response.ts';

/**
 * Concurrent writes are executed in one transaction, at most one per caller. Each gets a response of its own. A batch
 * never waits for a lock: a write whose rows are locked is retried alone.
 */

interface Request {
  readonly call: AuthenticatedRequest;
  readonly item: BatchItem;
  readonly keyed: KeyedRequest | undefined;
}

/** The connection was lost during COMMIT, so it is unknown whether the writes were committed. */
class CommitOutcomeUnknown extends Refused {
  constructor(cause: unknown) {
    super(unavailable, {}, cause);
  }
}

export function batchedWrite(
  mounted: MountedEndpoint<BatchedEndpoint>,
): (call: AuthenticatedRequest) => Promise<HttpResponse> {
  const run = (requests: readonly Request[], how: BatchRun) => runTogether(mounted, requests, how);
  const { batchesAtOnce, batchBytes } = mounted.endpoint;
  const limits = {
    // The calls of one caller were limited before.
    maxPerKey: Number.POSITIVE_INFINITY,
    ...(batchesAtOnce !== undefined && { concurrency: batchesAtOnce }),
    ...(batchBytes !== undefined && { maxBatchBytes: batchBytes }),
  };
  const queue = new BatchQueue<Request, HttpResponse>({ run, classify, ...limits });
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

/** The length of the body. A chunked body does not declare it, and counts as the longest allowed. */
function bytesOf(request: AuthenticatedRequest['request']): number {
  const { headers } = request;
  // Fastify builds the options of a route on each access.
  if (headers['transfer-encoding'] !== undefined) return request.routeOptions.bodyLimit ?? 0;
  return Number(headers['content-length'] ?? 0);
}

const classify = (error: unknown): FailureKind =>
  error instanceof CommitOutcomeUnknown ? 'final' : failureKindOf(error);

/** The target is only looked up if the input is invalid, because a 404 takes precedence and valid requests should be fast. */
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
): Promise<BatchOutcome<HttpResponse>[]> {
  let isCommitting = false;
  try {
    return await batchTransaction(mounted.database, how, async (tx, now) => {
      isCommitting = false;
      const outcomes = await runIdempotently(tx, now, requests, (some) =>
        responsesTo(mounted, tx, now, some, how.wait),
      );
      isCommitting = true;
      return outcomes;
    });
  } catch (error) {
    throw isCommitting && isConnectionLost(error) ? new CommitOutcomeUnknown(error) : error;
  }
}

async function responsesTo(
  { endpoint, replies }: MountedEndpoint<BatchedEndpoint>,
  tx: Tx,
  now: Date,
  requests: readonly Request[],
  wait: boolean,
): Promise<BatchOutcome<HttpResponse<string>>[]> {
  const items = requests.map(({ item }) => item);
  const results = await endpoint.run({ tx, now, wait }, items);
  if (results.length !== items.length)
    throw new Error(`${endpoint.url} returned no result for some requests of a batch`);
  return requests.map(({ call: { reply } }, n) => {
    const result = results[n];
    if (result === busy || result instanceof Refused) return result;
    const { status } = replies;
    return { status, body: status === 204 ? '' : replies.write(reply, result), headers: etagOf(result) };
  });
}

/** Executes the new requests, and returns the stored responses of repeated ones. */
async function runIdempotently(
  tx: Tx,
  now: Date,
  requests: readonly Request[],
  work: (some: readonly Request[]) => Promise<BatchOutcome<HttpResponse<string>>[]>,
): Promise<BatchOutcome<HttpResponse>[]> {
  const keys = requests.flatMap(({ keyed }) => keyed ?? []);
  const known = await claimKey(tx, now, keys);
  const knownOf = ({ keyed }: Request) => keyed && known.get(keyed);
  const fresh = requests.filter((request) => !knownOf(request));
  const outcomes = fresh.length > 0 ? await work(fresh) : [];
  const done = new Map<Request, BatchOutcome<HttpResponse<string>>>();
  const toStore: { request: KeyedRequest; response: HttpResponse<string> }[] = [];
  for (const [n, request] of fresh.entries()) {
    const outcome = outcomes[n] ?? busy;
    done.set(request, outcome);
    const isDone = outcome !== busy && !(outcome instanceof Error);
    if (request.keyed && isDone) toStore.push({ request: request.keyed, response: outcome });
  }
  await storeResponses(tx, now, toStore);
  return requests.map((request) => knownOf(request) ?? done.get(request) ?? busy);
}
