import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { busy } from '../batch-queue.ts';
import type { CallerValue } from '../db/batched-read.ts';
import type { Db } from '../db/database.ts';
import type { Refused } from '../errors.ts';
import type { JsonPieces, JsonText } from './answer.ts';
import type {
  BatchCtx,
  BatchItem,
  ConditionalCtx,
  Ctx,
  Endpoint,
  Guard,
  GuardSpec,
  Io,
  PrepareIo,
  ReadCtx,
  StreamCtx,
  StreamedFile,
  TaggedReply,
  UploadedFile,
} from './endpoint.ts';
import type { EndpointMeta, May, Method } from './endpoint-meta.ts';
import { type Listed, type ListSpec, listEndpoint } from './list.ts';

/** The kinds of endpoint, each with its constructor; types flow from the schemas into `run`. */

type CtxFor<M extends Method, Caller> = M extends 'GET' ? ReadCtx<Caller> : Ctx<Caller>;
type None = Record<never, never>;
type Values<P extends TProperties> = Static<TObject<P>>;

interface Common<Caller, P extends TProperties, Q extends TProperties, Target> extends EndpointMeta {
  readonly url: string;
  readonly params?: P;
  readonly query?: Q;
  /** Finds what the path names; none there is a 404, said before anything about the body. */
  readonly target?: (db: Db, params: Values<P>, caller: Caller) => Promise<Target | undefined>;
}

/** A read, or a change in a transaction of its own. */
interface PlainSpec<
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
  /** A value of the caller's own, which the guard reads along with them. */
  readonly callerValue?: CallerValue<Owned>;
  /** Everything outside the database, before BEGIN. */
  readonly prepare?: (io: PrepareIo<Caller, Values<P>, Values<Q>, Static<B>, UploadedFile>) => Promise<Prepared>;
  /**
   * Names what a change locks and many may want at once, such as one account: of one name only a few changes hold a
   * connection, and the others wait without.
   */
  readonly queueBy?: (
    params: Values<P>,
    db: Db,
    prepared: Prepared,
  ) => string | undefined | Promise<string | undefined>;
  readonly run: (
    ctx: CtxFor<M, Caller>,
    io: Io<Values<P>, Values<Q>, Static<B>, Target, Prepared, Owned, H>,
  ) => Promise<Static<R> | JsonText<Static<R>> | JsonPieces<Static<R>>>;
}

/** A read that answers 304 to whoever has its newest edition. */
interface ConditionalSpec<
  Caller,
  P extends TProperties,
  Q extends TProperties,
  R extends TSchema,
  Target,
  Owned,
  H extends string,
> extends Common<Caller, P, Q, Target> {
  readonly headers?: Readonly<Record<H, string>>;
  readonly reply: R;
  /** A value that the guard reads along with the caller. */
  readonly callerValue?: CallerValue<Owned>;
  readonly run: (
    ctx: ConditionalCtx<Caller, Static<R>>,
    io: Io<Values<P>, Values<Q>, undefined, Target, undefined, Owned, H>,
  ) => Promise<Static<R> | TaggedReply<Static<R>>>;
}

/** A change with a file that is too large to be held in memory. */
interface UploadSpec<
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
  /** Reads the file while it arrives, before BEGIN: a slow sender must not hold a transaction open. */
  readonly prepare: (io: PrepareIo<Caller, Values<P>, Values<Q>, Static<B>, StreamedFile>) => Promise<Prepared>;
  readonly run: (
    ctx: Ctx<Caller>,
    io: Io<Values<P>, Values<Q>, Static<B>, Target, Prepared, undefined, never>,
  ) => Promise<Static<R> | JsonPieces<Static<R>>>;
}

/** Bytes out. What `run` refuses is answered as by any endpoint; what fails later breaks the connection. */
interface StreamSpec<Caller, P extends TProperties, Q extends TProperties, Target>
  extends Common<Caller, P, Q, Target> {
  readonly sends: { readonly type: string; readonly fileName?: string };
  readonly run: (
    ctx: StreamCtx<Caller>,
    io: Io<Values<P>, Values<Q>, undefined, Target, undefined, undefined, never>,
  ) => Promise<AsyncIterable<Buffer | string>>;
}

/**
 * A change that goes to the database together with those that wait at the same moment, at most one for each caller.
 * `target` is asked only about a request of the wrong shape, where a 404 must come first; `run` finds what is there.
 */
interface BatchedSpec<Caller, P extends TProperties, Q extends TProperties, B extends TSchema, R extends TSchema>
  extends Common<Caller, P, Q, unknown> {
  readonly method: Exclude<Method, 'GET'>;
  readonly body?: B;
  readonly reply: R;
  /** How many batches may be under way at once: one where all want the same row, which a second would find locked. */
  readonly batchesAtOnce?: number;
  /** Answers each request in turn. What it answers with a refusal or `busy`, it has written nothing for. */
  readonly run: (
    ctx: BatchCtx,
    items: readonly BatchItem<Caller, Values<P>, Values<Q>, Static<B>>[],
  ) => Promise<readonly (Static<R> | Refused | typeof busy)[]>;
}

/** A message of another service, answered without a body once it is taken in. `receive` opens its own transactions. */
interface MessageSpec<Caller, P extends TProperties, B extends TSchema> extends Common<Caller, P, None, unknown> {
  readonly body: B;
  readonly receive: (io: PrepareIo<Caller, Values<P>, Values<None>, Static<B>, undefined>) => Promise<void>;
}

interface Allowed<Permission extends string> {
  readonly may: May<Permission>;
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
  ): Endpoint => ({ ...spec, ...at(guard, spec.url), kind: 'plain' });

const conditionalReadFor =
  <Caller, Permission extends string>(guard: GuardSpec) =>
  <
    R extends TSchema,
    P extends TProperties = None,
    Q extends TProperties = None,
    Target = undefined,
    Owned = undefined,
    const H extends string = never,
  >(
    spec: ConditionalSpec<Caller, P, Q, R, Target, Owned, H> & Allowed<Permission>,
  ): Endpoint => ({ conditional: {}, ...spec, ...at(guard, spec.url), kind: 'plain', method: 'GET' });

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
    kind: 'plain',
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

/** Makes the constructors of endpoints behind one guard: of a read or a change, and of every other kind. */
export const endpointsFor = <Caller, Permission extends string>(guard: GuardSpec) =>
  Object.assign(plainFor<Caller, Permission>(guard), {
    conditionalRead: conditionalReadFor<Caller, Permission>(guard),
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
  rates: { read: 'open', write: 'open' },
};
export const openGuard: Guard = {
  authenticate: async () => ({ caller: { kind: 'anonymous' }, callerId: null, now: new Date() }),
};
/** An endpoint for everyone. */
export const publicEndpoint = endpointsFor<Anonymous, never>(publicGuardSpec);
