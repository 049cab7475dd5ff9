import { errorCode } from '../error-code.ts';

/** What a database error means for the request that met it. */

const statementTimeout = '57014';
const retryableCodes = new Set(['40001', '40P01', '55P03']);
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  statementTimeout,
  '25P03',
]);
const unavailableMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i;

const codeOf = (error: unknown): string => errorCode(error) ?? '';

/** A lost race for locks or a serialization failure: the same work, done again, may well succeed. */
export const isRetryable = (error: unknown): boolean => retryableCodes.has(codeOf(error));

/** A statement was ended because it took longer than it may. */
export const isTimeout = (error: unknown): boolean => codeOf(error) === '57014';

/** The database could not be asked, or did not answer in time. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (unavailableCodes.has(code) || code.startsWith('08') || code.startsWith('53')) return true;
  return isRetryable(error) || (error instanceof Error && unavailableMessages.test(error.message));
}

/** All connections of the pool were in use for as long as a caller waits for one. */
export const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && /timeout exceeded when trying to connect/i.test(error.message);

/** Someone else held a lock for longer than may be waited. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** The connection was lost or never made: nothing is wrong with what was asked. */
export const isConnectionLost = (error: unknown): boolean =>
  isUnavailable(error) && !isRetryable(error) && codeOf(error) !== statementTimeout;

/** The name of the constraint that refused the row, if one did. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!codeOf(error).startsWith('23')) return undefined;
  if (error === null || typeof error !== 'object' || !('constraint' in error)) return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
}
