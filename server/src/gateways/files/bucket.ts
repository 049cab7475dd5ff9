import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { errorCode } from '../../kit/error-code.ts';
import { Refused, storageFull, unavailable } from '../../kit/errors.ts';

/** A client of the S3 protocol for one bucket. Every request is signed, with the digest of its body, and can be repeated. */

export interface BucketOptions {
  readonly bucket: string;
  /** The address of the service, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface ListedObject {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly changedAt: Date;
}

interface Listing {
  readonly objects: ListedObject[];
  /** Of folders directly below, if a delimiter was given. */
  readonly folders: string[];
  readonly next: string | undefined;
}

interface Limits {
  /** Default: twice. */
  readonly retries?: number;
  /** Until the answer begins. */
  readonly timeoutMs?: number;
}

interface Call extends Limits {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const fullCodes = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'];

/** An answer that is not a success, or none. For the caller of an endpoint the service is unavailable, or full. */
export class BucketFault extends Refused {
  /** As the protocol or the operating system names it. */
  readonly code: string;
  /** 0 without an answer. */
  readonly status: number;
  /** The clock of the service. */
  readonly date: Date | undefined;

  constructor(what: string, { code, status, date }: { code: string; status: number; date?: Date }) {
    const isFull = fullCodes.includes(code) || status === 507;
    super(isFull ? storageFull : unavailable, {}, new Error(`${what}: ${code}${status > 0 ? ` (${status})` : ''}`));
    this.code = code;
    this.status = status;
    this.date = date;
  }
}

const answerMs = 30_000;
const pausesMs = [100, 1_000];

const digestOf = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex');

export class Bucket {
  readonly #options: BucketOptions;
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(options: BucketOptions) {
    this.#options = options;
  }

  get place(): string {
    return `s3://${this.#options.bucket}`;
  }

  get options(): BucketOptions {
    return this.#options;
  }

  /** Undefined if it is missing. */
  async head(key: string): Promise<{ size: number; etag: string } | undefined> {
    const answer = await this.#call({ method: 'HEAD', key });
    if (answer.status === 404) return undefined;
    return { size: Number(answer.headers.get('content-length')), etag: answer.headers.get('etag') ?? '' };
  }

  /** The bytes from the first to the last; the whole object without them. */
  async open(key: string, span?: { readonly start: number; readonly end: number }): Promise<Readable | undefined> {
    const headers = span && { range: `bytes=${span.start}-${span.end}` };
    const answer = await this.#call({ method: 'GET', key, ...(headers && { headers }) });
    if (answer.status === 404 || !answer.body) return undefined;
    return Readable.from(answer.body, { objectMode: false });
  }

  async read(key: string): Promise<Buffer | undefined> {
    const answer = await this.#call({ method: 'GET', key });
    return answer.status === 404 ? undefined : Buffer.from(await answer.arrayBuffer());
  }

  async put(key: string, bytes: Buffer, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.#call({ method: 'PUT', key, body: bytes, headers });
  }

  /** False if the object is missing. */
  async copy(from: string, to: string): Promise<boolean> {
    const headers = { 'x-amz-copy-source': `/${this.#options.bucket}/${from}` };
    const answer = await this.#call({ method: 'PUT', key: to, headers });
    if (answer.status === 404) return false;
    // A copy can fail after the status was sent.
    const fault = tagged(await answer.text(), 'Error');
    if (fault !== undefined)
      throw new BucketFault(`PUT ${to}`, { code: tagged(fault, 'Code') ?? 'Error', status: 200 });
    return true;
  }

  async delete(key: string): Promise<void> {
    await this.#call({ method: 'DELETE', key });
  }

  /** One page of at most 1000; the rest begins at `next`. */
  async list(prefix: string, more: Readonly<Record<string, string>> = {}, limits: Limits = {}): Promise<Listing> {
    const answer = await this.#call({ method: 'GET', query: { 'list-type': '2', prefix, ...more }, ...limits });
    const text = await answer.text();
    const objects = allTagged(text, 'Contents').map((one) => ({
      key: tagged(one, 'Key') ?? '',
      size: Number(tagged(one, 'Size')),
      etag: tagged(one, 'ETag') ?? '',
      changedAt: new Date(tagged(one, 'LastModified') ?? ''),
    }));
    const folders = allTagged(text, 'CommonPrefixes').flatMap((one) => tagged(one, 'Prefix') ?? []);
    return { objects, folders, next: tagged(text, 'NextContinuationToken') };
  }

  /** All objects below a prefix. */
  async listAll(prefix: string): Promise<ListedObject[]> {
    const all: ListedObject[] = [];
    let next: string | undefined;
    do {
      const page = await this.list(prefix, next === undefined ? {} : { 'continuation-token': next });
      all.push(...page.objects);
      next = page.next;
    } while (next !== undefined);
    return all;
  }

  /** A success, or 404 for an object. */
  async #call(call: Call): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const result = await this.#try(call).catch((error: unknown) => networkFault(call, error));
      if (result instanceof Response) return result;
      const isTemporary = result.status === 0 || result.status >= 500 || result.status === 429;
      const pause = pausesMs[attempt];
      if (!isTemporary || pause === undefined || attempt >= (call.retries ?? pausesMs.length)) throw result;
      await sleep(pause);
    }
  }

  async #try(call: Call): Promise<Response | BucketFault> {
    const { method, key, query = {}, headers = {}, body, timeoutMs = answerMs } = call;
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.#options;
    const url = new URL(`${endpoint}/${bucket}${key === undefined ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      ...{ method, url: url.href, service: 's3', region, accessKeyId, secretAccessKey, cache: this.#signingKeys },
      headers: { ...headers, 'x-amz-content-sha256': digestOf(body ?? '') },
    });
    const signed = await signer.sign();
    // Bounds the time until the answer begins; a body may take longer.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('ETIMEDOUT')), timeoutMs);
    try {
      const init = { method, headers: signed.headers, signal: late.signal, redirect: 'manual' } as const;
      const answer = await fetch(signed.url, body ? { ...init, body: new Uint8Array(body) } : init);
      const isMissing = answer.status === 404 && (method === 'HEAD' || (await isMissingKey(answer)));
      return answer.ok || isMissing ? answer : await faultOf(`${method} ${url.pathname}`, answer);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Of a missing object, and not of a missing bucket. */
const isMissingKey = async (answer: Response): Promise<boolean> =>
  tagged(await answer.clone().text(), 'Code') === 'NoSuchKey';

async function faultOf(what: string, answer: Response): Promise<BucketFault> {
  const code = tagged(await answer.text(), 'Code') ?? 'no S3 answer';
  const date = new Date(answer.headers.get('date') ?? '');
  return new BucketFault(what, { code, status: answer.status, ...(!Number.isNaN(date.getTime()) && { date }) });
}

function networkFault({ method, key = '' }: Call, error: unknown): BucketFault {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = errorCode(cause) ?? (error instanceof Error ? error.message : String(error));
  return new BucketFault(`${method} ${key}`, { code, status: 0 });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#34': '"' };
const unescaped = (text: string): string =>
  text.replace(/&([\w#]+);/g, (whole, name: string) => entities[name] ?? whole);

function allTagged(text: string, tag: string): string[] {
  return [...text.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, inner = '']) => inner);
}

function tagged(text: string, tag: string): string | undefined {
  const [inner] = allTagged(text, tag);
  return inner === undefined ? undefined : unescaped(inner);
}
