import type { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import type { TProperties, TSchema } from 'typebox';
import type { BatchedRead, CallerValue } from '../db/batched-read.ts';
import type { Database, Db, Tx } from '../db/database.ts';
import type { ErrorSpec } from '../errors.ts';
import type { JsonText } from './answer.ts';
import type { Effects } from './effects.ts';

interface CommonCtx<Caller> {
  readonly caller: Caller;
  readonly now: Date;
  readonly requestId: string;
  readonly ip: string;
}

/** What a change is given. `tx` is the one transaction of its request. */
export interface Ctx<Caller = unknown> extends CommonCtx<Caller> {
  readonly tx: Tx;
  readonly effects: Effects;
  readonly ifMatch: string | undefined;
  /** What is to be said of everything that this change records, such as what it is the execution of. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Why, in the words of who asked, where what records the change has none of its own. */
  readonly reason?: string | null;
  /** An id for what asked for this: the same for the same request, however often it is sent. */
  causeId(): string;
  /** Sends a header along with the answer. */
  header(name: string, value: string): void;
}

export interface ReadCtx<Caller = unknown> extends CommonCtx<Caller> {
  readonly db: Db;
  /** Asks together with everyone who asks the same at this moment. */
  readonly readBatched: <Row>(read: BatchedRead<Row>, key: string) => Promise<Row | undefined>;
  /** What a change would do if it were made now; all of it is undone. `queueKey` names what it locks. */
  previewEffects(work: (ctx: Ctx<Caller>) => Promise<unknown>, queueKey: string): Promise<Effects>;
  header(name: string, value: string): void;
}

/** What a shared read is composed with. There is no caller: the response depends on the cache key alone. */
export interface SharedCtx {
  readonly database: Database;
  readonly db: Db;
  readonly now: Date;
}

/** The response to a cache key, and how long it lasts. */
export interface SharedAnswer<Body> {
  readonly body: Body | JsonText<Body>;
  /** What the ETag is made from, where not all of the body counts. */
  readonly etagSource?: unknown;
  /** When the response may change though no message says so. */
  readonly until?: Date | undefined;
  /** The keys of the changes that concern it; without any every change of its topics does. */
  readonly changeKeys?: readonly string[];
}

/** What a stream is given. */
export interface StreamCtx<Caller = unknown> extends CommonCtx<Caller> {
  readonly db: Db;
  /** Aborted when the caller goes away: whatever feeds the stream ends then. */
  readonly signal: AbortSignal;
  /** A short transaction of its own, for the record of an export; it is over before the first byte is sent. */
  transaction<T>(work: (ctx: Ctx<Caller>) => Promise<T>): Promise<T>;
  /** The rows of a query as CSV with a line of names, passed through from the database as they come. */
  copyOut(query: RawBuilder<unknown>): AsyncIterable<Buffer>;
}

/** What a batch of changes is given. `tx` is the one transaction of them all. */
export interface BatchCtx {
  readonly tx: Tx;
  readonly now: Date;
  /** Whether it may wait for locks. In a batch never; a request whose caller was busy runs alone, and may. */
  readonly wait: boolean;
}

/** One request of a batch. */
export interface BatchItem<Caller = unknown, P = unknown, Q = unknown, B = unknown> {
  readonly caller: Caller;
  readonly requestId: string;
  readonly ip: string;
  /** An id for what asked for this: the same for the same request, however often it is sent. */
  readonly causeId: string;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

export interface Headers {
  readonly [name: string]: string | string[] | undefined;
}

/** What a guard looks at to decide who is calling and whether they may. */
export interface AuthRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly ip: string;
  readonly requestId: string;
  /** Whether the endpoint writes, whatever its method is. */
  readonly isWrite: boolean;
  /** Whether it answers nothing of the caller's own: then what is known of them may be a second old. */
  readonly isShared: boolean;
  readonly access: Access;
  /** Duties that a caller may still owe here, such as the reset of a password; anywhere else they come first. */
  readonly exemptFrom: readonly string[];
  /** Whether the caller must have shown who they are a short while ago. */
  readonly stepUp: boolean;
  /** What is to be found of the caller's own with them. */
  readonly callerValue: CallerValue<unknown> | undefined;
}

export interface AuthResult<Caller> {
  readonly caller: Caller;
  /** Names the caller in logs, rate limits and idempotency keys; null where nobody is signed in. */
  readonly callerId: string | null;
  /** What the caller may read and do, where the guard knows permissions. */
  readonly permissions?: readonly string[];
  /** False: a dry run does not show the caller what the real call would answer. */
  readonly mayReadAnswer?: boolean;
  /** The clock of the database when the caller was checked. */
  readonly now: Date;
  /** What was found of the caller's own. */
  readonly callerValue?: unknown;
  /**
   * Refuses a change whose caller may not make it any more: it may have waited since they were let in. Asked at the end
   * of the transaction, after everything that the change locks.
   */
  readonly confirm?: (tx: Tx) => Promise<void>;
}

/** A guard checks who is calling and whether they may. Endpoints name theirs; the app provides it. */
export interface Guard {
  authenticate(request: AuthRequest): Promise<AuthResult<unknown>>;
}

export interface GuardSpec {
  readonly name: string;
  /** Refuses unknown fields and query parameters, instead of ignoring them. */
  readonly strict: boolean;
  /** The credentials as OpenAPI describes them, by name; empty for none. */
  readonly security: Readonly<Record<string, object>>;
  /** How often a caller may come, by the classes that the app names, where an endpoint says nothing else. */
  readonly rates: { readonly read: string; readonly write: string };
  readonly refusals: readonly ErrorSpec[];
  /** Whether changes lock the row of who calls: those of one caller wait for each other. */
  readonly queuesByCaller?: boolean;
  /** How many changes of one caller may be under way at once; the others wait without a connection. */
  readonly changesAtOnce?: number;
  /** Refusals of changes alone. */
  readonly changeRefusals?: readonly ErrorSpec[];
}

/** One file of a form, held in memory. */
export interface UploadedFile {
  /** As the sender calls it: a label, never a path. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** One file of a form, still arriving. Reading past the allowed size ends in a refusal. */
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
  /** The file of an endpoint that takes one. */
  readonly file: File;
}

export interface RunInput<P, Q, B, Target, Prepared, Owned = unknown, Header extends string = string> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The request headers that the endpoint named. */
  readonly headers: Readonly<Partial<Record<Header, string>>>;
  readonly target: Target;
  readonly prepared: Prepared;
  /** What `callerValue` found. */
  readonly callerValue: Owned | null | undefined;
}

