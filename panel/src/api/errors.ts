import type { components } from './schema.d.ts';

/** Every refusal of the contract. A code that the contract gains and `error-words` lacks does not compile. */
type Schemas = components['schemas'];
type ErrorName = Extract<keyof Schemas, `Error_${string}`>;
export type ErrorCode = Schemas[ErrorName]['error'];

/** What goes wrong on this side: no answer, an answer that is no JSON of ours, an unknown code. */
export type LocalCode = 'no_answer' | 'unknown_error';

type Extras = Readonly<Record<string, unknown>>;

export interface Detail {
  readonly path: string;
  readonly message: string;
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

export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('no_answer', 0);
