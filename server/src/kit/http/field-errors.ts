import type { ErrorObject, ValidateFunction } from 'ajv';
import type { FaultCode } from '../errors.ts';
import { nameFault } from './schema.ts';

/** What is wrong with a value, in words that an operator understands. */

const maxDetails = 20;

/** What is wrong with a value, in words and with its place. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
  readonly code?: FaultCode;
  readonly limit?: number;
}

/** Formats as people read them. */
const formats: Readonly<Record<string, string>> = {
  moment: 'must be a time with its offset, such as 2026-07-01T18:30:00Z',
  day: 'must be a day, such as 2026-07-01',
  uuid: 'must be an id',
  email: 'must be an email address',
  country: 'must be the code of a country, such as EG',
  currency: 'must be the code of a currency, such as USD',
};

type Say = (params: Record<string, unknown>, schema: Record<string, unknown>, value: unknown) => string;

const counted = (count: unknown, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};
const named = (type: unknown): string =>
  [type]
    .flat()
    .flatMap((one) => String(one).split(','))
    .map((one) => typeNames[one] ?? one)
    .join(' or ');

/** What each rule of a schema asks for, as people say it. A pattern says it itself, in the words beside it; a list may. */
const says: Readonly<Record<string, Say>> = {
  pattern: ({ pattern }, { 'x-message': words }) => {
    if (pattern === '\\S') return 'must not be blank';
    return typeof words === 'string' ? words : 'is not of the right form';
  },
  format: ({ format }, _schema, value) =>
    (format === 'name' ? nameFault(String(value)) : formats[String(format)]) ?? 'is not of the right form',
  uniqueItems: () => 'must not name anything twice',
  minLength: ({ limit }) => (limit === 1 ? 'must not be blank' : `must have at least ${counted(limit, 'character')}`),
  maxLength: ({ limit }) => `must have at most ${counted(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${counted(limit, 'item')}`,
  maxItems: ({ limit }, { 'x-message': words }) =>
    typeof words === 'string' ? words : `must have at most ${counted(limit, 'item')}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}`,
  type: ({ type }) => `must be ${named(type)}`,
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().join(', ')}`,
};

const codesOfRules: Readonly<Record<string, FaultCode>> = {
  uniqueItems: 'repeated',
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_few',
  maxItems: 'too_many',
  minimum: 'too_small',
  maximum: 'too_large',
  exclusiveMinimum: 'not_above',
  exclusiveMaximum: 'not_below',
  type: 'wrong_type',
  enum: 'not_one_of',
};

const codesOfFormats: Readonly<Record<string, FaultCode>> = {
  moment: 'not_a_time',
  day: 'not_a_day',
  uuid: 'not_an_id',
  email: 'not_an_email',
  country: 'not_a_country',
  currency: 'not_a_currency',
};

/** Rules with words of their own have no code: only those words say what is wrong. */
function codeOf(keyword: string, params: Record<string, unknown>, words: unknown): FaultCode | undefined {
  const { pattern, format, limit } = params;
  if (pattern === '\\S' || (keyword === 'minLength' && limit === 1)) return 'blank';
  if (typeof words === 'string' && (keyword === 'pattern' || keyword === 'maxItems')) return undefined;
  if (keyword === 'pattern') return 'wrong_form';
  return keyword === 'format' ? codesOfFormats[String(format)] : codesOfRules[keyword];
}

/** A fault with its place, as people say it. */
export function describeError({ instancePath, params, keyword, parentSchema = {}, data }: ErrorObject): FieldError {
  const parts = instancePath.split('/').slice(1);
  const { missingProperty, additionalProperty } = params;
  if (typeof missingProperty === 'string')
    return { path: [...parts, missingProperty].join('.'), message: 'is required', code: 'required' };
  if (typeof additionalProperty === 'string') {
    return { path: [...parts, additionalProperty].join('.'), message: 'is not a known field', code: 'unknown_field' };
  }
  const code = codeOf(keyword, params, parentSchema['x-message']);
  return {
    path: parts.join('.'),
    message: says[keyword]?.(params, parentSchema, data) ?? 'is not valid',
    ...(code && { code }),
    ...(code && typeof params.limit === 'number' && code !== 'blank' && { limit: params.limit }),
  };
}

/**
 * Of a value that may have one of several forms, what helps: what is wrong with it in the form that it has, or, where it has
 * none of them, which ones there are.
 */
function withoutOtherForms(errors: readonly ErrorObject[]): ErrorObject[] {
  const left = new Set(errors);
  for (const choice of errors.filter(({ keyword }) => keyword === 'anyOf')) {
    const { instancePath, schemaPath } = choice;
    const within = [...left].filter((error) => error.schemaPath.startsWith(`${schemaPath}/`));
    const others = within.filter((error) => error.keyword === 'type' && error.instancePath === instancePath);
    for (const error of others) left.delete(error);
    if (others.length === within.length && others.length > 0) {
      const type = others.map(({ params }) => String(params.type)).join(',');
      left.add({ ...choice, keyword: 'type', params: { type } });
    }
    if (within.length > 0) left.delete(choice);
  }
  return [...left];
}

/** What was wrong, each thing said once: two rules may say the same of a field. */
export function fieldErrorsOf({ errors }: ValidateFunction): FieldError[] {
  const faults = new Map(
    withoutOtherForms(errors ?? [])
      .map(describeError)
      .map((fault) => [`${fault.path}: ${fault.message}`, fault]),
  );
  return [...faults.values()].slice(0, maxDetails);
}