/** What endpoints of every kind have in common: what they take is checked against their schemas before `run` sees it. */
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

/** A read, or a write in a transaction of its own. A read may be a POST: what it asks may not fit into an address. */
export interface PlainEndpoint extends EndpointBase {
  readonly kind: 'read' | 'write';
  prepare?(io: PrepareInput<unknown, unknown, unknown, unknown, unknown>): Promise<unknown>;
  readonly callerValue?: CallerValue<unknown>;
  run(ctx: Ctx | ReadCtx, io: AnyIo): Promise<unknown>;
}

/** A change that goes to the database together with those that wait at the same moment. */
export interface BatchedEndpoint extends EndpointBase {
  readonly kind: 'batched';
  readonly batchesAtOnce?: number;
  readonly batchBytes?: number;
  batchKey?(item: BatchItem): string;
  run(ctx: BatchCtx, items: readonly BatchItem[]): Promise<readonly unknown[]>;
}

/** A message of another service, which is kept and acted upon in transactions of its own. */
export interface MessageEndpoint extends EndpointBase {
  readonly kind: 'message';
  receive(io: PrepareInput<unknown, unknown, unknown, unknown, unknown>): Promise<void>;
}

/** Bytes as they are made, without an end that would have to be known beforehand. */
export interface StreamEndpoint extends EndpointBase {
  readonly kind: 'stream';
  run(ctx: StreamCtx, io: AnyIo): Promise<AsyncIterable<Buffer | string>>;
}

