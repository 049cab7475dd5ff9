import type { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import type { TProperties, TSchema } from 'typebox';
import type { BatchedRead, CallerValue } from '../db/batched-read.ts';
import type { Database, Db, Tx } from '../db/database.ts';
import type { ErrorSpec } from '../errors.ts';
import type { Effects } from './effects.ts';
import type { JsonText } from './response.ts';

interface CommonCtx<Caller> {
  readonly caller: Caller;
  readonly now: Date;
  readonly requestId: string;
  readonly ip: string;
}

/** The context of a change. `tx` is the one transaction of its request. */
export interface Ctx<Caller = unknown> extends CommonCtx<Caller> {
  readonly tx: Tx;
  readonly effects: Effects;
  readonly ifMatch: string | undefined;
  /** Flags of all audit entries of this change, such as the approval that it executes. */
  readonly tags?: Readonly<Record<string, string>>;
  /** The reason of audit entries without a reason of their own. */
  readonly reason?: string | null;
  /** The id of the cause: the same for repetitions of a request. */
  causeId(): string;
  /** Adds a header to the response. */
  header(name: string, value: string): void;
}

export interface ReadCtx<Caller = unknown> extends CommonCtx<Caller> {
  readonly db: Db;
  /** Reads in one statement with concurrent callers. */
  readonly readBatched: <Row, Key>(read: BatchedRead<Row, Key>, key: Key) => Promise<Row | undefined>;
  /** The effects that a change would have now; it is rolled back. `queueKey` names what it locks. */
  previewEffects(work: (ctx: Ctx<Caller>) => Promise<unknown>, queueKey: string): Promise<Effects>;
  header(name: string, value: string): void;
}

/** The context of a shared read. It has no caller: the response depends on the cache key alone. */
export interface SharedCtx {
  readonly database: Database;
  readonly db: Db;
  readonly now: Date;
}

/** The response to a cache key, and how long it lasts. */
export interface SharedResult<Body> {
  readonly body: Body | JsonText<Body>;
  /** What the ETag is made of, by default the body. */
  readonly etagSource?: unknown;
  /** When the response may change without a message. */
  readonly until?: Date | undefined;
  /** The keys of the changes that invalidate it; by default every change of its topics does. */
  readonly changeKeys?: readonly string[];
}

/** The context of a stream. */
export interface StreamCtx<Caller = unknown> extends CommonCtx<Caller> {
  readonly db: Db;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Runs a transaction, for the audit entry of an export, before the first byte is sent. */
  transaction<T>(work: (ctx: Ctx<Caller>) => Promise<T>): Promise<T>;
  /** The rows of a query as CSV with a header, passed through from the database. */
  copyOut(query: RawBuilder<unknown>): AsyncIterable<Buffer>;
}

/** The context of a batch of changes, which share one transaction. */
export interface BatchCtx {
  readonly tx: Tx;
  readonly now: Date;
  /** Whether it may wait for locks: not in a batch, but a request whose rows were locked is retried alone. */
  readonly wait: boolean;
}

/** One request of a batch. */
export interface BatchItem<Caller = unknown, P = unknown, Q = unknown, B = unknown> {
  readonly caller: Caller;
  readonly requestId: string;
  readonly ip: string;
  /** The id of the cause: the same for repetitions of a request. */
  readonly causeId: string;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

export interface Headers {
  readonly [name: string]: string | string[] | undefined;
}

/** What a guard authenticates and authorizes. */
export interface AuthRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly ip: string;
  readonly requestId: string;
  /** Whether the endpoint writes, independent of its method. */
  readonly isWrite: boolean;
  /** Whether the response is the same for all callers, so that cached data about the caller is sufficient. */
  readonly isShared: boolean;
  readonly access: Access;
  /** Requirements that do not apply here, such as the reset of a password. */
  readonly exemptFrom: readonly string[];
  /** Whether a recent second factor is required. */
  readonly stepUp: boolean;
  /** A value to read together with the caller. */
  readonly callerValue: CallerValue<unknown> | undefined;
}

export interface AuthResult<Caller> {
  readonly caller: Caller;
  /** Identifies the caller in logs, rate limits and idempotency keys; null for anonymous callers. */
  readonly callerId: string | null;
  /** Of admins. */
  readonly permissions?: readonly string[];
  /** False: a dry run does not show the response of the actual request. */
  readonly mayReadResponse?: boolean;
  /** The time of the database when the caller was checked. */
  readonly now: Date;
  /** The value that was read with the caller. */
  readonly callerValue?: unknown;
  /**
   * Checks the caller again at the end of the transaction, because the change may have waited. Callers are locked after
   * everything that the change locks.
   */
  readonly confirm?: (tx: Tx) => Promise<void>;
}

/** Authenticates and authorizes callers. Endpoints name their guard; the app provides it. */
export interface Guard {
  authenticate(request: AuthRequest): Promise<AuthResult<unknown>>;
}

export interface GuardSpec {
  readonly name: string;
  /** Refuses unknown fields and query parameters, instead of ignoring them. */
  readonly strict: boolean;
  /** The credentials as OpenAPI describes them, by name; empty for none. */
  readonly security: Readonly<Record<string, object>>;
  /** The default rate classes of its endpoints. */
  readonly rates: { readonly read: string; readonly write: string };
  readonly refusals: readonly ErrorSpec[];
  /** Whether changes lock the row of the caller, so that those of one caller queue. */
  readonly queuesByCaller?: boolean;
  /** Concurrent changes of one caller; others wait without a connection. */
  readonly changesAtOnce?: number;
  /** Refusals of changes only. */
  readonly changeRefusals?: readonly ErrorSpec[];
}

/** One file of a form, held in memory. */
export interface UploadedFile {
  /** The name given by the client, a label and never a path. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** One file of a form, still arriving. Reading beyond the allowed size fails with a refusal. */
export interface StreamedFile {
  readonly name: string;
  readonly stream: Readable;
}

export interface PrepareInput<Caller, P, Q, B, File = UploadedFile> {
  readonly database: Database;
  readonly caller: Caller;
  readonly headers: Headers;
  readonly ip: string;
  readonly requestId: string;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The file, if the endpoint has `upload`. */
  readonly file: File;
}

export interface RunInput<P, Q, B, Target, Prepared, Owned = unknown, Header extends string = string> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The headers that the endpoint lists. */
  readonly headers: Readonly<Partial<Record<Header, string>>>;
  readonly target: Target;
  readonly prepared: Prepared;
  /** The result of `callerValue`. */
  readonly callerValue: Owned | null | undefined;
}

/** Common to all kinds of endpoints. The input is validated by the schemas before `run`. */
export interface EndpointBase extends EndpointMeta {
  readonly guard: GuardSpec;
  readonly method: Method;
  readonly url: string;
  readonly params?: TProperties;
  readonly query?: TProperties;
  readonly body?: TSchema;
  readonly reply?: TSchema;
  // Methods, not function properties: TypeScript compares their parameters both ways, which is what lets
  // endpoints of different shapes stand in one list without a cast.
  target?(db: Db, params: unknown, caller: unknown): Promise<unknown>;
  queueBy?(params: unknown, db: Db, prepared: unknown): string | undefined | Promise<string | undefined>;
}

type AnyIo = RunInput<unknown, unknown, unknown, unknown, unknown>;

/** A read, or a write in a transaction of its own. A read may be a POST if its input does not fit into a URL. */
export interface PlainEndpoint extends EndpointBase {
  readonly kind: 'read' | 'write';
  prepare?(io: PrepareInput<unknown, unknown, unknown, unknown, unknown>): Promise<unknown>;
  readonly callerValue?: CallerValue<unknown>;
  run(ctx: Ctx | ReadCtx, io: AnyIo): Promise<unknown>;
}

/** A change that is executed together with concurrent ones. */
export interface BatchedEndpoint extends EndpointBase {
  readonly kind: 'batched';
  readonly batchesAtOnce?: number;
  readonly batchBytes?: number;
  batchKey?(item: BatchItem): string;
  run(ctx: BatchCtx, items: readonly BatchItem[]): Promise<readonly unknown[]>;
}

/** A message of another service, which is stored and processed in transactions of its own. */
export interface MessageEndpoint extends EndpointBase {
  readonly kind: 'message';
  receive(io: PrepareInput<unknown, unknown, unknown, unknown, unknown>): Promise<void>;
}

/** A response of unknown length. */
export interface StreamEndpoint extends EndpointBase {
  readonly kind: 'stream';
  run(ctx: StreamCtx, io: AnyIo): Promise<AsyncIterable<Buffer | string>>;
}

/** A read that is the same for all callers of a market and language: cached until something in it changes. */
export interface SharedEndpoint extends EndpointBase {
  readonly kind: 'shared';
  readonly topics: readonly string[];
  cacheKey(io: Pick<AnyIo, 'params' | 'query' | 'headers'>, caller: unknown): unknown;
  run(ctx: SharedCtx, key: unknown): Promise<SharedResult<unknown>>;
}

/** An endpoint in a list. */
export type Endpoint = PlainEndpoint | SharedEndpoint | BatchedEndpoint | MessageEndpoint | StreamEndpoint;

export const isPlain = (endpoint: Endpoint): endpoint is PlainEndpoint =>
  endpoint.kind === 'read' || endpoint.kind === 'write';

/** Whether an endpoint writes. An export records that it was made, and changes nothing else. */
export const writes = ({ kind }: Endpoint): boolean => kind !== 'read' && kind !== 'shared' && kind !== 'stream';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Everyone, all signed-in callers, or holders of any one of these permissions. */
export type Access<Permission extends string = string> =
  | 'anyone'
  | 'signed_in'
  | readonly [Permission, ...Permission[]];

export interface EndpointMeta {
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly status?: 200 | 201 | 204;
  readonly errors?: readonly ErrorSpec[];
  /** The rate class, by default that of the guard. */
  readonly rate?: string;
  /** The field of the body with the device or account by which calls without a token are counted. */
  readonly countedBy?: 'deviceId' | 'email';
  /** Supports `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Supports `If-Match`, as every PUT behind a strict guard does. */
  readonly ifMatch?: boolean;
  /** Supports `?dryRun=true`, as every change behind a strict guard does unless false. */
  readonly dryRun?: boolean;
  /** False if a change has no audit entry; the code says why. */
  readonly audited?: boolean;
  readonly exemptFrom?: readonly string[];
  /** Whether it revokes the tokens of the caller, who is then not checked again at the end: it must lock and check them. */
  readonly endsSession?: boolean;
  readonly stepUp?: boolean;
  readonly strict?: boolean;
  /** Whether it may read from a replica. */
  readonly fromReplica?: boolean;
  readonly bodyLimit?: number;
  /** The most items of a list in the body, by default 1,000. */
  readonly maxListItems?: number;
  /**
   * Takes a form with one file of at most so many bytes; the body is its other fields. A streamed file is never held
   * in memory: `prepare` reads it while it arrives, without the other fields, which may come after it.
   */
  readonly upload?: { readonly maxBytes: number; readonly streamed?: boolean };
  /** False for reads that are too expensive for HEAD requests. */
  readonly head?: false;
  /** Request headers that the response depends on, by lower-case name, with a description. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Required request headers with a description, for OpenAPI only. */
  readonly requiredHeaders?: Readonly<Record<string, string>>;
  /** The `Cache-Control` of a shared read. */
  readonly conditional?: { readonly cacheControl: string };
  readonly sends?: Sent;
  /** Whether `body` is the raw bytes, to verify a signature; its schema is for OpenAPI only. */
  readonly raw?: boolean;
  /**
   * Whether it checks texts, nesting and lists of its JSON body itself, entry by entry with `isSafe`. Otherwise a body
   * with an unsafe entry is refused as a whole.
   */
  readonly checksOwnBody?: boolean;
  /** A call that works in the example world of the tests; shown in OpenAPI. */
  readonly example?: Example;
}

/** The type of a stream and its file name, to which the requested days are added. */
export interface Sent {
  readonly type: string;
  readonly fileName?: string;
  /** The days of a request without days. */
  readonly defaultDays?: (asked: RequestedDays, now: Date) => { readonly start: string; readonly end: string };
}

export interface RequestedDays {
  readonly dateFrom?: string;
  readonly dateTo?: string;
}

export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The file of an upload, in Base64. */
  readonly file?: { readonly name: string; readonly base64: string };
}
