import { Ajv, type Options, type ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import addFormats from 'ajv-formats';
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { refuse, validationFailed } from '../errors.ts';
import { isCountry, isCurrency } from '../iso-codes.ts';
import { isRecord } from '../json.ts';
import { maskContacts } from '../mask.ts';
import { describeError, type FieldError, fieldErrorsOf } from './field-errors.ts';
import { isId, nameFault, parseDay, parseMoment } from './schema.ts';

/**
 * Validation of bodies and queries. Bodies are not coerced: `"3"` is not a number. Query strings contain only text, from
 * which numbers and booleans are parsed.
 */

function createAjv(how: Pick<Options, 'useDefaults' | 'removeAdditional' | 'code' | 'allErrors'> = {}): Ajv {
  const ajv = new Ajv({
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    allErrors: true,
    ...how,
    strict: false,
    // 1e999 is JSON, but infinite.
    strictNumbers: true,
    // For `x-message`.
    verbose: true,
    // Tests validate our schemas; here it would delay the start.
    meta: false,
    validateSchema: false,
  });
  addFormats.default(ajv, ['email', 'date-time', 'date']);
  // The library also accepts urn:uuid:, which the database does not.
  ajv.addFormat('uuid', { type: 'string', validate: (text: string) => isId(text.toLowerCase()) });
  ajv.addFormat('moment', { type: 'string', validate: (text: string) => parseMoment(text) !== undefined });
  ajv.addFormat('day', { type: 'string', validate: (text: string) => parseDay(text) !== undefined });
  ajv.addFormat('name', { type: 'string', validate: (text: string) => nameFault(text) === undefined });
  ajv.addFormat('country', { type: 'string', validate: isCountry });
  ajv.addFormat('currency', { type: 'string', validate: isCurrency });
  ajv.addKeyword({
    keyword: 'x-upper-case',
    type: 'string',
    modifying: true,
    errors: false,
    validate(_folds: boolean, text: string, _schema?: object, place?: DataValidationCxt) {
      if (place) place.parentData[place.parentDataProperty] = text.toUpperCase();
      return true;
    },
  });
  return ajv;
}

const bodies = createAjv();
/** For unchecked bodies of any size, for which a fault per entry could fill the memory. */
const largeBodies = createAjv({ allErrors: false });
const queries = createAjv({ useDefaults: true });
const picks = createAjv({ removeAdditional: true });
/** For tests, which compile more than they validate: without optimization, compilation takes half the time. */
const replies = createAjv({ code: { optimize: false } });

function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (!isRecord(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, close(part)]));
  return isRecord(copy.properties) && copy.additionalProperties === undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}

/** By content: tests create hundreds of apps with equal schemas. */
const schemasByText = new Map<string, TSchema>();
const knownSchemas = new WeakMap<TSchema, TSchema>();

/** One object for equal schemas, so that each is compiled once. */
export function canonical(schema: TSchema): TSchema {
  const known = knownSchemas.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema);
  const one = schemasByText.get(text) ?? schema;
  schemasByText.set(text, one);
  knownSchemas.set(schema, one);
  return one;
}

/** Cached, because Ajv compiles once per object. */
const closedForms = new WeakMap<TSchema, Record<string, unknown>>();

/** The schema with `additionalProperties: false` at any depth. */
export function withoutAdditionalProperties(schema: TSchema): Record<string, unknown> {
  const one = canonical(schema);
  const known = closedForms.get(one);
  if (known) return known;
  const result = close(one);
  const form = isRecord(result) ? result : {};
  closedForms.set(one, form);
  return form;
}

const formOf = (schema: TSchema, strict: boolean): object =>
  strict ? withoutAdditionalProperties(schema) : canonical(schema);

function check(validate: ValidateFunction, value: unknown): void {
  if (validate(value)) return;
  refuse(validationFailed, { details: fieldErrorsOf(validate) });
}

export type Check = (value: unknown) => unknown;

/** Compiles on first use, because compiling the schemas of all endpoints would delay the start. */
function compiled<T>(ajv: Ajv, schemaOf: () => object): () => ValidateFunction<T> {
  let compiled: ValidateFunction<T> | undefined;
  return () => {
    compiled ??= ajv.compile<T>(schemaOf());
    return compiled;
  };
}

/** Free text of admins, in any body. */
const freeTextFields = ['reason', 'note', 'notes'];
/** Longer than any such field may be. Masking takes quadratic time, so longer texts are not masked but refused. */
const longestFreeText = 2_000;

const cleanText = (text: string): string => (text.length > longestFreeText ? text : maskContacts(text.trim()));

/**
 * Trims free text, and masks e-mail addresses and phone numbers in it before any endpoint can store them.
 */
function withCleanText(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const cleaned = freeTextFields.flatMap((name) => {
    const text = body[name];
    return typeof text === 'string' ? [[name, cleanText(text)]] : [];
  });
  return cleaned.length === 0 ? body : { ...body, ...Object.fromEntries(cleaned) };
}

/**
 * Validates a body. Endpoints without a body accept none and `{}`; lenient ones treat null as omitted. If the endpoint
 * checks the body itself, only the first fault is reported.
 */
export function bodyCheck(schema: TSchema | undefined, strict: boolean, { checksOwnBody = false } = {}): Check {
  const validate = compiled(checksOwnBody ? largeBodies : bodies, () => formOf(schema ?? Type.Object({}), strict));
  const ignores = schema === undefined && !strict;
  const fix = strict ? withCleanText : withoutNulls(schema);
  return (body) => {
    if (ignores) return {};
    const given = body === undefined ? {} : body;
    const value = fix(given);
    check(validate(), value);
    return value;
  };
}

