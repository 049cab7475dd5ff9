import pino, { type Logger } from 'pino';

const mostText = 8_000;
// Of bounded lengths, and on a text of bounded length: else a long word without an @ is read over and over.
const emails = /[^\s@"'()=/:]{1,64}@[^\s@"'()/:]{1,255}/g;
const scrub = (text: string): string => text.slice(0, mostText).replace(emails, '[personal]');

/** An error as the log may have it: what the database says of the values that it was given stays out. */
function showError(thrown: unknown) {
  const error: Error & { code?: unknown; constraint?: unknown } =
    thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack = '', code, constraint } = error;
  return { name, message: scrub(message), code, constraint, stack: scrub(stack) };
}

const secretFields = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'signature',
  'otp',
  'email',
  'phone',
  'q',
];

/** JSON lines. Bodies are never logged; the fields below are masked should one slip in. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: showError },
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[hidden]' },
  });
}
