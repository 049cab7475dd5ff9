import { formType } from '../harness/form.ts';
import type { Random } from '../harness/random.ts';
import { type Document, type ListedOperation, nameOf, resolved, type Schema } from './document.ts';
import { brokenForms, sampleForm } from './fuzz-forms.ts';
import {
  contentTypes,
  hostileTexts,
  hostileValues,
  oddHeaders,
  pathMutations,
  rawBodies,
  rawQueries,
  withRawJson,
} from './hostile-input.ts';

/** A request in the making: every mutation changes one thing about it. */
export interface Draft {
  readonly operation: ListedOperation;
  readonly mutations: readonly string[];
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly rawQuery?: string;
  readonly path?: (path: string) => string;
  readonly body?: unknown;
  readonly rawBody?: string | Buffer;
  readonly contentType: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Mutation {
  readonly name: string;
  apply(draft: Draft): Draft;
}

type Place = readonly string[];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Some value that a schema allows, for where the document shows no example. */
export function sampleOf(document: Document, given: Schema): unknown {
  const schema = resolved(document, given);
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return sampleOf(document, first);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [type = 'string'] = [schema.type ?? []].flat();
  return samplesByType[type]?.(document, schema) ?? null;
}

const sampleNumber = (_document: Document, { minimum = 1 }: Schema): unknown => minimum;

const samplesByType: Readonly<Record<string, (document: Document, schema: Schema) => unknown>> = {
  object: (document, { properties = {} }) =>
    Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, sampleOf(document, part)])),
  array: (document, { items }) => (items ? [sampleOf(document, items)] : []),
  integer: sampleNumber,
  number: sampleNumber,
  boolean: () => true,
  string: (_document, { format = '', minLength = 1 }) => formats[format] ?? 'sample'.padEnd(minLength),
};

const formats: Readonly<Record<string, string>> = {
  uuid: '01930000-0000-7000-8000-00000000ffff',
  'date-time': '2030-01-01T00:00:00Z',
  date: '2030-01-01',
  email: 'someone@example.com',
};

/** The request as the document shows it. */
export function plainDraft(document: Document, operation: ListedOperation): Draft {
  const shown = operation.parameters.filter(({ example, in: place }) => place === 'path' || example !== undefined);
  const value = ({ example, schema }: (typeof shown)[number]) => String(example ?? sampleOf(document, schema));
  const content = operation.requestBody?.content['application/json'];
  const form = operation.requestBody?.content['multipart/form-data'];
  return {
    operation,
    mutations: [],
    params: Object.fromEntries(shown.filter((one) => one.in === 'path').map((one) => [one.name, value(one)])),
    query: shown.filter((one) => one.in === 'query').map((one) => [one.name, value(one)]),
    ...(content && { body: content.example ?? sampleOf(document, content.schema) }),
    ...(form && { rawBody: sampleForm(form.example) }),
    contentType: form ? formType : content && 'application/json',
    headers: {},
  };
}

/** Every field of a body, at any depth, whether the example fills it or not. */
function placesOf(document: Document, given: Schema, place: Place = []): Place[] {
  const schema = resolved(document, given);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    placesOf(document, part, [...place, name]),
  );
  const items = schema.items && place.length < 6 ? placesOf(document, schema.items, [...place, '0']) : [];
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((part) => placesOf(document, part, place));
  return [...(place.length > 0 ? [place] : []), ...fields, ...items, ...choices];
}

/** The same value with another one at a place; without one, the place is gone. */
function replaced(value: unknown, [head, ...rest]: Place, put: unknown[]): unknown {
  if (head === undefined) return put[0];
  if (Array.isArray(value)) return [replaced(value[0], rest, put), ...value.slice(1)];
  const { [head]: old, ...others } = isRecord(value) ? value : {};
  if (rest.length === 0 && put.length === 0) return others;
  return { ...others, [head]: replaced(old, rest, put) };
}

const mutation = (name: string, change: (draft: Draft) => Partial<Draft>): Mutation => ({
  name,
  apply: (draft) => ({ ...draft, ...change(draft), mutations: [...draft.mutations, name] }),
});

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 40) ?? 'undefined';

