import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { busy } from '../batch-queue.ts';
import type { CallerValue } from '../db/batched-read.ts';
import type { Db } from '../db/database.ts';
import type { Refused } from '../errors.ts';
import type {
  Access,
  BatchCtx,
  BatchItem,
  Ctx,
  Endpoint,
  EndpointMeta,
  Guard,
  GuardSpec,
  Method,
  PrepareInput,
  ReadCtx,
  RunInput,
  Sent,
  SharedCtx,
  SharedResult,
  StreamCtx,
  StreamedFile,
  UploadedFile,
} from './endpoint.ts';
import { type Listed, type ListSpec, listEndpoint } from './list.ts';
import type { JsonStream, JsonText } from './response.ts';

/** The input of the constructors of endpoints; types are inferred from the schemas. */

export type CtxFor<M extends Method, Caller> = M extends 'GET' ? ReadCtx<Caller> : Ctx<Caller>;
export type None = Record<never, never>;
export type Values<P extends TProperties> = Static<TObject<P>>;

export interface Common<Caller, P extends TProperties, Q extends TProperties, Target> extends EndpointMeta {
  readonly url: string;
  readonly params?: P;
  readonly query?: Q;
  /** Finds the object of the path; undefined is a 404, which takes precedence over errors of the body. */
  readonly target?: (db: Db, params: Values<P>, caller: Caller) => Promise<Target | undefined>;
}

/** A read, or a change in a transaction of its own. */
export interface PlainSpec<
  M extends Method,
  Caller,
  P extends TProperties,
  Q extends TProperties,
  B extends TSchema,
  R extends TSchema,
  Target,
  Prepared,
  Owned,
  H extends string,
> extends Common<Caller, P, Q, Target> {
  readonly method: M;
  readonly headers?: Readonly<Record<H, string>>;
  readonly body?: B;
  readonly reply?: R;
  /** A value that the guard reads together with the caller. */
  readonly callerValue?: CallerValue<Owned>;
  /** Work outside the database, before BEGIN. */
  readonly prepare?: (io: PrepareInput<Caller, Values<P>, Values<Q>, Static<B>, UploadedFile>) => Promise<Prepared>;
  /**
   * Names what a change locks if many may lock it concurrently, such as one account: one change per name holds a
   * connection, and the others wait in memory.
   */
  readonly queueBy?: (
    params: Values<P>,
    db: Db,
    prepared: Prepared,
  ) => string | undefined | Promise<string | undefined>;
  readonly run: (
    ctx: CtxFor<M, Caller>,
    io: RunInput<Values<P>, Values<Q>, Static<B>, Target, Prepared, Owned, H>,
  ) => Promise<Static<R> | JsonText<Static<R>> | JsonStream<Static<R>>>;
}

/** A read that is sent as a POST: without transaction, lock and dry run. */
export interface PostedReadSpec<
  Caller,
  P extends TProperties,
  Q extends TProperties,
  B extends TSchema,
  R extends TSchema,
> extends Common<Caller, P, Q, undefined> {
  readonly body?: B;
  readonly reply: R;
  readonly run: (
    ctx: ReadCtx<Caller>,
    io: RunInput<Values<P>, Values<Q>, Static<B>, undefined, undefined>,
  ) => Promise<Static<R> | JsonText<Static<R>>>;
}

/** A read that is the same for all callers whose cache key is equal. */
export interface SharedSpec<
  Caller,
  P extends TProperties,
  Q extends TProperties,
  R extends TSchema,
  Key,
  H extends string,
> extends Omit<Common<Caller, P, Q, undefined>, 'target'> {
  readonly headers?: Readonly<Record<H, string>>;
  readonly conditional: { readonly cacheControl: string };
  readonly reply: R;
  /** The topics of the changes that invalidate it. */
  readonly topics: readonly string[];
  /** Everything that the response depends on, such as market and language of the caller, but nothing personal. */
  readonly cacheKey: (
    io: Pick<
      RunInput<Values<P>, Values<Q>, undefined, undefined, undefined, undefined, H>,
      'params' | 'query' | 'headers'
    >,
    caller: Caller,
  ) => Key;
  readonly run: (ctx: SharedCtx, key: Key) => Promise<SharedResult<Static<R>>>;
}

