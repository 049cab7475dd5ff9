import type { FastifyInstance } from 'fastify';

/** The OpenAPI document, as far as the tests read it. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Operation {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-permissions'?: readonly string[];
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface ListedOperation extends Operation {
  readonly method: string;
  /** As the router writes it, with `:id`. */
  readonly url: string;
}

export async function documentOf(app: FastifyInstance): Promise<Document> {
  const response = await app.inject({ method: 'GET', url: '/openapi.json' });
  return response.json<Document>();
}

/** Endpoints alone: uploads and playback are no JSON, and are tested by themselves. */
export function operationsOf(document: Document): ListedOperation[] {
  const endpoints = Object.entries(document.paths).filter(([path]) => path.startsWith('/v1/'));
  return endpoints.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      url: path.replace(/\{(\w+)\}/g, ':$1'),
    })),
  );
}

/** A method that the test client knows; the document names no others. */
export function methodOf(method: string): 'GET' | 'POST' | 'PUT' | 'DELETE' {
  if (method === 'GET' || method === 'POST' || method === 'PUT' || method === 'DELETE') return method;
  throw new Error(`the test client does not send ${method}`);
}

export const nameOf = ({ method, url }: { method: string; url: string }): string => `${method} ${url}`;

/** Follows a reference to the schema that it names. */
export function resolved(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
}

/** The same schema with every object closed to what it does not name, so that anything extra is a fault. */
export function closedSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closedSchema);
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closedSchema(part)]));
  const isOpen = 'properties' in copy && !('additionalProperties' in copy);
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}
