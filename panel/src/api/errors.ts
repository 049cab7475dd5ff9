import type { components } from './schema.d.ts';

/** Every refusal of the contract. A code that the contract gains and `error-words` lacks does not compile. */
type Schemas = components['schemas'];
type ErrorName = Extract<keyof Schemas, `Error_${string}`>;
export type ErrorCode = Schemas[ErrorName]['error'];

/**
 * What goes wrong on this side: no answer, an answer that is no JSON of ours, a refusal that an earlier attempt may be
 * the cause of, someone else who signed in in another tab, a part of the page that could not be loaded, a mistake in the
 * page itself, something that failed while nobody waited for it.
 */
export type LocalCode =
  | 'no_answer'
  | 'unknown_error'
  | 'perhaps_done'
  | 'signed_in_elsewhere'
  | 'part_missing'
  | 'page_error';

type Extras = Readonly<Record<string, unknown>>;

export interface Detail {
  readonly path: string;
  readonly message: string;
  readonly code?: string;
  readonly limit?: number;
}

const isRecord = (value: unknown): value is Extras =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isDetail = (value: unknown): value is Detail =>
  isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';

/** A refusal of the server, or none of its answers. The screen shows it as a sentence; see `useErrorSentence`. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly extras: Extras;
  readonly requestId: string | null;

  constructor(code: string, status: number, extras: Extras = {}, requestId: string | null = null) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.extras = extras;
    this.requestId = requestId;
  }

  /** What was wrong with which field, where the server said so. */
  get details(): readonly Detail[] {
    const { details } = this.extras;
    return Array.isArray(details) ? details.filter(isDetail) : [];
  }
}

export function errorOf(body: unknown, response: Response): ApiError {
  const requestId = response.headers.get('x-request-id');
  if (!isRecord(body) || typeof body.error !== 'string') {
    return new ApiError('unknown_error', response.status, {}, requestId);
  }
  const { error, statusCode: _statusCode, ...extras } = body;
  return new ApiError(error, response.status, extras, requestId);
}

/** As the browsers say that a script or a style of the page was not to be had. */
const missingChunk = /dynamically imported module|importing a module script failed|unable to preload css/i;

export const isMissingChunk = (error: unknown): boolean => error instanceof Error && missingChunk.test(error.message);

/** What a call or a part of the page threw. Calls throw ApiErrors; anything else is a fault of the page. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(isMissingChunk(error) ? 'part_missing' : 'page_error', 0);
}

/**
 * Whether a change may have been made although it was not confirmed: the answer never came or made no sense, the server
 * broke off, or an earlier sending of the same change is still at work.
 */
export const isOutcomeUnknown = ({ code, status }: ApiError): boolean =>
  status === 0 || status >= 500 || code === 'unknown_error' || code === 'idempotency_in_progress';

/** Whether the same call may be answered otherwise in a moment: there was no answer, or the server was busy. */
export const isTransient = ({ code, status }: ApiError): boolean => code === 'no_answer' || status >= 429;

/** Refused before the server looked for an earlier sending of the same: what became of that one is as open as before. */
export const isRefusedBeforeLookup = ({ status }: ApiError): boolean =>
  status === 401 || status === 403 || status === 429;
