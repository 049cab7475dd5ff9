import { errorCode } from '../error-code.ts';

/** Classifies database errors. */

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

/** A deadlock, lock timeout or serialization failure, for which a retry may succeed. */
export const isRetryable = (error: unknown): boolean => retryableCodes.has(codeOf(error));

/** A statement timeout. */
export const isTimeout = (error: unknown): boolean => codeOf(error) === statementTimeout;

/** The database could not be reached, or did not answer in time. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (unavailableCodes.has(code) || code.startsWith('08') || code.startsWith('53')) return true;
  return isRetryable(error) || (error instanceof Error && unavailableMessages.test(error.message));
}

/** All connections of the pool were in use. */
export const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && /timeout exceeded when trying to connect/i.test(error.message);

/** A lock timeout. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** The connection was lost or never made. */
export const isConnectionLost = (error: unknown): boolean =>
  isUnavailable(error) && !isRetryable(error) && codeOf(error) !== statementTimeout;

/** The name of the violated constraint, if any. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!codeOf(error).startsWith('23')) return undefined;
  if (error === null || typeof error !== 'object' || !('constraint' in error)) return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
}