/** A change with a file that is too large for memory. */
export interface UploadSpec<
  Caller,
  P extends TProperties,
  Q extends TProperties,
  B extends TSchema,
  R extends TSchema,
  Target,
  Prepared,
> extends Common<Caller, P, Q, Target> {
  readonly upload: { readonly maxBytes: number };
  readonly body: B;
  readonly reply?: R;
  /**
   * Reads the file while it arrives, before BEGIN: a slow sender must not hold a transaction open. The other fields are
   * not available yet. A disposable result is disposed of after the response.
   */
  readonly prepare: (io: PrepareInput<Caller, Values<P>, Values<Q>, undefined, StreamedFile>) => Promise<Prepared>;
  readonly run: (
    ctx: Ctx<Caller>,
    io: RunInput<Values<P>, Values<Q>, Static<B>, Target, Prepared, undefined, never>,
  ) => Promise<Static<R> | JsonStream<Static<R>>>;
}

/** A streamed response. Errors of `run` are sent as by any endpoint; later ones break the connection. */
export interface StreamSpec<Caller, P extends TProperties, Q extends TProperties, Target>
  extends Common<Caller, P, Q, Target> {
  readonly sends: Sent;
  /** Of JSON. */
  readonly reply?: TSchema;
  readonly run: (
    ctx: StreamCtx<Caller>,
    io: RunInput<Values<P>, Values<Q>, undefined, Target, undefined, undefined, never>,
  ) => Promise<AsyncIterable<Buffer | string>>;
}

/**
 * A change that is executed together with concurrent ones, at most one per caller. `target` is only called for invalid
 * requests, for which a 404 takes precedence; `run` finds its objects itself.
 */
export interface BatchedSpec<Caller, P extends TProperties, Q extends TProperties, B extends TSchema, R extends TSchema>
  extends Common<Caller, P, Q, unknown> {
  readonly method: Exclude<Method, 'GET'>;
  readonly body?: B;
  readonly reply?: R;
  /**
   * Requests of one key are never in the same batch or in concurrent ones. By default the key is the caller, or the
   * network of an anonymous caller.
   */
  readonly batchKey?: (item: BatchItem<Caller, Values<P>, Values<Q>, Static<B>>) => string;
  /** Concurrent batches: one if all lock the same row. */
  readonly batchesAtOnce?: number;
  /** The size of the bodies in a batch. */
  readonly batchBytes?: number;
  /** Returns the result of each request in order. For refused and `busy` requests it has written nothing. */
  readonly run: (
    ctx: BatchCtx,
    items: readonly BatchItem<Caller, Values<P>, Values<Q>, Static<B>>[],
  ) => Promise<readonly (Static<R> | Refused | typeof busy)[]>;
}

/** A message of another service, acknowledged without a body once it is stored. `receive` opens its own transactions. */
export interface MessageSpec<Caller, P extends TProperties, B extends TSchema>
  extends Common<Caller, P, None, unknown> {
  readonly body: B;
  readonly receive: (io: PrepareInput<Caller, Values<P>, Values<None>, Static<B>, undefined>) => Promise<void>;
}

export interface Allowed<Permission extends string> {
  readonly access: Access<Permission>;
}

const at = (guard: GuardSpec, url: string) => ({ url: `/v1${url}`, guard });

const plainFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <
    const M extends Method,
    P extends TProperties = None,
    Q extends TProperties = None,
    B extends TSchema = TSchema,
    R extends TSchema = TSchema,
    Target = undefined,
    Prepared = undefined,
    Owned = undefined,
    const H extends string = never,
  >(
    spec: PlainSpec<M, Caller, P, Q, B, R, Target, Prepared, Owned, H> & Allowed<Permission>,
  ): Endpoint => ({ ...spec, ...at(guard, spec.url), kind: spec.method === 'GET' ? 'read' : 'write' });

const postedReadFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <R extends TSchema, P extends TProperties = None, Q extends TProperties = None, B extends TSchema = TSchema>(
    spec: PostedReadSpec<Caller, P, Q, B, R> & Allowed<Permission>,
  ): Endpoint => ({ ...spec, ...at(guard, spec.url), kind: 'read', method: 'POST', audited: false });

const sharedReadFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <R extends TSchema, Key, P extends TProperties = None, Q extends TProperties = None, const H extends string = never>(
    spec: SharedSpec<Caller, P, Q, R, Key, H> & Allowed<Permission>,
  ): Endpoint => ({ ...spec, ...at(guard, spec.url), kind: 'shared', method: 'GET' });

const uploadFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <
    B extends TSchema,
    P extends TProperties = None,
    Q extends TProperties = None,
    R extends TSchema = TSchema,
    Target = undefined,
    Prepared = undefined,
  >(
    spec: UploadSpec<Caller, P, Q, B, R, Target, Prepared> & Allowed<Permission>,
  ): Endpoint => ({
    ...spec,
    ...at(guard, spec.url),
    kind: 'write',
    method: 'POST',
    dryRun: false,
    upload: { ...spec.upload, streamed: true },
  });

const streamFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <P extends TProperties = None, Q extends TProperties = None, Target = undefined>(
    spec: StreamSpec<Caller, P, Q, Target> & Allowed<Permission>,
  ): Endpoint => ({ ...spec, ...at(guard, spec.url), kind: 'stream', method: 'GET' });

const batchedWriteFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <R extends TSchema, P extends TProperties = None, Q extends TProperties = None, B extends TSchema = TSchema>(
    spec: BatchedSpec<Caller, P, Q, B, R> & Allowed<Permission>,
  ): Endpoint => ({ ...spec, ...at(guard, spec.url), kind: 'batched' });

const messageFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <B extends TSchema, P extends TProperties = None>(
    spec: MessageSpec<Caller, P, B> & Allowed<Permission>,
  ): Endpoint => ({ ...spec, ...at(guard, spec.url), kind: 'message', method: 'POST', status: 204, audited: false });

const listFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <
    I extends TSchema,
    Field extends string,
    Row extends Listed<Field>,
    P extends TProperties = None,
    Q extends TProperties = None,
    Target = undefined,
  >(
    spec: ListSpec<Caller, P, Q, I, Field, Row, Target> & Allowed<Permission>,
  ): Endpoint => ({ ...listEndpoint(spec), ...at(guard, spec.url) });

/** The constructors of endpoints behind a guard: of plain reads (GET) and writes, and of every other kind. */
export const endpointsFor = <Caller, Permission extends string>(guard: GuardSpec) =>
  Object.assign(plainFor<Caller, Permission>(guard), {
    postedRead: postedReadFor<Caller, Permission>(guard),
    sharedRead: sharedReadFor<Caller, Permission>(guard),
    batchedWrite: batchedWriteFor<Caller, Permission>(guard),
    message: messageFor<Caller, Permission>(guard),
    stream: streamFor<Caller, Permission>(guard),
    upload: uploadFor<Caller, Permission>(guard),
    list: listFor<Caller, Permission>(guard),
  });

export interface Anonymous {
  readonly kind: 'anonymous';
}
export const publicGuardSpec: GuardSpec = {
  name: 'open',
  strict: false,
  security: {},
  refusals: [],
  rates: { read: 'address', write: 'address' },
};
export const openGuard: Guard = {
  authenticate: async () => ({ caller: { kind: 'anonymous' }, callerId: null, now: new Date() }),
};
/** An endpoint without authentication. */
export const publicEndpoint = endpointsFor<Anonymous, never>(publicGuardSpec);
