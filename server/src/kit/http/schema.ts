import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { refuseField } from '../errors.ts';
import { dayMs } from '../time.ts';

/** Schemas that every feature shares. Replies carry dates as `Date`: the serializer writes them as ISO 8601 in UTC. */

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const oneId = new RegExp(`^${uuid}$`);
const everyId = new RegExp(`\\b${uuid}\\b`, 'g');

export const isId = (text: string): boolean => oneId.test(text);
/** Writes something else in place of every id in a text. */
export const replaceIds = (text: string, replace: (id: string) => string): string => text.replace(everyId, replace);

export const Id = Type.String({ format: 'uuid', description: 'A UUIDv7' });
export const Country = Type.String({
  format: 'country',
  minLength: 2,
  maxLength: 2,
  description: 'ISO 3166-1 alpha-2; converted to upper case',
});
/** Given in lower case, a body or a query holds it in upper case once it has been checked. */
const foldedToUpperCase = { 'x-upper-case': true };
export const Currency = Type.String({
  format: 'currency',
  minLength: 3,
  maxLength: 3,
  description: 'ISO 4217; converted to upper case',
  ...foldedToUpperCase,
});
export const Timestamp = Type.Unsafe<Date>({ type: 'string', format: 'date-time' });
export const Int = (options: { minimum?: number; maximum?: number } = {}) => Type.Integer(options);

/** A text in the languages that it is written in. */
export const Translations = Type.Object({
  en: Type.Optional(Type.String()),
  ar: Type.Optional(Type.String()),
  id: Type.Optional(Type.String()),
});
export type InLanguages = Static<typeof Translations>;

/** What a pattern asks for, in words that its refusal repeats. */
export const messageFor = (message: string) => ({ 'x-message': message });

/** Signs that are not seen, or that turn the reading order around; those that Arabic sets around numbers are seen. */
const unseen = /(?![\u0600-\u0605\u06dd\u08e2])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const joined = '[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';
/** What shapes its neighbour: joiners between letters, as Persian has them, and the form of an emoji or a Han letter. */
const shaping = [
  `(?<=${joined})[\\u200c\\u200d](?=${joined})`,
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)|(?<=\\p{Script=Han})\\p{Variation_Selector}',
];
const shapers = new RegExp(shaping.join('|'), 'gu');
const seen = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What is wrong with a name, which is one line of what can be seen; undefined where nothing is. */
export function nameFault(name: string): string | undefined {
  if (!seen.test(name)) return 'must not be blank';
  return unseen.test(name.replace(shapers, '')) ? 'must not contain invisible or control characters' : undefined;
}

/** A name or a title. */
export const nameText = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S', format: 'name' });

/** One of a closed list of words. */
export function oneOf<const Words extends readonly string[]>(words: Words, options: { description?: string } = {}) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...options });
}

/** The same schema, or null. Written as a type list, because the serializer is slow and lenient on unions. */
export function nullable<S extends TSchema>(schema: S) {
  const { type, enum: words } = describe(schema);
  // A title names a schema in the OpenAPI document, and this is another one.
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'title'));
  if (typeof type !== 'string') throw new Error('nullable() takes a schema with one type');
  return Type.Unsafe<Static<S> | null>({
    ...rest,
    type: [type, 'null'],
    ...(words && { enum: [...words, null] }),
  });
}

function describe(schema: TSchema & { type?: unknown; enum?: readonly unknown[] }) {
  return { type: schema.type, enum: schema.enum };
}

export const listQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 2000, description: '`nextCursor` of the previous page' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
};

export function pageOf<S extends TSchema, More extends TProperties = Record<never, never>>(item: S, more?: More) {
  const parts = { items: Type.Array(item), nextCursor: nullable(Type.String()) };
  return Type.Object({ ...parts, ...more });
}

/** A list that always fits one page, in the shape of every other list. */
export function wholeListOf<S extends TSchema, More extends TProperties = Record<never, never>>(
  item: S,
  { title, description, more }: { title: string; description?: string; more?: More },
) {
  const items = Type.Array(item, description === undefined ? {} : { description });
  const nextCursor = nullable(Type.String({ description: 'Always null: the list is a single page' }));
  return Type.Object({ items, nextCursor, ...more }, { title });
}

