import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type AnswerHeaders, headerFaults } from './answer-headers.ts';
import { closedSchema, type Document, type ListedOperation, type Schema } from './document.ts';
import type { Finished } from './fuzz-cases.ts';
import { faultOfForm } from './fuzz-forms.ts';

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: string;
}

/** Before any route is found, only what is wrong with the request itself can be said. */
const withoutRoute: Readonly<Record<number, readonly string[]>> = {
  400: ['validation_failed', 'invalid_json'],
  404: ['not_found'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
};

/** Traces of the inside: stack frames, statements, files of ours or of packages. */
const leak =
  /\n\s+at |\bat (?:async|file:|node:|\S+ \()|node_modules|\/server\/|\.[jt]s:\d|\b(?:select|insert into|update|delete from)\s[^"]*\b(?:from|values|set|where)\b/i;

/** Where the components of the document are kept, for the schemas that refer to them. */
const place = 'document';

function createAjv(components: unknown, coerceTypes: boolean): Ajv2020 {
  // Checked against the schema of schemas by a gate, and used too little to be worth making smaller.
  const options = { validateSchema: false, code: { optimize: false }, logger: false } as const;
  const ajv = new Ajv2020({ strict: false, coerceTypes, validateFormats: true, ...options });
  addFormats.default(ajv, ['date-time', 'date', 'uuid', 'email']);
  return ajv.addSchema({ $id: place, components });
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** A byte order mark is no part of the text that it marks. */
function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, '')) };
  } catch {
    return undefined;
  }
}

/** Compiles each schema once, whichever operations have it. */
function compilerOf(ajv: Ajv2020): (schema: Schema) => ValidateFunction {
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(closedSchema(schema)).replaceAll('"#/components/', `"${place}#/components/`);
    const validate = compiled.get(text) ?? ajv.compile(recordOf(JSON.parse(text)));
    compiled.set(text, validate);
    return validate;
  };
}

/** Compares every answer with what the document promises of the operation that gave it. */
export class AnswerChecker {
  readonly #bodies: (schema: Schema) => ValidateFunction;
  readonly #texts: (schema: Schema) => ValidateFunction;

  constructor(document: Document) {
    const components = closedSchema(document.components);
    this.#bodies = compilerOf(createAjv(components, false));
    this.#texts = compilerOf(createAjv(components, true));
  }

  /** Everything that is wrong with an answer. `operation` is the one that gave it, if any did. */
  faultsOf(operation: ListedOperation | undefined, request: Finished, answer: FuzzAnswer): string[] {
    const { status, headers, text } = answer;
    return [
      ...(status >= 500 ? [`a crash: ${status} ${text.slice(0, 200)}`] : []),
      ...(status >= 400 && leak.test(text) ? [`tells of the inside: ${text.slice(0, 300)}`] : []),
      ...(operation ? this.#shapeFaults(operation, answer) : strayFaults(answer)),
      ...(operation && status < 300 ? this.#acceptedFaults(operation, request) : []),
      ...headerFaults(operation?.url ?? '/', headers).slice(0, 1),
    ];
  }

  /** The status is documented, and the body is what the document says of it and nothing more. */
  #shapeFaults(operation: ListedOperation, { status, headers, text }: FuzzAnswer): string[] {
    const response = operation.responses[String(status)];
    if (!response) return [`an undocumented status: ${status} ${text.slice(0, 200)}`];
    if (!response.content) return text === '' ? [] : [`a body where none is documented: ${text.slice(0, 200)}`];
    const type = String(headers['content-type']).split(';')[0] ?? '';
    const content = response.content[type];
    if (!content) return [`an undocumented content type: ${status} ${type}`];
    if (type !== 'application/json') return [];
    const body = parsed(text);
    if (!body) return [`not JSON: ${text.slice(0, 200)}`];
    return this.#misfits(content.schema, body.value).map(
      (misfit) => `not the documented body of ${status}: ${misfit}: ${text.slice(0, 300)}`,
    );
  }

  #misfits(schema: Schema, value: unknown, compile = this.#bodies): string[] {
    const validate = compile(schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).slice(0, 1).map((error) => `${error.instancePath} ${error.message ?? ''}`);
  }

  /** What was taken must have been fit to take, at least where unknown fields and parameters are refused. */
  #acceptedFaults(operation: ListedOperation, request: Finished): string[] {
    if (!operation.url.startsWith('/v1/admin/')) return [];
    const query = new URL(request.url, 'http://localhost').searchParams;
    const faults = [...new Set(query.keys())].flatMap((key) => this.#queryFaults(operation, key, query.getAll(key)));
    const body = operation.method === 'GET' ? [] : this.#bodyFaults(operation, request);
    return [...faults, ...body].map((fault) => `accepted ${fault}`);
  }

  #queryFaults(operation: ListedOperation, key: string, values: readonly string[]): string[] {
    const parameter = operation.parameters.find(
      ({ name, in: place, schema }) =>
        place === 'query' && (name === key || (schema.items !== undefined && `${name}[]` === key)),
    );
    if (!parameter) return [`the unknown parameter ${key.slice(0, 100)}`];
    const { schema } = parameter;
    const value = schema.items ? values.flatMap((text) => text.split(',')) : values.length === 1 ? values[0] : values;
    const whole = { type: 'object', properties: { value: schema } };
    return this.#misfits(whole, { value }, this.#texts).map(
      (misfit) => `${key}=${values.join().slice(0, 100)} (${misfit})`,
    );
  }

  #bodyFaults(operation: ListedOperation, { payload = '' }: Finished): string[] {
    if (operation.requestBody?.content['multipart/form-data']) {
      const fault = faultOfForm(operation, payload);
      return fault === undefined ? [] : [`a form with ${fault}`];
    }
    const text = payload.toString();
    if (text === '') return [];
    const body = parsed(text);
    if (!body) return [`a body that is not JSON: ${text.slice(0, 100)}`];
    // An action without a body takes none, and an empty object too.
    const nothing: Schema = { type: 'object', properties: {} };
    const schema = operation.requestBody?.content['application/json']?.schema ?? nothing;
    return this.#misfits(schema, body.value).map((misfit) => `the body ${text.slice(0, 100)} (${misfit})`);
  }
}

/** An answer that no operation gave: unknown paths, and paths that are not even paths. */
function strayFaults({ status, text }: FuzzAnswer): string[] {
  const { statusCode, error, ...extras } = recordOf(parsed(text)?.value);
  const fits = statusCode === status && typeof error === 'string' && withoutRoute[status]?.includes(error);
  const bare = Object.keys(extras).every((name) => name === 'details' || name === 'maxBytes');
  return fits && bare ? [] : [`not an answer to an unknown path: ${status} ${text.slice(0, 200)}`];
}