/** A read that is the same for all callers of a market and language: cached, and dropped when something in it changes. */
export interface SharedEndpoint extends EndpointBase {
  readonly kind: 'shared';
  readonly topics: readonly string[];
  cacheKey(io: Pick<AnyIo, 'params' | 'query' | 'headers'>, caller: unknown): unknown;
  run(ctx: SharedCtx, key: unknown): Promise<SharedAnswer<unknown>>;
}

/** An endpoint in a list. */
export type Endpoint = PlainEndpoint | SharedEndpoint | BatchedEndpoint | MessageEndpoint | StreamEndpoint;

export const isPlain = (endpoint: Endpoint): endpoint is PlainEndpoint =>
  endpoint.kind === 'read' || endpoint.kind === 'write';

/** Whether an endpoint writes. An export records that it was made, and changes nothing else. */
export const writes = ({ kind }: Endpoint): boolean => kind !== 'read' && kind !== 'shared' && kind !== 'stream';

/** What endpoints of every kind say about themselves. */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may come in: everyone, everyone who is signed in, or who holds any one of these permissions. */
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
  /** How often one caller may come, by a class that the app names; else that of the guard. */
  readonly rate?: string;
  /** The field of the body that names the device or account which a call without a token is counted for. */
  readonly countedBy?: 'deviceId' | 'email';
  /** Takes `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Refuses a change that was made on an older edition, by `If-Match`; every PUT behind a strict guard does. */
  readonly ifMatch?: boolean;
  /** Takes `?dryRun=true`; every change behind a strict guard does unless it says false. */
  readonly dryRun?: boolean;
  /** False where a change leaves no record, with the reason in the code beside it. */
  readonly audited?: boolean;
  readonly exemptFrom?: readonly string[];
  readonly stepUp?: boolean;
  readonly strict?: boolean;
  /** A read that may come from a replica. */
  readonly fromReplica?: boolean;
  readonly bodyLimit?: number;
  /** How many items a list in the body may have, where that is more than 1,000. */
  readonly maxListItems?: number;
  /**
   * Takes a form with one file of at most so many bytes; the body is its other fields. A streamed file is never held
   * in memory: `prepare` reads it while it arrives, without the other fields, which may come after it.
   */
  readonly upload?: { readonly maxBytes: number; readonly streamed?: boolean };
  /** false: HEAD is not offered, for a read that does work which a caller without a body must not cause. */
  readonly head?: false;
  /** Request headers that `run` is given, by their lower-case names and with what each is for. The answer varies by them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Request headers without which a call is refused, with what each is for: for the document alone. */
  readonly requiredHeaders?: Readonly<Record<string, string>>;
  /** The `Cache-Control` of a shared read, which answers 304 to a caller who has its newest version. */
  readonly conditional?: { readonly cacheControl: string };
  readonly sends?: Sent;
  /** The body is given as the bytes that came, for a signature to be checked; its schema is for the document alone. */
  readonly raw?: boolean;
  /**
   * Checks the texts of its JSON body, how deep it is nested and how long its lists are itself, entry by entry, with
   * `isSafe`: elsewhere a body in which one is not to be kept is refused as a whole.
   */
  readonly checksOwnBody?: boolean;
  /** A call that works in the example world of the tests; shown in OpenAPI. */
  readonly example?: Example;
}

/** What a stream sends, and what a browser that saves it calls the file; the days that were asked for go into the name. */
export interface Sent {
  readonly type: string;
  readonly fileName?: string;
  /** The days of a request that leaves them out. */
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
