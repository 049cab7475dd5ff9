import type { ErrorSpec } from '../errors.ts';

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
  readonly allowedWhile?: readonly string[];
  readonly stepUp?: boolean;
  readonly strict?: boolean;
  /** A read that may come from a replica. */
  readonly fromReplica?: boolean;
  readonly bodyLimit?: number;
  /** How many items a list in the body may have, where that is more than 1,000. */
  readonly maxListItems?: number;
  /**
   * Takes a form with one file of at most so many bytes; the body is its other fields. A streamed file is never held
   * in memory: `prepare` reads it while it arrives, so the other fields must come before it, or `prepare` is given none.
   */
  readonly upload?: { readonly maxBytes: number; readonly streamed?: boolean; readonly fieldsAnywhere?: boolean };
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
  readonly usualDays?: (asked: AskedDays, now: Date) => { readonly start: string; readonly end: string };
}

export interface AskedDays {
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
