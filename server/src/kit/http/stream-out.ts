import { pipeline, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import { copyOut } from '../db/copy-out.ts';
import { rateLimited, refusal, refuse, unavailable } from '../errors.ts';
import { newId } from '../id.ts';
import { isRecord } from '../json.ts';
import type { Limit, Limiter } from '../limiter.ts';
import type { Answer } from './answer.ts';
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

/**
 * Bytes out, as slowly as they are read. Up to the first of them a refusal is answered like any other; what fails later
 * breaks the connection, so that a short file never looks whole. A caller who goes away ends what feeds the stream, and
 * so does one who takes nothing for long.
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

/** Sends a reply that is read while it is sent, in the same way. */
export async function sendPieces(
  call: AuthenticatedRequest,
  { status, headers = [], pieces }: Answer,
  idleMs = 30_000,
): Promise<void> {
  if (!pieces) throw new Error('there are no pieces to send');
  call.reply.code(status);
  const type = { 'content-type': 'application/json; charset=utf-8' };
  const sent = { ...type, ...Object.fromEntries(headers) };
  await sendFrom(async () => pieces, call, { headers: () => sent, signal: signalOf(call), idleMs });
}

interface Sending {
  /** Of a request that was accepted. */
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
    // Nobody is there to be answered.
    reply.hijack();
    request.raw.destroy();
  }
}

/** Text is compressed as it is made. What breaks the source off breaks the connection off all the same. */
function coded({ request, reply }: AuthenticatedRequest, source: Readable): Readable {
  if (!/^(?:text\/|application\/json)/.test(String(reply.getHeader('content-type')))) return source;
  reply.header('vary', 'accept-encoding');
  const coding = codingFor(request.headers['accept-encoding']);
  if (coding === undefined) return source;
  reply.header('content-encoding', coding);
  // The response reports what broke off.
  return pipeline(source, compressor(coding), () => {});
}

function signalOf({ reply }: AuthenticatedRequest): AbortSignal {
  const controller = new AbortController();
  // Whoever went away while the answer was made is gone already.
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

/** The days that a file was asked for. */
function daysIn(query: unknown): RequestedDays {
  const dayOf = (name: keyof RequestedDays): RequestedDays => {
    const day = isRecord(query) ? query[name] : undefined;
    return typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? { [name]: day } : {};
  };
  return { ...dayOf('dateFrom'), ...dayOf('dateTo') };
}

/** The same as a part of its name. */
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
    if (!signal.aborted) request.log.error({ requestId: request.id, err: error }, 'a stream broke off');
    throw error;
  } finally {
    // What is left is on its way, and is waited for no longer than the rest.
    reader.offer();
    await source.return?.();
  }
}

/** Cuts off a reader who takes nothing of what is offered; that the source is slow is not held against it. */
function awaitReader({ request, reply }: AuthenticatedRequest, signal: AbortSignal, idleMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const took = (): void => clearTimeout(timer);
  const cut = (): void => {
    request.log.warn({ requestId: request.id }, 'a reader took nothing of a stream for too long');
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

/** Once an answer is sent, or its connection is gone: whichever comes first. */
function whenOver({ raw }: FastifyReply, work: () => void): void {
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    work();
  };
  raw.once('finish', end).once('close', end);
}

/** How many streams of one caller may be under way at once, at most. */
const maxStreamsOfCaller = 2;
const streamRefusal = () => refusal(rateLimited, { retryAfterS: 5 });

/** Streams leave one connection of the reports to others, and the streams of one caller leave one to other callers. */
function streamLimits(reports: pg.Pool, { auth, request }: AuthenticatedRequest): Limit[] {
  const ofAll = Math.max(1, reports.options.max - 1);
  const ofCaller = Math.max(1, Math.min(maxStreamsOfCaller, ofAll - 1));
  return [
    { key: `streams of ${callerKey(auth, request)}`, atOnce: ofCaller, refusal: streamRefusal },
    { key: 'streams', atOnce: ofAll },
  ];
}

/** Refuses a stream that is one too many; its slot is free again once it was sent or its caller has gone away. */
export function limitStreams(limiter: Limiter, reports: pg.Pool, call: AuthenticatedRequest): void {
  // A caller who is gone already would never free the slot.
  if (call.reply.raw.destroyed) refuse(unavailable);
  whenOver(call.reply, limiter.acquire(streamLimits(reports, call)));
}
