import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type TProperties, type TSchema, Type } from 'typebox';
import { refuse, validationFailed } from '../errors.ts';
import { parseDay, parseMoment } from './schema.ts';

/**
 * Strict checks. Bodies are taken as they are: `"3"` is no number and an unknown field is an error.
 * Query strings hold only text, so there numbers and booleans are read out of it.
 */

const mostDetails = 20;

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    coerceTypes,
    removeAdditional: false,
    useDefaults: coerceTypes,
    allErrors: true,
    strict: false,
  });
  addFormats.default(ajv, ['email', 'uuid', 'date-time']);
  ajv.addFormat('moment', { type: 'string', validate: (text: string) => parseMoment(text) !== undefined });
  ajv.addFormat('day', { type: 'string', validate: (text: string) => parseDay(text) !== undefined });
  return ajv;
}

const bodies = createAjv(false);
const queries = createAjv(true);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema with every object closed to fields that it does not name, at any depth. */
export function closed(schema: unknown): Record<string, unknown> {
  const close = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(close);
    if (!isRecord(value)) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, close(part)]));
    return isRecord(copy.properties) && copy.additionalProperties === undefined
      ? { ...copy, additionalProperties: false }
      : copy;
  };
  const result = close(schema);
  return isRecord(result) ? result : {};
}

function describe(error: ErrorObject): { path: string; message: string } {
  const parts = error.instancePath.split('/').slice(1);
  const { missingProperty, additionalProperty, allowedValues } = error.params;
  if (typeof missingProperty === 'string')
    return { path: [...parts, missingProperty].join('.'), message: 'is required' };
  if (typeof additionalProperty === 'string') {
    return { path: [...parts, additionalProperty].join('.'), message: 'is not a known field' };
  }
  const words = Array.isArray(allowedValues) ? ` (${allowedValues.join(', ')})` : '';
  return { path: parts.join('.'), message: `${error.message ?? 'is not valid'}${words}` };
}

function check(validate: ValidateFunction, value: unknown): void {
  if (validate(value)) return;
  refuse(validationFailed, { details: (validate.errors ?? []).slice(0, mostDetails).map(describe) });
}

export type Check = (value: unknown) => unknown;

/** Checks a body. Where the endpoint takes none, nothing and `{}` are fine. */
export function bodyCheck(schema: TSchema | undefined, strict: boolean): Check {
  const validate = bodies.compile(strict ? closed(schema ?? Type.Object({})) : (schema ?? Type.Object({})));
  const ignores = schema === undefined && !strict;
  return (body) => {
    const value = body === undefined || body === null ? {} : body;
    if (ignores) return {};
    check(validate, value);
    return value;
  };
}

/** Gathers `a=1&a=2`, `a[]=1` and `a=1,2` into one list for the parameters that are lists. */
function gather(query: Record<string, unknown>, lists: readonly string[]): Record<string, unknown> {
  const gathered = { ...query };
  for (const name of lists) {
    const given = [query[name], query[`${name}[]`]].flat().filter((value) => typeof value === 'string');
    delete gathered[`${name}[]`];
    if (given.length > 0) gathered[name] = given.flatMap((value) => value.split(','));
  }
  return gathered;
}

export function queryCheck(properties: TProperties, strict: boolean): Check {
  const schema = Type.Object(properties);
  const validate = queries.compile(strict ? closed(schema) : schema);
  const lists = Object.entries(properties).flatMap(([name, part]) => ('items' in part ? [name] : []));
  return (query) => {
    const value = gather(isRecord(query) ? query : {}, lists);
    check(validate, value);
    return value;
  };
}

/** Compiles a check of replies for the tests: exactly what the schema names, and of its types. */
export function replyFaults(schema: TSchema): (value: unknown) => string[] {
  const validate = bodies.compile(closed(schema));
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map((error) => JSON.stringify(describe(error))));
}