function isEmpty(record: Record<string, unknown>): boolean {
  for (const _name in record) return false;
  return true;
}

/** A raw body. */
export const bytesCheck: Check = (body) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

const givenTwice = (path: string): FieldError => ({ path, message: 'must be given only once' });

export function queryCheck(properties: TProperties, strict: boolean): Check {
  const validate = compiled(queries, () => formOf(Type.Object(properties), strict));
  const lists = Object.entries(properties).flatMap(([name, part]) => ('items' in part ? [name] : []));
  const single = Object.keys(properties).filter((name) => !lists.includes(name));
  const takesNothing = Object.keys(properties).length === 0;
  return (query) => {
    if (takesNothing && isRecord(query) && isEmpty(query)) return {};
    const gathered = collectListParameters(isRecord(query) ? query : {}, lists);
    const repeated = single.filter((name) => Array.isArray(gathered[name]));
    if (repeated.length > 0) refuse(validationFailed, { details: repeated.map(givenTwice) });
    const read = Object.entries(gathered).map(([name, given]) => [name, readText(properties[name], given)]);
    const value: unknown = Object.fromEntries(read);
    check(validate(), value);
    return value;
  };
}

const faultsIn = (validate: ValidateFunction, value: unknown): string[] =>
  validate(value) ? [] : (validate.errors ?? []).map((error) => JSON.stringify(describeError(error)));

/** Validates replies in tests: only fields of the schema, of their types. */
export function replyFaults(schema: TSchema): (value: unknown) => string[] {
  const validate = replies.compile(withoutAdditionalProperties(schema));
  return (value) => faultsIn(validate, value);
}

/** Validates input of the serializer in tests: additional fields are allowed, but types must match. */
export function coercionFaults(schema: TSchema): (value: unknown) => string[] {
  const validate = replies.compile(canonical(schema));
  return (value) => faultsIn(validate, JSON.parse(JSON.stringify(value)));
}

/** Validates a value, and returns it or its faults. */
export function parserOf<S extends TSchema>(
  schema: S,
): (value: unknown) => { readonly value: Static<S> } | { readonly faults: readonly FieldError[] } {
  const compile = compiled<Static<S>>(bodies, () => schema);
  return (value) => {
    const fits = compile();
    return fits(value) ? { value } : { faults: fieldErrorsOf(fits) };
  };
}

/** The same, but returns a copy with only the fields of the schema, at any depth. */
export function lenientParserOf<S extends TSchema>(schema: S): ReturnType<typeof parserOf<S>> {
  const compile = compiled<Static<S>>(picks, () => withoutAdditionalProperties(schema));
  return (value) => {
    const fits = compile();
    const copy: unknown = structuredClone(value);
    return fits(copy) ? { value: copy } : { faults: fieldErrorsOf(fits) };
  };
}

/** Validates a value; undefined if invalid. */
export function parseOrUndefined<S extends TSchema>(schema: S): (value: unknown) => Static<S> | undefined {
  const parse = parserOf(schema);
  return (value) => {
    const parsed = parse(value);
    return 'value' in parsed ? parsed.value : undefined;
  };
}

/** Joins `a=1&a=2`, `a[]=1` and `a=1,2` into one list, for list parameters. */
export function collectListParameters(
  query: Record<string, unknown>,
  lists: readonly string[],
): Record<string, unknown> {
  const gathered = { ...query };
  for (const name of lists) {
    const given = [query[name], query[`${name}[]`]].flat().filter((value) => typeof value === 'string');
    delete gathered[`${name}[]`];
    if (given.length > 0) gathered[name] = given.flatMap((value) => value.split(','));
  }
  return gathered;
}

/** Parses numbers and booleans strictly: `Number` would read a blank as 0, 0x10 as 16 and 1e999 as infinite. */
export function readText(schema: unknown, value: unknown): unknown {
  if (!isRecord(schema)) return value;
  if (Array.isArray(value)) return value.map((part) => readText(schema.items, part));
  if (typeof value !== 'string') return value;
  const types = [schema.type].flat();
  if (types.includes('boolean') && /^(?:true|false)$/.test(value)) return value === 'true';
  const wantsNumber = types.includes('integer') || types.includes('number');
  const number = wantsNumber && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}

type Fix = (value: unknown) => unknown;

const same: Fix = (value) => value;

/**
 * Returns a function that omits fields that are null if they are optional and not nullable: phones send null for unknown
 * values.
 */
export function withoutNulls(schema: unknown): Fix {
  if (!isRecord(schema)) return same;
  if (isRecord(schema.items)) {
    const fix = withoutNulls(schema.items);
    return fix === same ? same : (value) => (Array.isArray(value) ? value.map(fix) : value);
  }
  return isRecord(schema.properties) ? fieldsWithoutNulls(schema.properties, [schema.required].flat()) : same;
}

function fieldsWithoutNulls(properties: Record<string, unknown>, required: readonly unknown[]): Fix {
  const droppable = Object.keys(properties).filter((name) => !required.includes(name) && !takesNull(properties[name]));
  const inner = Object.entries(properties)
    .map(([name, part]): [string, Fix] => [name, withoutNulls(part)])
    .filter(([, fix]) => fix !== same);
  if (droppable.length === 0 && inner.length === 0) return same;
  return (value) => {
    if (!isRecord(value)) return value;
    const copy = { ...value };
    for (const name of droppable) if (copy[name] === null) delete copy[name];
    for (const [name, fix] of inner) if (name in copy) copy[name] = fix(copy[name]);
    return copy;
  };
}

/** A schema without a type accepts anything. */
function takesNull(schema: unknown): boolean {
  if (!isRecord(schema) || schema.type === undefined) return true;
  return [schema.type].flat().includes('null');
}
