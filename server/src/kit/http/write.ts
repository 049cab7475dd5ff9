import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Connections } from '../db/database.ts';
import { newId } from '../id.ts';
import { DryRunDone, isDryRunRequested, rollBackDryRun, splitDryRun } from './dry-run.ts';
import type { Ctx, PlainEndpoint } from './endpoint.ts';
import { takesIfMatch } from './errors-of.ts';
import { rejectReusedKey, requestCauseId, runOnce } from './idempotency.ts';
import {
  type AuthenticatedRequest,
  headerList,
  headersFor,
  idempotencyKeyOf,
  type MountedEndpoint,
  paramsOf,
  queueLimitsOf,
  startByOf,
  targetOf,
} from './request-context.ts';
import { etagOf, type HttpResponse, streamOf } from './response.ts';
import { formOf } from './upload.ts';

const longestWorkMs = 300_000;

interface PreparedInput {
  prepared?: unknown;
}

export async function write(
  mounted: MountedEndpoint<PlainEndpoint>,
  call: AuthenticatedRequest,
): Promise<HttpResponse> {
  const input: PreparedInput = {};
  try {
    return await change(mounted, call, input);
  } finally {
    if (isDisposable(input.prepared)) await input.prepared[Symbol.asyncDispose]();
  }
}

const isDisposable = (prepared: unknown): prepared is AsyncDisposable =>
  prepared !== null && typeof prepared === 'object' && Symbol.asyncDispose in prepared;

/** While a large file is processed no bytes flow in either direction, and the idle timeout must not cut the connection. */
function allowLongWork({ raw: { socket } }: FastifyRequest): void {
  if (socket instanceof Socket) socket.setTimeout(longestWorkMs);
}

async function change(
  mounted: MountedEndpoint<PlainEndpoint>,
  call: AuthenticatedRequest,
  input: PreparedInput,
): Promise<HttpResponse> {
  const { auth, request, reply } = call;
  const { endpoint, database, limiter, newEffects, checkQuery, checkBody, replies } = mounted;
  const { status } = replies;
  const { caller } = auth;
  const params = paramsOf(endpoint, request);
  const form = await formOf(endpoint, request);
  /** Called after the target was found, because a 404 takes precedence over invalid input. */
  const validate = ({ includeBody = true } = {}) => {
    const { dryRun, rest } = splitDryRun(endpoint, request.query);
    return { dryRun, query: checkQuery(rest), body: includeBody ? checkBody(form.fields ?? request.body) : undefined };
  };
  const prepare = async () => {
    await targetOf(endpoint, database.db, params, caller);
    const { headers, ip, id: requestId } = request;
    const given = validate({ includeBody: !endpoint.upload?.streamed });
    const about = { database, caller, headers, ip, requestId, params, ...given, file: form.file };
    await form.during(async () => {
      input.prepared = await endpoint.prepare?.(about);
    });
  };
  if (endpoint.prepare) await prepare();
  if (endpoint.upload?.streamed) allowLongWork(request);
  const key = endpoint.idempotent ? idempotencyKeyOf(request, auth) : undefined;
  const isDryRun = isDryRunRequested(endpoint, request.query);
  // Created before BEGIN, so that a retried transaction has the same cause.
  const causeId = key ? requestCauseId(request, key.caller, key.key) : newId();
  const startBy = startByOf(mounted, call);
  const limits = await queueLimitsOf(mounted, params, auth, input.prepared);
  const inTransaction: Connections['transaction'] = (work) =>
    limiter.run(limits, () => database.transaction(work, { startBy }), { startBy });
  return rollBackDryRun(() =>
    inTransaction(async (tx, now) => {
      // A dry run neither claims the key nor is stored, but it has the same cause as the actual request.
      if (key && isDryRun) await rejectReusedKey(tx, now, key);
      const work = async (): Promise<HttpResponse<string>> => {
        const target = await targetOf(endpoint, tx, params, caller);
        const { dryRun, query, body } = validate();
        const { headers, header } = headerList();
        const ctx = contextOf(endpoint, call, { tx, now, effects: newEffects(), causeId: () => causeId, header });
        const given = { params, query, body, headers: headersFor(endpoint, request) };
        const result = await endpoint.run(ctx, {
          ...given,
          target,
          prepared: input.prepared,
          callerValue: auth.callerValue,
        });
        // Checks deferred constraints and serializes the reply, so that after this only COMMIT itself can fail.
        await sql`set constraints all immediate`.execute(tx);
        if (!endpoint.endsSession) await auth.confirm?.(tx);
        const text = status === 204 ? '' : replies.write(reply, result);
        if (dryRun) {
          const shown = auth.mayReadResponse === false ? '' : text;
          throw new DryRunDone({ status, body: shown, headers }, await ctx.effects.shownTo(tx, auth.permissions ?? []));
        }
        return { status, body: text, headers: [...headers, ...etagOf(result)], ...streamOf(result, database.db) };
      };
      return key && !isDryRun ? runOnce(tx, now, key, work) : work();
    }),
  );
}

type OfTransaction = Pick<Ctx, 'tx' | 'now' | 'effects' | 'causeId' | 'header'>;

const contextOf = (
  endpoint: PlainEndpoint,
  { auth, request }: AuthenticatedRequest,
  ofTransaction: OfTransaction,
): Ctx => ({
  caller: auth.caller,
  requestId: request.id,
  ip: request.ip,
  ifMatch: takesIfMatch(endpoint) ? request.headers['if-match'] : undefined,
  ...ofTransaction,
});
