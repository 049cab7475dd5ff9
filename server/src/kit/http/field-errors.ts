import type { ErrorObject, ValidateFunction } from 'ajv';
import type { FaultCode } from '../errors.ts';
import { nameFault } from './schema.ts';

const maxDetails = 20;

/** A fault of a value, with its path, for operators. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
  readonly code?: FaultCode;
  readonly limit?: number;
}

/** Messages of formats. */
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

/** The message of each keyword. Patterns and lists may have their own in `x-message`. */
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

/** Keywords with a message of their own have no code. */
function codeOf(keyword: string, params: Record<string, unknown>, words: unknown): FaultCode | undefined {
  const { pattern, format, limit } = params;
  if (pattern === '\\S' || (keyword === 'minLength' && limit === 1)) return 'blank';
  if (typeof words === 'string' && (keyword === 'pattern' || keyword === 'maxItems')) return undefined;
  if (keyword === 'pattern') return 'wrong_form';
  return keyword === 'format' ? codesOfFormats[String(format)] : codesOfRules[keyword];
}

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
 * For a value with alternatives: the faults in the alternative of its type, or, if it has none of the types, which types
 * are allowed.
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

/** The faults without duplicates: two keywords may have the same message. */
export function fieldErrorsOf({ errors }: ValidateFunction): FieldError[] {
  const faults = new Map(
    withoutOtherForms(errors ?? [])
      .map(describeError)
      .map((fault) => [`${fault.path}: ${fault.message}`, fault]),
  );
  return [...faults.values()].slice(0, maxDetails);
}
