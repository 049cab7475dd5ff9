import { pipeline, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import { copyOut } from '../db/copy-out.ts';
import { rateLimited, refusal, refuse, unavailable } from '../errors.ts';
import { newId } from '../id.ts';
import { isRecord } from '../json.ts';
import type { Limit, Limiter } from '../limiter.ts';
import { codingFor, compressor } from './coding.ts';
import type { Ctx, RequestedDays, StreamCtx, StreamEndpoint } from './endpoint.ts';
import { rejectUnsafeJson } from './json.ts';
import {
  type AuthenticatedRequest,
  callerKey,
  headersFor,
  type MountedEndpoint,
  paramsOf,
  targetOf,
} from './request-context.ts';
import type { HttpResponse } from './response.ts';

/**
 * Streams a response as slowly as it is read. Errors before the first byte are sent like those of any endpoint; later
 * ones break the connection, so that a truncated file never looks complete. The source is ended if the client
 * disconnects or reads nothing for long.
 */
export async function streamOut(
  mounted: MountedEndpoint<StreamEndpoint>,
  call: AuthenticatedRequest,
  idleMs = 30_000,
): Promise<void> {
  const signal = signalOf(call);
  const open = () => sourceOf(mounted, call, signal);
  const headers = () => headersOf(mounted.endpoint, call);
  await sendFrom(open, call, { headers, signal, idleMs });
}

/** Sends a reply that is read from the database while it is sent. */
export async function sendStream(
  call: AuthenticatedRequest,
  { status, headers = [], stream }: HttpResponse,
  idleMs = 30_000,
): Promise<void> {
  if (!stream) throw new Error('the response has no stream');
  call.reply.code(status);
  const type = { 'content-type': 'application/json; charset=utf-8' };
  const sent = { ...type, ...Object.fromEntries(headers) };
  await sendFrom(async () => stream, call, { headers: () => sent, signal: signalOf(call), idleMs });
}

interface Sending {
  /** Called once the request was accepted. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly idleMs: number;
}

async function sendFrom(
  open: () => Promise<AsyncIterable<Buffer | string>>,
  call: AuthenticatedRequest,
  { headers, signal, idleMs }: Sending,
): Promise<void> {
  const { request, reply } = call;
  try {
    const source = (await open())[Symbol.asyncIterator]();
    const first = await source.next();
    signal.throwIfAborted();
    reply.headers(headers());
    void reply.send(coded(call, Readable.from(chunks(first, source, call, signal, idleMs), { objectMode: false })));
  } catch (error) {
    if (!signal.aborted) throw error;
    // The client has disconnected.
    reply.hijack();
    request.raw.destroy();
  }
}

/** Compresses text. An error of the source also breaks the connection. */
function coded({ request, reply }: AuthenticatedRequest, source: Readable): Readable {
  if (!/^(?:text\/|application\/json)/.test(String(reply.getHeader('content-type')))) return source;
  reply.header('vary', 'accept-encoding');
  const coding = codingFor(request.headers['accept-encoding']);
  if (coding === undefined) return source;
  reply.header('content-encoding', coding);
  // The response reports errors.
  return pipeline(source, compressor(coding), () => {});
}

function signalOf({ reply }: AuthenticatedRequest): AbortSignal {
  const controller = new AbortController();
  // The client may have disconnected before.
  if (reply.raw.destroyed) controller.abort();
  else reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

async function sourceOf(mounted: MountedEndpoint<StreamEndpoint>, call: AuthenticatedRequest, signal: AbortSignal) {
  const { endpoint, database, newEffects, checkQuery } = mounted;
  const { auth, request } = call;
  const { caller, now } = auth;
  const params = paramsOf(endpoint, request);
  const db = endpoint.fromReplica ? database.lagging : database.db;
  const target = await targetOf(endpoint, database.db, params, caller);
  rejectUnsafeJson(request.query);
  const query = checkQuery(request.query);
  const common = { caller, now, requestId: request.id, ip: request.ip };
  const ctx: StreamCtx = {
    ...common,
    db,
    signal,
    transaction: (work) =>
      database.transaction(async (tx, at) => {
        const rest = { effects: newEffects(), ifMatch: undefined, causeId: newId, header: () => {} };
        const change: Ctx = { ...common, ...rest, now: at, tx };
        const result = await work(change);
        await sql`set constraints all immediate`.execute(tx);
        return result;
      }),
    copyOut: (text) => copyOut(database.reports, text.compile(db), signal),
  };
  const given = { params, query, body: undefined, headers: headersFor(endpoint, request) };
  return endpoint.run(ctx, { ...given, target, prepared: undefined, callerValue: undefined });
}

function headersOf(
  { sends = { type: 'application/octet-stream' }, query }: StreamEndpoint,
  { request, auth }: AuthenticatedRequest,
): Record<string, string> {
  const { type, fileName, defaultDays } = sends;
  const asked = daysIn(request.query);
  const { start, end } = defaultDays?.(asked, auth.now) ?? { start: asked.dateFrom, end: asked.dateTo };
  const takesDays = query !== undefined && 'dateFrom' in query;
  const name = fileName?.replace(/(?=\.\w+$)/, takesDays ? periodIn(start, end) : '');
  const disposition = name !== undefined && { 'content-disposition': `attachment; filename="${name}"` };
  return { 'content-type': type, ...disposition };
}

/** The requested days. */
function daysIn(query: unknown): RequestedDays {
  const dayOf = (name: keyof RequestedDays): RequestedDays => {
    const day = isRecord(query) ? query[name] : undefined;
    return typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? { [name]: day } : {};
  };
  return { ...dayOf('dateFrom'), ...dayOf('dateTo') };
}

/** The period in the file name. */
function periodIn(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) return `_${from}_${to}`;
  if (from !== undefined) return `_from_${from}`;
  return to === undefined ? '_all' : `_until_${to}`;
}

async function* chunks(
  first: IteratorResult<Buffer | string, unknown>,
  source: AsyncIterator<Buffer | string>,
  call: AuthenticatedRequest,
  signal: AbortSignal,
  idleMs: number,
): AsyncGenerator<Buffer | string> {
  const { request } = call;
  const reader = awaitReader(call, signal, idleMs);
  try {
    for (let next = first; !next.done; next = await source.next()) {
      reader.offer();
      yield next.value;
      reader.took();
    }
  } catch (error) {
    if (!signal.aborted) request.log.error({ requestId: request.id, err: error }, 'stream failed');
    throw error;
  } finally {
    // The remaining bytes have the same timeout.
    reader.offer();
    await source.return?.();
  }
}

/** Disconnects a client that reads nothing of what is available; a slow source does not count. */
function awaitReader({ request, reply }: AuthenticatedRequest, signal: AbortSignal, idleMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const took = (): void => clearTimeout(timer);
  const cut = (): void => {
    request.log.warn({ requestId: request.id }, 'stream cut off: the client read nothing for too long');
    reply.raw.destroy();
  };
  signal.addEventListener('abort', took);
  return {
    took,
    offer(): void {
      took();
      if (!signal.aborted) timer = setTimeout(cut, idleMs).unref();
    },
  };
}

/** Calls `work` once the response was sent or its connection was closed. */
function whenOver({ raw }: FastifyReply, work: () => void): void {
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    work();
  };
  raw.once('finish', end).once('close', end);
}

/** Concurrent streams of one caller. */
const maxStreamsOfCaller = 2;
const streamRefusal = () => refusal(rateLimited, { retryAfterS: 5 });

/** Streams leave one connection of the report pool free, and those of one caller leave one to other callers. */
function streamLimits(reports: pg.Pool, { auth, request }: AuthenticatedRequest): Limit[] {
  const ofAll = Math.max(1, reports.options.max - 1);
  const ofCaller = Math.max(1, Math.min(maxStreamsOfCaller, ofAll - 1));
  return [
    { key: `streams of ${callerKey(auth, request)}`, atOnce: ofCaller, refusal: streamRefusal },
    { key: 'streams', atOnce: ofAll },
  ];
}

/** Refuses a stream above the limits; its slot is freed once it was sent or the client disconnected. */
export function limitStreams(limiter: Limiter, reports: pg.Pool, call: AuthenticatedRequest): void {
  // A closed connection would never free the slot.
  if (call.reply.raw.destroyed) refuse(unavailable);
  whenOver(call.reply, limiter.acquire(streamLimits(reports, call)));
}
