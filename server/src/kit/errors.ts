import { type Static, type TObject, type TProperties, Type } from 'typebox';

/**
 * An error of the API: declared once, listed on the endpoints that can return it. `constraints` are the database
 * constraints with the same meaning.
 */
export interface ErrorSpec<Extras extends TProperties = TProperties> {
  readonly status: number;
  readonly code: string;
  readonly extras: TObject<Extras>;
  readonly constraints: readonly string[];
}

export type NoExtras = Record<never, never>;

export function declareError(status: number, code: string): ErrorSpec<NoExtras>;
export function declareError<Extras extends TProperties>(
  status: number,
  code: string,
  extras: Extras,
  constraints?: readonly string[],
): ErrorSpec<Extras>;
export function declareError(
  status: number,
  code: string,
  extras: TProperties = {},
  constraints: readonly string[] = [],
): ErrorSpec {
  return { status, code, extras: Type.Object(extras), constraints };
}

export class Refused extends Error {
  readonly spec: ErrorSpec;
  readonly extras: Readonly<Record<string, unknown>>;

  /** `cause` is only logged. */
  constructor(spec: ErrorSpec, extras: Readonly<Record<string, unknown>>, cause?: unknown) {
    super(spec.code, { cause });
    this.name = 'Refused';
    this.spec = spec;
    this.extras = extras;
  }

  get body(): { statusCode: number; error: string } {
    return { statusCode: this.spec.status, error: this.spec.code, ...this.extras };
  }
}

type ExtrasOf<Extras extends TProperties> = keyof Extras extends never
  ? []
  : NoExtras extends Static<TObject<Extras>>
    ? [extras?: Static<TObject<Extras>>]
    : [Static<TObject<Extras>>];

/** A declared error as a value, for batches in which the other requests continue. */
export function refusal<Extras extends TProperties>(spec: ErrorSpec<Extras>, ...extras: ExtrasOf<Extras>): Refused {
  return new Refused(spec, { ...extras[0] });
}

/** Ends the request with a declared error; its transaction is rolled back. */
export function refuse<Extras extends TProperties>(spec: ErrorSpec<Extras>, ...extras: ExtrasOf<Extras>): never {
  throw refusal(spec, ...extras);
}

/**
 * Codes of faults, for clients that show texts of their own. The contract's errors say in words what is wrong, so these
 * fields are sent only to requests with `Prefer: fault-codes`.
 */
const faultCodesPreference = 'fault-codes';
const codeFields: ReadonlySet<string> = new Set(['code', 'limit', 'problemCode', 'column', 'block']);

/** The response body of an error. */
export function errorText(body: object, prefer: string | string[] = ''): string {
  const preferences = String(prefer).split(',');
  if (preferences.some((one) => one.trim() === faultCodesPreference)) return JSON.stringify(body);
  return JSON.stringify(body, (name, value: unknown) => (codeFields.has(name) ? undefined : value));
}

/** The description of such a field. */
export const withFaultCodes = (text: string): { description: string } => ({
  description: `${text}; only for requests with \`Prefer: ${faultCodesPreference}\``,
});

/** Why a value is not accepted. */
export const faultCodes = [
  'required',
  'unknown_field',
  'blank',
  'too_short',
  'too_long',
  'too_few',
  'too_many',
  'too_small',
  'too_large',
  'not_above',
  'not_below',
  'wrong_type',
  'wrong_form',
  'not_one_of',
  'repeated',
  'not_a_time',
  'not_a_day',
  'not_an_id',
  'not_an_email',
  'not_a_country',
  'not_a_currency',
  'in_the_past',
  'looks_like_an_id',
  'no_push_device',
] as const;
export type FaultCode = (typeof faultCodes)[number];

const Details = Type.Array(
  Type.Object({
    path: Type.String(),
    message: Type.String(),
    code: Type.Optional(
      Type.Unsafe<FaultCode>({
        type: 'string',
        enum: [...faultCodes],
        ...withFaultCodes('Code of the fault, unless only `message` describes it'),
      }),
    ),
    limit: Type.Optional(Type.Number(withFaultCodes('The limit that was exceeded, for lengths, counts and values'))),
  }),
);

export const validationFailed = declareError(400, 'validation_failed', { details: Details });
export const invalidJson = declareError(400, 'invalid_json');
export const invalidCursor = declareError(400, 'invalid_cursor');
export const invalidTransition = declareError(400, 'invalid_transition', {
  currentState: Type.String(),
  allowed: Type.Array(Type.String()),
});
export const fieldLocked = declareError(400, 'field_locked', {
  fields: Type.Array(Type.String()),
  currentState: Type.String(),
});
export const notFound = declareError(404, 'not_found', {
  field: Type.Optional(Type.String({ description: 'The field of the body or query that refers to a missing object' })),
});
export const idempotencyKeyReused = declareError(409, 'idempotency_key_reused');
/** The request did not arrive in time: its headers, or its body. */
export const requestTimeout = declareError(408, 'request_timeout');
export const idempotencyInProgress = declareError(409, 'idempotency_in_progress');
export const staleWrite = declareError(412, 'stale_write');
export const payloadTooLarge = declareError(413, 'payload_too_large', { maxBytes: Type.Integer() });
export const unsupportedMediaType = declareError(415, 'unsupported_media_type', {
  accepted: Type.Array(Type.String()),
});
export const rateLimited = declareError(429, 'rate_limited', { retryAfterS: Type.Integer() });
export const internalError = declareError(500, 'internal_error');
export const unavailable = declareError(503, 'unavailable');
export const storageFull = declareError(503, 'storage_full');

/** Refuses one field with `validation_failed`. */
export function refuseField(path: string, message: string, code?: FaultCode): never {
  return refuse(validationFailed, { details: [{ path, message, ...(code && { code }) }] });
}