export const wholeList = <Item>(items: Item[]) => ({ items, nextCursor: null });

const moment = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})$/;

/** The signs between the digits of a moment as every JavaScript writes it, and where they stand. */
const signs = Array.from('2026-07-01T18:30:00.000Z', (sign, at) => ({ at, code: sign.charCodeAt(0) })).filter(
  ({ at }) => [4, 7, 10, 13, 16, 19, 23].includes(at),
);

/**
 * Reads an ISO 8601 timestamp that says its offset; undefined for anything else, 30 February included, and for what
 * lies outside of the years 1 to 9999 in UTC, which neither the database nor ISO 8601 write as such.
 */
export function parseMoment(text: string): Date | undefined {
  const ms = parseMomentMs(text);
  return ms === undefined ? undefined : new Date(ms);
}

/** The same in milliseconds since 1970. */
export const parseMomentMs = (text: string): number | undefined => momentAsWritten(text) ?? momentIn(text)?.getTime();

/** A number of so many digits in a text; negative where they are not digits. */
function digitsAt(text: string, from: number, count: number): number {
  let sum = 0;
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    sum = 10 * sum + digit;
  }
  return sum;
}

const isBetween = (number: number, low: number, high: number): boolean => number >= low && number <= high;

/** Days that every month has. */
const sureDays = 28;

/** As every JavaScript writes it, which comes by the thousand: each digit is looked at once, and nothing is made of them. */
function momentAsWritten(text: string): number | undefined {
  if (text.length !== 24 || signs.some(({ at, code }) => text.charCodeAt(at) !== code)) return undefined;
  const year = digitsAt(text, 0, 4);
  const month = digitsAt(text, 5, 2);
  const day = digitsAt(text, 8, 2);
  const hour = digitsAt(text, 11, 2);
  const minute = digitsAt(text, 14, 2);
  const second = digitsAt(text, 17, 2);
  const milli = digitsAt(text, 20, 3);
  const isTime = isBetween(hour, 0, 23) && isBetween(minute, 0, 59) && isBetween(second, 0, 59) && milli >= 0;
  // A year before 100 would be taken for one of the last century.
  if (year < 100 || !isBetween(month, 1, 12) || day < 1 || !isTime) return undefined;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second, milli);
  // A day that the month has not is one of the next.
  return day <= sureDays || new Date(ms).getUTCDate() === day ? ms : undefined;
}

function momentIn(text: string): Date | undefined {
  const parts = moment.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second = '00', fraction = '0', offset = 'Z'] = parts;
  const millis = `${fraction}000`.slice(0, 3);
  const clock = `${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}`;
  const local = new Date(`${clock}Z`);
  const rolledOver = Number.isNaN(local.getTime()) || local.getUTCDate() !== Number(day);
  if (rolledOver) return undefined;
  const exact = offset === 'Z' ? local : new Date(`${clock}${offset}`);
  const exactYear = exact.getUTCFullYear();
  return exactYear >= 1 && exactYear <= 9999 ? exact : undefined;
}

/** Reads a calendar day, `YYYY-MM-DD`, as its first moment in UTC. */
export function parseDay(text: string): Date | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseMoment(`${text}T00:00:00Z`) : undefined;
}

export const Moment = Type.String({ format: 'moment', description: 'ISO 8601 with an offset' });
export const Day = Type.String({ format: 'day', description: 'A UTC day, YYYY-MM-DD' });

/** A body that is taken as the bytes that came; the document shows what is in them. */
export const rawBody = <S extends TSchema>(schema: S) => Type.Unsafe<Buffer>(schema);

/** Two UTC days, both included, as a half-open range of moments. */
export function dayRange(
  first: string | undefined,
  last: string | undefined,
  names: { from: string; to: string } = { from: 'dateFrom', to: 'dateTo' },
): { from: Date | undefined; before: Date | undefined } {
  const from = first === undefined ? undefined : parseDay(first);
  const to = last === undefined ? undefined : parseDay(last);
  if (from && to && from > to) refuseField(names.from, `must not be later than ${names.to}`);
  return { from, before: to && new Date(to.getTime() + dayMs) };
}
