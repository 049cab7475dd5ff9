import { type TSchema, Type } from 'typebox';
import type { ErrorSpec } from '../errors.ts';
import { takesDryRun } from './dry-run.ts';
import { type EffectList, effectsSchema } from './effects.ts';
import type { Endpoint } from './endpoint.ts';
import { errorsOf, takesIfMatch } from './errors-of.ts';
import type { StreamDocs, StreamRoute } from './streams.ts';
import { bodyCheck, readText, withoutAdditionalProperties } from './validate.ts';

/** The OpenAPI document, generated from the endpoints that are served. */

type Json = Record<string, unknown>;

const dryRunOf = (effects: readonly EffectList[]) =>
  Type.Object(
    {
      dryRun: Type.Literal(true),
      status: Type.Integer({ description: 'The status that the actual request would return' }),
      body: Type.Unknown({ description: 'The body that the actual request would return' }),
      effects: effectsSchema(effects),
    },
    {
      title: 'DryRun',
      description:
        'Effects of the request, which was not executed. `body` is null for callers who may perform the action but may not read its target.',
    },
  );

/** Collects schemas with a title, which are written once and referenced by name. */
class Components {
  readonly schemas: Json = {};

  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((part) => this.refer(part));
    if (schema === null || typeof schema !== 'object') return schema;
    const copy: Json = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, this.refer(part)]));
    if (copy.format === 'moment') copy.format = 'date-time';
    if (copy.format === 'day') copy.format = 'date';
    if (typeof copy.title !== 'string') return copy;
    this.schemas[copy.title] = copy;
    return { $ref: `#/components/schemas/${copy.title}` };
  }
}

const errorName = ({ code, status }: ErrorSpec): string => `Error_${code}_${status}`;

function errorSchema(spec: ErrorSpec): TSchema {
  const { status, code, extras } = spec;
  const parts = { statusCode: Type.Literal(status), error: Type.Literal(code), ...extras.properties };
  return Type.Object(parts, { title: errorName(spec) });
}

const json = (schema: unknown): Json => ({ content: { 'application/json': { schema } } });

function errorResponses(
  specs: readonly ErrorSpec[],
  components: Components,
  documented: StreamDocs['refusalHeaders'] = {},
): Json {
  const byStatus = new Map<number, ErrorSpec[]>();
  for (const spec of specs) byStatus.set(spec.status, [...(byStatus.get(spec.status) ?? []), spec]);
  return Object.fromEntries(
    [...byStatus].map(([status, specs]) => {
      const schemas = specs.map((spec) => components.refer(errorSchema(spec)));
      const description = specs.map(({ code }) => `\`${code}\``).join(', ');
      const headers = refusalHeaders(status, documented[status]);
      return [status, { description, ...headers, ...json(schemas.length === 1 ? schemas[0] : { oneOf: schemas }) }];
    }),
  );
}

const mediaType = (type: string): string => type.split(';')[0] ?? type;