function bodyMutations(document: Document, operation: ListedOperation): Mutation[] {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const places = schema ? placesOf(document, schema) : [];
  return [
    ...places.flatMap((place) => [
      ...hostileValues.map((hostile) =>
        mutation(`body ${place.join('.')} = ${shown(hostile)}`, ({ body }) => ({
          body: replaced(body, place, [hostile]),
        })),
      ),
      mutation(`body without ${place.join('.')}`, ({ body }) => ({ body: replaced(body, place, []) })),
      mutation(`body with ${place.join('.')}.unknownField`, ({ body }) => ({
        body: replaced(body, [...place, 'unknownField'], [1]),
      })),
    ]),
    mutation('body with unknownField', ({ body }) => ({ body: replaced(body, ['unknownField'], [1]) })),
    mutation('body {}', () => ({ body: {}, contentType: 'application/json' })),
    ...Object.entries(rawBodies).map(([name, rawBody]) =>
      mutation(`raw body: ${name}`, () => ({ rawBody, contentType: 'application/json' })),
    ),
    ...contentTypes.map((contentType) =>
      mutation(`content type ${shown(contentType)}`, () => ({ contentType, rawBody: '{"unknownField":1}' })),
    ),
  ];
}

function parameterMutations({ parameters }: ListedOperation): Mutation[] {
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  return [
    ...named('path').flatMap((name) =>
      hostileTexts.map((hostile) =>
        mutation(`path ${name} = ${shown(hostile)}`, ({ params }) => ({ params: { ...params, [name]: hostile } })),
      ),
    ),
    ...named('query').flatMap((name) => [
      ...hostileTexts.map((hostile) =>
        mutation(`query ${name} = ${shown(hostile)}`, ({ query }) => ({
          query: [...query.filter(([other]) => other !== name), [name, hostile]],
        })),
      ),
      mutation(`query without ${name}`, ({ query }) => ({ query: query.filter(([other]) => other !== name) })),
      ...[name, `${name}[b]`, `${name}[]`, `${name}[0][x]`, `${name}.x`].map((key) =>
        mutation(`query ${key} twice`, ({ query }) => ({ query: [...query, [key, '1'], [key, 'b']] })),
      ),
    ]),
    ...rawQueries.map((rawQuery) => mutation(`query ${rawQuery.slice(0, 40)}`, () => ({ rawQuery }))),
  ];
}

/** Everything that can be wrong with a request to one operation, one thing at a time. */
export function mutationsOf(document: Document, operation: ListedOperation): Mutation[] {
  return [
    mutation('as shown', () => ({})),
    ...parameterMutations(operation),
    ...bodyMutations(document, operation),
    ...brokenForms(operation).map(([name, rawBody]) =>
      mutation(`form with ${name}`, () => ({ rawBody, contentType: formType })),
    ),
    ...oddHeaders.map((headers) => mutation(`headers ${shown(headers)}`, () => ({ headers }))),
    ...Object.entries(pathMutations).map(([name, path]) => mutation(`path with ${name}`, () => ({ path }))),
  ];
}

/** `encodeURIComponent` refuses lone surrogates; a client that sends one writes its three bytes. */
const encoded = (text: string): string =>
  Array.from(text, (part) => {
    if (part.isWellFormed()) return encodeURIComponent(part);
    const code = part.charCodeAt(0);
    const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
    return bytes.map((byte) => `%${byte.toString(16)}`).join('');
  }).join('');

export interface Finished {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string | Buffer;
}

export function finished(draft: Draft): Finished {
  const { operation, params, query, rawQuery, path = (same) => same, body, rawBody, contentType, headers } = draft;
  const plain = operation.url.replace(/:(\w+)/g, (_whole, name: string) => encoded(params[name] ?? ''));
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const written = rawQuery ?? (pairs.length > 0 ? `?${pairs.join('&')}` : '');
  const payload = rawBody ?? (body === undefined ? undefined : withRawJson(JSON.stringify(body)));
  return {
    name: `${nameOf(operation)} (${draft.mutations.join('; ')})`,
    method: operation.method,
    url: `${path(plain)}${written}`,
    headers: { ...(contentType !== undefined && { 'content-type': contentType }), ...headers },
    ...(payload !== undefined && { payload }),
  };
}

/** `count` drafts of an operation: each single mutation in random order first, then two or three at a time. */
export function draftsOf(document: Document, operation: ListedOperation, count: number, random: Random): Draft[] {
  const plain = plainDraft(document, operation);
  const [asShown, ...mutations] = mutationsOf(document, operation);
  const singles = [...(asShown ? [asShown] : []), ...random.shuffled(mutations)].map((one) => one.apply(plain));
  const combined = Array.from({ length: Math.max(0, count - singles.length) }, () =>
    Array.from({ length: 2 + random.below(2) }, () => random.pick(mutations)).reduce(
      (draft, one) => one.apply(draft),
      plain,
    ),
  );
  return [...singles.slice(0, count), ...combined];
}
