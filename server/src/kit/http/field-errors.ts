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

type Fault = readonly [message: string, code?: FaultCode];
const blank: Fault = ['must not be blank', 'blank'];
const invalid: Fault = ['is not valid'];

const formats: Readonly<Record<string, Fault>> = {
  moment: ['must be a time with its offset, such as 2026-07-01T18:30:00Z', 'not_a_time'],
  day: ['must be a day, such as 2026-07-01', 'not_a_day'],
  uuid: ['must be an id', 'not_an_id'],
  email: ['must be an email address', 'not_an_email'],
  country: ['must be the code of a country, such as EG', 'not_a_country'],
  currency: ['must be the code of a currency, such as USD', 'not_a_currency'],
};

type Describe = (params: Record<string, unknown>, schema: Record<string, unknown>, value: unknown) => Fault;

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

/** The fault of each keyword. Patterns and lists with a message of their own in `x-message` have no code. */
const keywords: Readonly<Record<string, Describe>> = {
  pattern: ({ pattern }, { 'x-message': message }) => {
    if (pattern === '\\S') return blank;
    return typeof message === 'string' ? [message] : ['is not of the right form', 'wrong_form'];
  },
  format: ({ format }, _schema, value) => {
    const ofName = format === 'name' ? nameFault(String(value)) : undefined;
    return ofName === undefined ? (formats[String(format)] ?? ['is not of the right form']) : [ofName];
  },
  uniqueItems: () => ['must not name anything twice', 'repeated'],
  minLength: ({ limit }) => (limit === 1 ? blank : [`must have at least ${counted(limit, 'character')}`, 'too_short']),
  maxLength: ({ limit }) => [`must have at most ${counted(limit, 'character')}`, 'too_long'],
  minItems: ({ limit }) => [`must have at least ${counted(limit, 'item')}`, 'too_few'],
  maxItems: ({ limit }, { 'x-message': message }) =>
    typeof message === 'string' ? [message] : [`must have at most ${counted(limit, 'item')}`, 'too_many'],
  minimum: ({ limit }) => [`must be at least ${String(limit)}`, 'too_small'],
  maximum: ({ limit }) => [`must be at most ${String(limit)}`, 'too_large'],
  exclusiveMinimum: ({ limit }) => [`must be more than ${String(limit)}`, 'not_above'],
  exclusiveMaximum: ({ limit }) => [`must be less than ${String(limit)}`, 'not_below'],
  type: ({ type }) => [`must be ${named(type)}`, 'wrong_type'],
  enum: ({ allowedValues }) => [`must be one of ${[allowedValues].flat().join(', ')}`, 'not_one_of'],
};

export function describeError({ instancePath, params, keyword, parentSchema = {}, data }: ErrorObject): FieldError {
  const parts = instancePath.split('/').slice(1);
  const { missingProperty, additionalProperty } = params;
  if (typeof missingProperty === 'string')
    return { path: [...parts, missingProperty].join('.'), message: 'is required', code: 'required' };
  if (typeof additionalProperty === 'string') {
    return { path: [...parts, additionalProperty].join('.'), message: 'is not a known field', code: 'unknown_field' };
  }
  const [message, code] = keywords[keyword]?.(params, parentSchema, data) ?? invalid;
  return {
    path: parts.join('.'),
    message,
    ...(code && { code }),
    ...(code && typeof params.limit === 'number' && code !== 'blank' && { limit: params.limit }),
  };
}

/** Keywords by which alternatives differ. */
const isName = new Set(['const', 'enum']);

/** Among several alternatives of the same type, the faults in the one that is named, or else that has the fewest. */
function inClosestForm(errors: readonly ErrorObject[], formsPath: string): ErrorObject[] {
  const formOf = ({ schemaPath }: ErrorObject) => schemaPath.slice(formsPath.length + 1).split('/')[0];
  const forms = [...new Set(errors.map(formOf))].map((form) => errors.filter((error) => formOf(error) === form));
  const otherNames = (form: readonly ErrorObject[]) => form.filter(({ keyword }) => isName.has(keyword)).length;
  const byDistance = (one: readonly ErrorObject[], other: readonly ErrorObject[]) =>
    otherNames(one) - otherNames(other) || one.length - other.length;
  return forms.toSorted(byDistance)[0] ?? [];
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
      const type = [...new Set(others.map(({ params }) => String(params.type)))].join(',');
      left.add({ ...choice, keyword: 'type', params: { type } });
    }
    const ofType = within.filter((error) => !others.includes(error));
    const closest = inClosestForm(ofType, schemaPath);
    for (const error of ofType) if (!closest.includes(error)) left.delete(error);
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
