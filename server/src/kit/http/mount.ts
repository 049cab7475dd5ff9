import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database, Db, Tx } from '../db/database.ts';
import { notFound, Refused, rateLimited, refuse } from '../errors.ts';
import { rateLimit } from '../rate.ts';
import { type Answer, type AnswerHeader, etagOf, type Replies, repliesOf, send } from './answer.ts';
import { causeOf } from './cause.ts';
import { asksDryRun, DryRunDone, splitDryRun, undoneIfDry } from './dry-run.ts';
import { type Ctx, type Door, type Endpoint, type Entered, noEffects, type ReadCtx, rateClasses } from './endpoint.ts';
import { errorsOf, meaningOf } from './errors-of.ts';
import { keyedRequest, once } from './idempotency.ts';
import { isCleanText, mustBeOrderly } from './json.ts';
import { knockOf } from './knock.ts';
import { rehearseAlone } from './rehearse.ts';
import { isId } from './schema.ts';
import { formOf, mustBeForm, takeForms } from './upload.ts';
import { bodyCheck, bytesCheck, type Check, queryCheck } from './validate.ts';

export interface MountOptions {
  database: Database;
  doors: Readonly<Record<string, Door>>;
  rateLimits: boolean;
  /**
   * In tests: a refusal that the endpoint did not list is a crash, not an answer, and so is a reply with a value of
   * another type than its schema says, which the serializer would bend: null to 0, 1.7 to 1.
   */
  unlistedErrorsCrash: boolean;
  onTraceFault: (error: unknown) => void;
}

interface Mounted {
  endpoint: Endpoint;
  checkQuery: Check;
  checkBody: Check;
  replies: Replies;
}

type Trace = (tx: Tx, now: Date) => Promise<unknown>;

export function mount(app: FastifyInstance, endpoints: readonly Endpoint[], options: MountOptions): void {
  const limits = Object.fromEntries(Object.entries(rateClasses).map(([name, perS]) => [name, rateLimit(perS)]));
  const takesForms = ({ upload }: Endpoint): boolean => upload !== undefined;
  mountAt(
    app,
    endpoints.filter((endpoint) => !takesForms(endpoint)),
    limits,
    options,
  );
  // In a room of their own: reading forms hangs hooks on every request there.
  app.register(async (room) => {
    takeForms(room);
    mountAt(room, endpoints.filter(takesForms), limits, options);
  });
}

type Limits = Record<string, ReturnType<typeof rateLimit>>;

function mountAt(app: FastifyInstance, endpoints: readonly Endpoint[], limits: Limits, options: MountOptions): void {
  for (const endpoint of endpoints) {
    const door = options.doors[endpoint.door.name];
    if (!endpoint.may) throw new Error(`${endpoint.method} ${endpoint.url} does not say who may call it`);
    if (!door)
      throw new Error(`${endpoint.method} ${endpoint.url} stands behind ${endpoint.door.name}, which is no door`);
    const strict = endpoint.strict ?? endpoint.door.strict;
    const status = endpoint.status ?? 200;
    const mounted: Mounted = {
      endpoint,
      checkQuery: queryCheck(endpoint.query ?? {}, strict),
      checkBody: endpoint.raw ? bytesCheck : bodyCheck(endpoint.body, strict),
      replies: repliesOf(endpoint.reply, status, options.unlistedErrorsCrash),
    };
    const listed = new Set(errorsOf(endpoint));
    app.route({
      method: endpoint.method,
      url: endpoint.url,
      config: { endpoint },
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
      schema: endpoint.reply ? { response: { [status]: endpoint.reply } } : {},
      handler: async (request, reply) => {
        const traces: Trace[] = [];
        let visit: readonly Trace[] = [];
        try {
          const entered = await door.enter(knockOf(request, endpoint));
          request.callerId = entered.callerId;
          visit = entered.traces ?? [];
          if (endpoint.upload) mustBeForm(request);
          if (options.rateLimits) limit(limits, endpoint, entered, request);
          const visitor = { entered, request, reply, traces };
          send(reply, await (endpoint.method === 'GET' ? read : write)(options, mounted, visitor));
        } catch (error) {
          const refusal = meaningOf(error, endpoint);
          if (refusal instanceof Refused && options.unlistedErrorsCrash && !listed.has(refusal.spec)) {
            throw new Error(`${endpoint.method} ${endpoint.url} does not list ${refusal.spec.code}`);
          }
          throw refusal;
        } finally {
          if (visit.length > 0 || traces.length > 0) await leave(options, [...visit, ...traces]);
        }
      },
    });
  }
}

async function leave({ database, onTraceFault }: MountOptions, traces: Trace[]): Promise<void> {
  for (const trace of traces) await database.transaction(trace).catch(onTraceFault);
}

/** A request that has been let in. */
interface Visitor {
  entered: Entered<unknown>;
  request: FastifyRequest;
  reply: FastifyReply;
  traces: Trace[];
}

