import pino, { type DestinationStream, type Logger } from 'pino';

const maxText = 8_000;
// Bounded lengths, or a long word without an @ would be scanned repeatedly.
const emails = /[^\s@"'()=/:]{1,64}(?:@|%40)[^\s@"'()/:,;]{1,255}/g;
const phones = /(?<![\w+])(?:\+|%2B)\d(?:[ ().-]{0,2}\d){7,14}(?!\d)/gi;
const bearers = /\bbearer\s+[\w.~+/=-]+/gi;
const jsonWebTokens = /\beyJ[\w-]+(?:\.[\w-]*)+/g;

/** Removes personal data and credentials from a text. */
export const redact = (text: string): string =>
  text
    .slice(0, maxText)
    .replace(bearers, 'Bearer [hidden]')
    .replace(jsonWebTokens, '[hidden]')
    .replace(emails, '[personal]')
    .replace(phones, '[personal]');

/** Omits the details of database errors, which contain values. */
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

/** An event for a terminal: time, level, message, and the stack of an error. */
function prettyLine({ time, level, msg, err, requestId, method, route, status }: Record<string, unknown>): string {
  const request = [method, route, status].map(wordOf);
  const parts = [wordOf(time).slice(11, 19), levelNames[Number(level)] ?? 'debug', wordOf(msg), ...request];
  const id = wordOf(requestId) && ` (request ${wordOf(requestId)})`;
  const stack = wordOf(fieldsOf(err).stack);
  return `${parts.filter(Boolean).join(' ')}${id}\n${stack ? `  ${stack.replaceAll('\n', '\n  ')}\n` : ''}`;
}

const info = 30;

/** Frequent events, such as requests and pushes, and the address, which `npm start` prints itself. */
const isForMachines = ({ level, route, topic, msg }: Record<string, unknown>): boolean =>
  Number(level) <= info && (route !== undefined || topic !== undefined || wordOf(msg).startsWith('Server listening'));

/** For a terminal: text instead of JSON, without frequent events unless debugging. */
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

/** Logs JSON lines. Bodies are never logged; these fields are masked in case one is. */
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