function streamed({ type, fileName }: { type: string; fileName?: string }, reply: unknown): Json {
  const schema = reply ?? (type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' });
  const disposition = {
    'Content-Disposition': { schema: { type: 'string' }, example: `attachment; filename="${fileName}"` },
  };
  const content = { [mediaType(type)]: { schema } };
  return { 200: { description: 'The file, streamed', ...(fileName && { headers: disposition }), content } };
}

function successResponses(endpoint: Endpoint, components: Components, { effects }: ApiInfo): Json {
  const { status = 200, reply, sends, conditional } = endpoint;
  if (sends) return streamed(sends, reply && components.refer(withoutAdditionalProperties(reply)));
  const headers = endpointHeaders(endpoint);
  if (conditional && reply) {
    const content = json(components.refer(withoutAdditionalProperties(reply)));
    const known = { description: 'The caller’s copy is current', ...headers };
    return { 200: { description: 'The response', ...headers, ...content }, 304: known };
  }
  const dry = takesDryRun(endpoint) ? [components.refer(withoutAdditionalProperties(dryRunOf(effects)))] : [];
  const replies = status === 204 || !reply ? [] : [components.refer(withoutAdditionalProperties(reply))];
  const content = replies.length > 0 && json(replies[0]);
  const done = { description: status === 204 ? 'Done' : 'The response', ...headers, ...content };
  if (dry.length === 0) return { [status]: done };
  if (status !== 200) return { [status]: done, 200: { description: 'The result of the dry run', ...json(dry[0]) } };
  return {
    200: {
      description: 'The response, or the result of the dry run',
      ...headers,
      ...json({ anyOf: [...replies, ...dry] }),
    },
  };
}

function parameters(endpoint: Endpoint, components: Components): Json[] {
  const { params = {}, query = {}, example } = endpoint;
  const list = (properties: Record<string, TSchema>, place: 'path' | 'query'): Json[] =>
    Object.entries(properties).map(([name, schema]) => {
      const shown = place === 'path' ? example?.params?.[name] : example?.query?.[name];
      const required = place === 'path' || !Type.IsOptional(schema);
      return {
        name,
        in: place,
        required,
        schema: components.refer(schema),
        ...(shown !== undefined && { example: readText(schema, 'items' in schema ? shown.split(',') : shown) }),
      };
    });
  return [
    ...list(params, 'path'),
    ...list(query, 'query'),
    ...(takesDryRun(endpoint)
      ? [
          {
            name: 'dryRun',
            in: 'query',
            description: 'Report the effects of the request without executing it',
            schema: { type: 'boolean' },
          },
        ]
      : []),
    ...headerParameters(endpoint),
  ];
}

/** Whether a call without a body is refused. */
function needsBody({ body, raw, strict, guard }: Endpoint): boolean {
  if (raw) return true;
  try {
    bodyCheck(body, strict ?? guard.strict)(undefined);
    return false;
  } catch {
    return true;
  }
}

function bodyOf(endpoint: Endpoint, components: Components): Json | undefined {
  const { body, upload, strict, guard, example } = endpoint;
  if (!body) return undefined;
  const shown = example?.body !== undefined && { example: example.body };
  const schema = strict || guard.strict ? withoutAdditionalProperties(body) : body;
  if (!upload) {
    const content = { 'application/json': { schema: components.refer(schema), ...shown } };
    return { required: needsBody(endpoint), content };
  }
  const file = { type: 'string', format: 'binary', description: `At most ${upload.maxBytes} bytes` };
  const form = { ...schema, properties: { ...propertiesOf(schema), file }, required: [...requiredOf(schema), 'file'] };
  const filled = { ...propertiesOf({ properties: example?.body }), file: example?.file?.name ?? 'file' };
  const content = { schema: components.refer(form), ...(shown && { example: filled }) };
  return { required: true, content: { 'multipart/form-data': content } };
}

const propertiesOf = (schema: TSchema & { properties?: unknown }): object => ({
  ...(typeof schema.properties === 'object' ? schema.properties : {}),
});
const requiredOf = (schema: TSchema & { required?: unknown }): unknown[] =>
  Array.isArray(schema.required) ? schema.required : [];

function operation(endpoint: Endpoint, components: Components, about: ApiInfo): Json {
  const { method, url, summary, description, access, guard } = endpoint;
  const words = `${method.toLowerCase()}${url.replace('/v1', '').replace(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  const requestBody = bodyOf(endpoint, components);
  return {
    operationId: words,
    tags: [about.tagOf(url)],
    summary,
    ...(description && { description }),
    ...(Array.isArray(access) && { 'x-permissions': access }),
    security: Object.keys(guard.security).map((name) => ({ [name]: [] })),
    parameters: parameters(endpoint, components),
    ...(requestBody && { requestBody }),
    responses: { ...successResponses(endpoint, components, about), ...errorResponses(errorsOf(endpoint), components) },
  };
}

/** Properties of the API as a whole. */
export interface ApiInfo {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly effects: readonly EffectList[];
  /** The tag of an endpoint. */
  readonly tagOf: (url: string) => string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly license: { readonly name: string; readonly identifier?: string };
}

/** An operation with a body that is not JSON, such as an upload. */
function streamOperation(url: string, method: string, docs: StreamDocs, components: Components): Json {
  const { summary, description, status, needs = {}, takes = {}, headers = {}, sends, errors } = docs;
  const named = url.replace(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase());
  const inPath = [...url.matchAll(/:(\w+)/g)].map(([, name]) => pathParameter(name));
  const inHeaders = [
    ...Object.entries(needs).map(([name, meaning]) => headerParameter(name, meaning, true)),
    ...Object.entries(takes).map(([name, meaning]) => headerParameter(name, meaning)),
  ];
  return {
    operationId: `${method.toLowerCase()}${named}`,
    tags: ['uploads'],
    summary,
    ...(description && { description }),
    security: [],
    parameters: [...inPath, ...inHeaders],
    ...(sends && { requestBody: { content: { [sends]: { schema: { type: 'string', format: 'binary' } } } } }),
    responses: {
      [status]: { description: 'Done', headers: responseHeaders(headers) },
      ...errorResponses(errors, components, docs.refusalHeaders),
    },
  };
}

export function openApi(
  endpoints: readonly Endpoint[],
  about: ApiInfo,
  streams: readonly Pick<StreamRoute, 'url' | 'docs'>[] = [],
): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  const add = (url: string, method: string, operation: Json): void => {
    const path = url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const endpoint of endpoints) add(endpoint.url, endpoint.method, operation(endpoint, components, about));
  for (const { url, docs = {} } of streams) {
    for (const [method, one] of Object.entries(docs)) add(url, method, streamOperation(url, method, one, components));
  }
  const securitySchemes = Object.fromEntries(endpoints.flatMap(({ guard }) => Object.entries(guard.security)));
  const sorted = (all: Json): Json => Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  const { title, version, description, license, tags } = about;
  return {
    openapi: '3.1.0',
    info: { title, version, description, license, contact: { name: title } },
    tags,
    servers: [{ url: '/' }],
    paths: sorted(paths),
    components: { schemas: sorted(components.schemas), securitySchemes: sorted(securitySchemes) },
  };
}

const text = { schema: { type: 'string' } };

const canonicalName = (name: string): string => name.replace(/(?:^|-)\w/g, (letter) => letter.toUpperCase());

export const headerParameter = (name: string, description: string, required = false): Json => ({
  name,
  in: 'header',
  description,
  ...(required && { required }),
  ...text,
});

/** A path parameter of a stream. */
export const pathParameter = (name: string | undefined): Json => ({
  name,
  in: 'path',
  required: true,
  ...text,
  example: '01930000-0000-7000-8000-000000000061',
});

/** Optional and required request headers. */
export function headerParameters(endpoint: Endpoint): Json[] {
  const { idempotent, headers = {}, requiredHeaders = {}, conditional } = endpoint;
  return [
    ...(idempotent
      ? [
          headerParameter(
            'Idempotency-Key',
            '1 to 255 characters; a request with the same key is executed once within 24 hours',
          ),
        ]
      : []),
    ...Object.entries(requiredHeaders).map(([name, description]) => headerParameter(name, description, true)),
    ...Object.entries(headers).map(([name, description]) => headerParameter(canonicalName(name), description)),
    ...(conditional
      ? [
          headerParameter(
            'If-None-Match',
            'ETags of the copies that the caller has; if one of them is current, the response is 304',
          ),
        ]
      : []),
    ...(takesIfMatch(endpoint)
      ? [headerParameter('If-Match', 'ETag of the revision being edited; 412 if it is not the current one')]
      : []),
  ];
}

/** Response headers with their descriptions. */
export const responseHeaders = (meanings: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(Object.entries(meanings).map(([name, description]) => [name, { description, ...text }]));

type Reply = TSchema & { properties?: unknown; anyOf?: Reply[] };

const hasRevision = (reply: Reply | undefined): boolean =>
  (typeof reply?.properties === 'object' && reply.properties !== null && 'revision' in reply.properties) ||
  (reply?.anyOf?.some(hasRevision) ?? false);

/** The headers of a successful response. */
export function endpointHeaders({ method, reply, conditional, idempotent, headers = {} }: Endpoint): Json {
  const varies = method === 'GET' && Object.keys(headers).length > 0;
  const documented = responseHeaders({
    ...((conditional || hasRevision(reply)) && { ETag: 'ETag of the response' }),
    ...(conditional && { 'Cache-Control': `Caching: ${conditional.cacheControl ?? 'no-store'}` }),
    ...(varies && { Vary: `The response varies by: ${Object.keys(headers).map(canonicalName).join(', ')}` }),
    ...(idempotent && {
      'Idempotent-Replayed': '`true` if the key was used before and this is the stored first response',
    }),
  });
  return Object.keys(documented).length > 0 ? { headers: documented } : {};
}

const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };

/** The headers of an error response. */
export function refusalHeaders(status: number, more: Readonly<Record<string, string>> = {}): Json {
  const headers = { ...(status === 429 || status === 503 ? retryAfter : {}), ...responseHeaders(more) };
  return Object.keys(headers).length > 0 ? { headers } : {};
}