function limit(limits: Limits, endpoint: Endpoint, entered: Entered<unknown>, request: FastifyRequest): void {
  const reading = endpoint.method === 'GET' ? 'admin_read' : 'admin_write';
  const usual = { admin: reading, user: 'user' }[endpoint.door.name] ?? 'open';
  const retryAfterS = limits[endpoint.rate ?? usual]?.(entered.callerId ?? request.ip) ?? 0;
  if (retryAfterS > 0) refuse(rateLimited, { retryAfterS });
}

/** The path's values. An id that is malformed cannot exist, so it is not found rather than invalid. */
function paramsOf(endpoint: Endpoint, request: FastifyRequest): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.params ?? {})) {
    const schema = endpoint.params?.[name];
    const text = String(value);
    const wantsId = schema !== undefined && 'format' in schema && schema.format === 'uuid';
    if (!isCleanText(text) || (wantsId && !isId(text.toLowerCase()))) refuse(notFound);
    params[name] = wantsId ? text.toLowerCase() : text;
  }
  return params;
}

async function targetOf(endpoint: Endpoint, db: Db, params: unknown, caller: unknown): Promise<unknown> {
  if (!endpoint.target) return undefined;
  return (await endpoint.target(db, params, caller)) ?? refuse(notFound);
}

async function read({ database }: MountOptions, mounted: Mounted, visitor: Visitor): Promise<Answer> {
  const { entered, request, reply, traces } = visitor;
  const { endpoint, checkQuery, replies } = mounted;
  const params = paramsOf(endpoint, request);
  const db = endpoint.mayLag ? database.lagging : database.db;
  const target = await targetOf(endpoint, db, params, entered.caller);
  mustBeOrderly(request.query);
  const query = checkQuery(request.query);
  const headers: AnswerHeader[] = [];
  const ctx: ReadCtx = {
    caller: entered.caller,
    now: entered.now,
    requestId: request.id,
    ip: request.ip,
    db,
    afterwards: (work) => void traces.push(work),
    header: (name, value) => void headers.push([name, value]),
    hot: (hotRead, key) => hotRead(database, key),
    rehearse: (work) => rehearseAlone(database, ctx, work),
  };
  const result = await endpoint.run(ctx, {
    params,
    query,
    body: undefined,
    target,
    prepared: undefined,
    own: entered.own,
  });
  const { status } = replies;
  return { status, body: replies.write(reply, result), headers: [...headers, ...etagOf(result)] };
}

async function write({ database }: MountOptions, mounted: Mounted, visitor: Visitor): Promise<Answer> {
  const { entered, request, reply, traces } = visitor;
  const { endpoint, checkQuery, checkBody, replies } = mounted;
  const { status } = replies;
  const params = paramsOf(endpoint, request);
  const { caller } = entered;
  const { fields, file } = await formOf(endpoint, request);
  /** The shape is judged after the target: what does not exist is not found, whatever was sent to it. */
  const shape = () => {
    const { dryRun, rest } = splitDryRun(endpoint, request.query);
    return { dryRun, query: checkQuery(rest), body: checkBody(fields ?? request.body) };
  };
  let prepared: unknown;
  if (endpoint.prepare) {
    await targetOf(endpoint, database.db, params, caller);
    const { headers, ip, id: requestId } = request;
    prepared = await endpoint.prepare({ database, caller, headers, ip, requestId, params, ...shape(), file });
  }
  const keyed = endpoint.idempotent && !asksDryRun(endpoint, request.query) ? keyFor(request, entered) : undefined;
  return undoneIfDry(() =>
    database.transaction((tx, now) => {
      traces.length = 0;
      const work = async (): Promise<Answer<string>> => {
        const target = await targetOf(endpoint, tx, params, caller);
        const { dryRun, query, body } = shape();
        const headers: AnswerHeader[] = [];
        const ctx: Ctx = {
          caller,
          now,
          requestId: request.id,
          ip: request.ip,
          tx,
          afterwards: (trace) => void traces.push(trace),
          effects: noEffects(),
          ifMatch: request.headers['if-match'],
          causeId: () => causeOf(request, entered.callerId ?? request.ip, keyed?.key),
          header: (name, value) => void headers.push([name, value]),
        };
        const result = await endpoint.run(ctx, { params, query, body, target, prepared, own: entered.own });
        // What COMMIT would refuse is refused here, and a reply that misfits its schema undoes everything:
        // after this nothing can fail but COMMIT itself.
        await sql`set constraints all immediate`.execute(tx);
        const text = status === 204 ? '' : replies.write(reply, result);
        if (dryRun) {
          traces.length = 0;
          throw new DryRunDone(status, text, ctx.effects);
        }
        return { status, body: text, headers: [...headers, ...etagOf(result)] };
      };
      return keyed ? once(tx, now, keyed, work) : work();
    }),
  );
}

function keyFor(request: FastifyRequest, { callerId }: Entered<unknown>) {
  const [path = ''] = request.url.split('?');
  const { method, body } = request;
  return keyedRequest(request.headers['idempotency-key'], callerId ?? request.ip, { method, path, body });
}
