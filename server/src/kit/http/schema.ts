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
