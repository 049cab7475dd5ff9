import type { Db } from '../db/database.ts';
import { isConnectionLost, isPoolBusy } from '../db/faults.ts';
import { notFound, Refused } from '../errors.ts';
import type { EndpointBase, PlainEndpoint, ReadCtx } from './endpoint.ts';
import { rejectUnsafeQuery } from './json.ts';
import { previewEffectsAlone } from './preview-effects.ts';
import {
  type AuthenticatedRequest,
  headerList,
  headersFor,
  type MountedEndpoint,
  paramsOf,
  targetOf,
} from './request-context.ts';
import { etagOf, type HttpResponse, type ResponseHeader, streamOf } from './response.ts';

/**
 * A read that may lag goes to the replica, and to the primary if the replica does not have the object yet or the
 * connection is lost. The load of a busy replica does not move to the primary, because that would slow down payments.
 */
export async function read(mounted: MountedEndpoint<PlainEndpoint>, call: AuthenticatedRequest): Promise<HttpResponse> {
  const { endpoint, database } = mounted;
  if (!endpoint.fromReplica || database.lagging === database.db) return readFrom(database.db, mounted, call);
  try {
    return await readFrom(database.lagging, mounted, call);
  } catch (error) {
    const isMissing = error instanceof Refused && error.spec === notFound;
    const isReplicaLost = isConnectionLost(error) && !isPoolBusy(error);
    if (!isMissing && !isReplicaLost) throw error;
    return readFrom(database.db, mounted, call);
  }
}

async function readFrom(
  db: Db,
  mounted: MountedEndpoint<PlainEndpoint>,
  call: AuthenticatedRequest,
): Promise<HttpResponse> {
  const { auth, request, reply } = call;
  const { endpoint, database, limiter, newEffects, checkQuery, checkBody, replies } = mounted;
  const params = paramsOf(endpoint, request);
  const target = await targetOf(endpoint, db, params, auth.caller);
  rejectUnsafeQuery(request.query);
  const query = checkQuery(request.query);
  const { headers, header } = headerList();
  const ctx: ReadCtx = {
    caller: auth.caller,
    now: auth.now,
    requestId: request.id,
    ip: request.ip,
    db,
    header,
    readBatched: (hotRead, key) => hotRead(database, key),
    previewEffects: (work, queueKey) =>
      previewEffectsAlone({ database, limiter, startBy: call.startBy }, ctx, newEffects(), work, queueKey),
  };
  const result = await endpoint.run(ctx, {
    params,
    query,
    body: endpoint.method === 'GET' ? undefined : checkBody(request.body),
    headers: headersFor(endpoint, request),
    target,
    prepared: undefined,
    callerValue: auth.callerValue,
  });
  const { status } = replies;
  const all = [...headers, ...varyOf(endpoint)];
  const sent = { body: replies.write(reply, result), ...streamOf(result, db) };
  return { status, ...sent, headers: [...all, ...etagOf(result)] };
}

/** The headers that the response depends on, for caches. */
export function varyOf({ headers = {} }: EndpointBase): ResponseHeader[] {
  const names = Object.keys(headers);
  return names.length > 0 ? [['vary', names.join(', ')]] : [];
}
