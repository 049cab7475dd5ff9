import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Database, Db, Tx } from '../db/database.ts';
import type { CallerValue, HotRead } from '../db/hot-read.ts';
import type { ErrorSpec } from '../errors.ts';
import type { JsonText } from './answer.ts';

/** What a change does, collected while it is done: a dry run answers it, an approval keeps it. */
export interface Effects {
  ledger: { eventId: string; userId: string | null; account: string; amount: number }[];
  audit: object[];
  approvals: object[];
  changes: { type: string; id: string; before: unknown; after: unknown }[];
}

export const noEffects = (): Effects => ({ ledger: [], audit: [], approvals: [], changes: [] });

interface CommonCtx<Caller> {
  readonly caller: Caller;
  readonly now: Date;
  readonly requestId: string;
  readonly ip: string;
  /** Leaves a trace of a refusal or a read, in a short transaction of its own, once the answer is decided. */
  afterwards(work: (tx: Tx, now: Date) => Promise<unknown>): void;
}

/** What a change is given. `tx` is the one transaction of its request. */
export interface Ctx<Caller = unknown> extends CommonCtx<Caller> {
  readonly tx: Tx;
  readonly effects: Effects;
  readonly ifMatch: string | undefined;
  /** The approval that this is the execution of. */
  readonly approvalId?: string;
  /** An id for what asked for this: the same for the same request, however often it is sent. */
  causeId(): string;
  /** Sends a header along with the answer. */
  header(name: string, value: string): void;
}

export interface ReadCtx<Caller = unknown> extends CommonCtx<Caller> {
  readonly db: Db;
  /** Asks together with everyone who asks the same at this moment. */
  readonly hot: <Row>(read: HotRead<Row>, key: string) => Promise<Row | undefined>;
  /** What a change would do if it were made now; all of it is undone. */
  rehearse(work: (ctx: Ctx<Caller>) => Promise<unknown>): Promise<Effects>;
  header(name: string, value: string): void;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type CtxFor<M extends Method, Caller> = M extends 'GET' ? ReadCtx<Caller> : Ctx<Caller>;

/** Who may come in: everyone, everyone who is signed in, or who holds any one of these permissions. */
export type May<Permission extends string = string> = 'anyone' | 'signed_in' | readonly [Permission, ...Permission[]];

/** How often one caller may come, each second on average over a minute. */
export const rateClasses = { open: 20, admin_read: 50, admin_write: 10, user: 20, money: 5, webhook: 200 } as const;
export type RateClass = keyof typeof rateClasses;

export interface Headers {
  readonly [name: string]: string | string[] | undefined;
}

/** What a door looks at before it lets someone in. */
export interface Knock {
  readonly method: string;
  readonly headers: Headers;
  readonly ip: string;
  /** Whether a change is asked for, and not merely a look. */
  readonly unsafe: boolean;
  readonly may: May;
  /** Duties that a caller may still owe here, such as the reset of a password; anywhere else they come first. */
  readonly despite: readonly string[];
  /** Whether the caller must have shown who they are a short while ago. */
  readonly fresh: boolean;
  /** What is to be found of the caller's own with them. */
  readonly own: CallerValue<unknown> | undefined;
}

export interface Entered<Caller> {
  readonly caller: Caller;
  /** Names the caller in logs, rate limits and idempotency keys; null for strangers. */
  readonly callerId: string | null;
  /** The clock of the database when the caller was checked. */
  readonly now: Date;
  /** What was found of the caller's own. */
  readonly own?: unknown;
  /** What the visit itself leaves behind, once the answer is decided. */
  readonly traces?: ((tx: Tx, now: Date) => Promise<unknown>)[];
}

/** A door checks who comes in and whether they may. Endpoints name theirs; the app hangs it. */
export interface Door {
  enter(knock: Knock): Promise<Entered<unknown>>;
}

export interface DoorSign {
  readonly name: string;
  /** Refuses unknown fields and query parameters, instead of ignoring them. */
  readonly strict: boolean;
  /** How OpenAPI calls the credentials; empty for none. */
  readonly security: readonly string[];
  readonly refusals: readonly ErrorSpec[];
}

/** One file of a form, held in memory. */
export interface UploadedFile {
  /** As the sender calls it: a label, never a path. */
  readonly name: string;
  readonly bytes: Buffer;
}

export interface PrepareIo<Caller, P, Q, B> {
  readonly database: Database;
  readonly caller: Caller;
  readonly headers: Headers;
  readonly ip: string;
  readonly requestId: string;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The file of an endpoint that takes one. */
  readonly file: UploadedFile;
}

export interface Io<P, Q, B, Target, Prepared, Owned = unknown> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly target: Target;
  readonly prepared: Prepared;
  /** What `own` found. */
  readonly own: Owned | null | undefined;
}

