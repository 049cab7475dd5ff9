import pino, { type DestinationStream, type Logger } from 'pino';

const maxText = 8_000;
// Of bounded lengths, and on a text of bounded length: else a long word without an @ is read over and over.
const emails = /[^\s@"'()=/:]{1,64}(?:@|%40)[^\s@"'()/:,;]{1,255}/g;
const phones = /(?<![\w+])(?:\+|%2B)\d(?:[ ().-]{0,2}\d){7,14}(?!\d)/gi;
const bearers = /\bbearer\s+[\w.~+/=-]+/gi;
const jsonWebTokens = /\beyJ[\w-]+(?:\.[\w-]*)+/g;

/** A text as the log may have it: without who it is about, and without what opens doors. */
export const redact = (text: string): string =>
  text
    .slice(0, maxText)
    .replace(bearers, 'Bearer [hidden]')
    .replace(jsonWebTokens, '[hidden]')
    .replace(emails, '[personal]')
    .replace(phones, '[personal]');

/** An error as the log may have it: what the database says of the values that it was given stays out. */
function showError(thrown: unknown) {
  const error: Error & { code?: unknown; constraint?: unknown } =
    thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack = '', code, constraint } = error;
  return { name: redact(name), message: redact(message), code, constraint, stack: redact(stack) };
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

const levelNames: Readonly<Record<number, string>> = { 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' };

const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** One event as a person reads it in a terminal: when, how bad, what, and the error with where it was thrown. */
function prettyLine({ time, level, msg, err, requestId, method, route, status }: Record<string, unknown>): string {
  const request = [method, route, status].map(wordOf);
  const parts = [wordOf(time).slice(11, 19), levelNames[Number(level)] ?? 'debug', wordOf(msg), ...request];
  const id = wordOf(requestId) && ` (request ${wordOf(requestId)})`;
  const stack = wordOf(fieldsOf(err).stack);
  return `${parts.filter(Boolean).join(' ')}${id}\n${stack ? `  ${stack.replaceAll('\n', '\n  ')}\n` : ''}`;
}

const info = 30;

/** What comes by the thousand, a line for each request and each push, and the address, which the start says itself. */
const isForMachines = ({ level, route, topic, msg }: Record<string, unknown>): boolean =>
  Number(level) <= info && (route !== undefined || topic !== undefined || wordOf(msg).startsWith('Server listening'));

/** For a terminal: sentences instead of JSON, and of what was logged what a person wants, unless they look for faults. */
export function prettyOutput(
  level: string,
  output: { write(text: string): unknown } = process.stdout,
): DestinationStream {
  const showsAll = level === 'debug' || level === 'trace';
  return {
    write(line) {
      const event = fieldsOf(JSON.parse(line));
      if (showsAll || !isForMachines(event)) output.write(prettyLine(event));
    },
  };
}

/** JSON lines, unless the destination makes something else of them. Bodies are never logged; the fields below are masked should one slip in. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const redacted = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: showError },
    redact: { paths: redacted, censor: '[hidden]' },
  };
  return pino(options, destination);
}
