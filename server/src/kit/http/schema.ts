import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { refuseField } from '../errors.ts';
import { dayMs } from '../time.ts';

/** Shared schemas. Replies contain `Date` objects, which the serializer writes as ISO 8601 in UTC. */

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const oneId = new RegExp(`^${uuid}$`);
const everyId = new RegExp(`\\b${uuid}\\b`, 'g');

export const isId = (text: string): boolean => oneId.test(text);
/** Replaces every id in a text. */
export const replaceIds = (text: string, replace: (id: string) => string): string => text.replace(everyId, replace);

export const Id = Type.String({ format: 'uuid', description: 'A UUIDv7' });
export const Country = Type.String({
  format: 'country',
  minLength: 2,
  maxLength: 2,
  description: 'ISO 3166-1 alpha-2; converted to upper case',
});
/** Converted to upper case by validation. */
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

/** A text by language. */
export const Translations = Type.Object({
  en: Type.Optional(Type.String()),
  ar: Type.Optional(Type.String()),
  id: Type.Optional(Type.String()),
});
export type InLanguages = Static<typeof Translations>;

/** The error message of a pattern. */
export const messageFor = (message: string) => ({ 'x-message': message });

/** Invisible characters and those that reverse the reading order, except the visible signs that Arabic sets around numbers. */
const unseen = /(?![\u0600-\u0605\u06dd\u08e2])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const joined = '[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';
/** Characters that shape their neighbour: joiners between letters, as in Persian, and variants of emoji and Han letters. */
const shaping = [
  `(?<=${joined})[\\u200c\\u200d](?=${joined})`,
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)|(?<=\\p{Script=Han})\\p{Variation_Selector}',
];
const shapers = new RegExp(shaping.join('|'), 'gu');
const seen = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The fault of a name, which must be one line of visible text; undefined if valid. */
export function nameFault(name: string): string | undefined {
  if (!seen.test(name)) return 'must not be blank';
  return unseen.test(name.replace(shapers, '')) ? 'must not contain invisible or control characters' : undefined;
}

/** A name or a title. */
export const nameText = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S', format: 'name' });

/** One of a list of values. */
export function oneOf<const Words extends readonly string[]>(words: Words, options: { description?: string } = {}) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...options });
}

/** The schema or null, as a list of types, because the serializer is slow and lenient with unions. */
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

/** A list of a single page, in the form of other lists. */
export function wholeListOf<S extends TSchema, More extends TProperties = Record<never, never>>(
  item: S,
  { title, description, more }: { title: string; description?: string; more?: More },
) {
  const items = Type.Array(item, description === undefined ? {} : { description });
  const nextCursor = nullable(Type.String({ description: 'Always null: the list is a single page' }));
  return Type.Object({ items, nextCursor, ...more }, { title });
}

export const wholeList = <Item>(items: Item[]) => ({ items, nextCursor: null });

const moment = /^(\d{4}-\d{2}-(\d{2}))T(?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads an ISO 8601 timestamp with an offset; undefined for anything else, 30 February included, and for what lies
 * outside of the years 1 to 9999 in UTC, which neither the database nor ISO 8601 write as such.
 */
export function parseMoment(text: string): Date | undefined {
  const [, date = '', day] = moment.exec(text) ?? [];
  const exact = new Date(text);
  const year = exact.getUTCFullYear();
  // JavaScript reads 30 February as a day in March.
  const isDay = new Date(`${date}T00:00:00Z`).getUTCDate() === Number(day);
  return isDay && year >= 1 && year <= 9999 ? exact : undefined;
}

/** Parses a day, `YYYY-MM-DD`, as its start in UTC. */
export function parseDay(text: string): Date | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseMoment(`${text}T00:00:00Z`) : undefined;
}

export const Moment = Type.String({ format: 'moment', description: 'ISO 8601 with an offset' });
export const Day = Type.String({ format: 'day', description: 'A UTC day, YYYY-MM-DD' });

/** The schema of a raw body, for OpenAPI only. */
export const rawBody = <S extends TSchema>(schema: S) => Type.Unsafe<Buffer>(schema);

/** Two UTC days, both inclusive, as a half-open range. */
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