interface Described {
  readonly summary: string;
  readonly description?: string;
  readonly may: May;
  readonly status?: 200 | 201 | 204;
  readonly errors?: readonly ErrorSpec[];
  readonly rate?: RateClass;
  /** Takes `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Takes `?dryRun=true`; every admin change does unless it says false. */
  readonly dryRun?: boolean;
  /** False where a change leaves no audit entry, with the reason in the code beside it. */
  readonly audited?: boolean;
  readonly despite?: readonly string[];
  readonly fresh?: boolean;
  readonly strict?: boolean;
  /** A read that may come from a replica. */
  readonly mayLag?: boolean;
  /** Statements that one call may send at most; the tests hold it to that. */
  readonly budget?: number;
  readonly bodyLimit?: number;
  /** Takes a form with one file of at most so many bytes; the body is its other fields. */
  readonly upload?: { readonly maxBytes: number };
  /** The body is given as the bytes that came, for a signature to be checked; its schema is for the document alone. */
  readonly raw?: boolean;
  /** A call that works in the example world of the tests; shown in OpenAPI. */
  readonly example?: Example;
}

export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The file of an upload, in Base64. */
  readonly file?: { readonly name: string; readonly base64: string };
}

export interface EndpointSpec<
  M extends Method,
  Caller,
  P extends TProperties,
  Q extends TProperties,
  B extends TSchema,
  R extends TSchema,
  Target,
  Prepared,
  Owned,
> extends Described {
  readonly method: M;
  readonly url: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly reply?: R;
  /** Finds what the path names; none there is a 404, said before anything about the body. */
  readonly target?: (db: Db, params: Static<TObject<P>>, caller: Caller) => Promise<Target | undefined>;
  /** A value of the caller's own, which the door finds along with them. */
  readonly own?: CallerValue<Owned>;
  /** Everything outside the database, before BEGIN. */
  readonly prepare?: (io: PrepareIo<Caller, Static<TObject<P>>, Static<TObject<Q>>, Static<B>>) => Promise<Prepared>;
  readonly run: (
    ctx: CtxFor<M, Caller>,
    io: Io<Static<TObject<P>>, Static<TObject<Q>>, Static<B>, Target, Prepared, Owned>,
  ) => Promise<Static<R> | JsonText<Static<R>>>;
}

/** An endpoint in a list: what it takes is checked against its schemas before `run` sees it. */
export interface Endpoint extends Described {
  readonly door: DoorSign;
  readonly method: Method;
  readonly url: string;
  readonly params?: TProperties;
  readonly query?: TProperties;
  readonly body?: TSchema;
  readonly reply?: TSchema;
  // Methods, not function properties: TypeScript compares their parameters both ways, which is what lets
  // endpoints of different shapes stand in one list without a cast.
  target?(db: Db, params: unknown, caller: unknown): Promise<unknown>;
  prepare?(io: PrepareIo<unknown, unknown, unknown, unknown>): Promise<unknown>;
  readonly own?: CallerValue<unknown>;
  run(ctx: Ctx | ReadCtx, io: Io<unknown, unknown, unknown, unknown, unknown>): Promise<unknown>;
}

/** Makes the constructor of endpoints behind one door; types flow from the schemas into `run`. */
export function endpointsBehind<Caller, Permission extends string>(door: DoorSign) {
  return <
    const M extends Method,
    P extends TProperties = Record<never, never>,
    Q extends TProperties = Record<never, never>,
    B extends TSchema = TSchema,
    R extends TSchema = TSchema,
    Target = undefined,
    Prepared = undefined,
    Owned = undefined,
  >(
    spec: EndpointSpec<M, Caller, P, Q, B, R, Target, Prepared, Owned> & { readonly may: May<Permission> },
  ): Endpoint => ({ ...spec, url: `/v1${spec.url}`, door });
}

export interface Stranger {
  readonly kind: 'stranger';
}
export const openDoor: DoorSign = { name: 'open', strict: false, security: [], refusals: [] };
/** An endpoint for everyone. */
export const openEndpoint = endpointsBehind<Stranger, never>(openDoor);
