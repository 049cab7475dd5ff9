import { type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorCode } from '../error-code.ts';
import { payloadTooLarge, Refused, refusal, refuse, refuseField, unsupportedMediaType } from '../errors.ts';
import type { EndpointBase, StreamedFile, UploadedFile } from './endpoint.ts';
import { rejectUnsafeJson } from './json.ts';

/** Forms with one file and a few fields: held in memory, or read while the file arrives. */

const noFile: UploadedFile = { name: '', bytes: Buffer.alloc(0) };

const longestField = 4_096;
const longestName = 255;
const maxFields = 8;

export function takeForms(app: FastifyInstance): void {
  // The handler refuses other types after authentication; their bodies are not read.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async () => undefined);
  app.register(multipart, { throwFileSizeLimit: true });
}

/** A body of another type than a form is refused. */
export function mustBeForm(request: FastifyRequest): void {
  const { 'content-type': type, 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  const isEmpty = type === undefined && length === '0' && encoding === undefined;
  if (!request.isMultipart() && !isEmpty) refuse(unsupportedMediaType, { accepted: ['multipart/form-data'] });
}

/** Room for the fields and the boundaries between the parts. */
const maxBesideFile = 64 * 1024;

/** Refuses a form that declares a length that is too large, without reading it. */
export function mustFit({ headers }: FastifyRequest, maxBytes: number): void {
  const length = Number(headers['content-length'] ?? 0);
  if (length > maxBytes + maxBesideFile) refuse(payloadTooLarge, { maxBytes });
}

interface Form {
  readonly fields: Record<string, string> | undefined;
  readonly file: UploadedFile | StreamedFile;
  /** Does the work that reads the file, then reads the rest of the form and refuses a malformed one. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

const noForm: Form = { fields: undefined, file: noFile, during: (work) => work() };

/** The form of an endpoint that takes one. */
export async function formOf({ upload }: EndpointBase, request: FastifyRequest): Promise<Form> {
  if (!upload) return noForm;
  if (!request.isMultipart()) return refuseField('file', 'is required');
  // The body of a closed connection would neither end nor fail.
  if (request.raw.destroyed) return refuseField('', 'the form is malformed');
  const { maxBytes, streamed } = upload;
  return orMalformed(maxBytes, () => (streamed ? open : collect)(request, maxBytes));
}

async function orMalformed<T>(maxBytes: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (errorCode(error) === 'FST_REQ_FILE_TOO_LARGE') return refuse(payloadTooLarge, { maxBytes });
    return refuseField('', 'the form is malformed');
  }
}

function partsOf(request: FastifyRequest, maxBytes: number): AsyncIterableIterator<Multipart> {
  // One byte more than allowed passes the library, so that `capped` refuses it.
  const fileSize = maxBytes + 1;
  const limits = { fieldNameSize: 100, fieldSize: longestField, fields: maxFields, fileSize, files: 1 };
  return request.parts({ limits: { ...limits, parts: maxFields + 1, headerPairs: 20 } });
}

/** Adds a field to the others. */
function take(fields: Record<string, string>, part: Exclude<Multipart, MultipartFile>): void {
  const { fieldname, value, fieldnameTruncated, valueTruncated } = part;
  if (fieldnameTruncated || valueTruncated || typeof value !== 'string') refuseField(fieldname, 'is too long');
  else if (Object.hasOwn(fields, fieldname)) refuseField(fieldname, 'is given twice');
  else fields[fieldname] = value;
}

const mustBeOurs = ({ fieldname }: MultipartFile): void => {
  if (fieldname !== 'file') refuseField(fieldname.slice(0, 100), 'is not a known file');
};

/** Reads a form to its end, in whatever order its parts come. */
async function collect(request: FastifyRequest, maxBytes: number): Promise<Form> {
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  for await (const part of partsOf(request, maxBytes)) {
    if (part.type === 'field') {
      take(fields, part);
      continue;
    }
    const bytes = await buffer(capped(part.file, maxBytes));
    mustBeOurs(part);
    file = { name: labelOf(part.filename), bytes };
  }
  rejectUnsafeJson(fields);
  return { ...noForm, fields, file: file ?? refuseField('file', 'is required') };
}

/** Reads a form up to its file, which is passed on while it arrives. */
async function open(request: FastifyRequest, maxBytes: number): Promise<Form> {
  const fields: Record<string, string> = {};
  const parts = partsOf(request, maxBytes);
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const part = next.value;
    if (part.type === 'field') {
      take(fields, part);
      continue;
    }
    mustBeOurs(part);
    const stream = capped(part.file, maxBytes);
    const file = { name: labelOf(part.filename), stream };
    const during = async <T>(work: () => Promise<T>): Promise<T> => {
      const done = await work().catch((error: unknown) => orCutShort(stream, error));
      await orMalformed(maxBytes, () => readRest(stream, parts, fields));
      rejectUnsafeJson(fields);
      return done;
    };
    return { fields, file, during };
  }
  return refuseField('file', 'is required');
}

/** The file's bytes up to the allowed size; reading beyond it fails with a refusal. */
function capped(file: Readable, maxBytes: number): Readable {
  let size = 0;
  const cap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(refusal(payloadTooLarge, { maxBytes }));
      else done(null, chunk);
    },
  });
  // The reader gets the error; here it only must not be unhandled.
  pipeline(file, cap).catch(() => {});
  return cap;
}

/** Work that failed because the file was cut off is a fault of the sender. */
function orCutShort(stream: Readable, error: unknown): never {
  if (error instanceof Refused || error !== stream.errored) throw error;
  return refuseField('', 'the form is malformed');
}

/** Reads the form to its end, and adds the fields after the file to the others. */
async function readRest(
  stream: Readable,
  parts: AsyncIterableIterator<Multipart>,
  fields: Record<string, string>,
): Promise<void> {
  // The rest of the file is discarded, up to the allowed size.
  if (!stream.readableEnded) for await (const _chunk of stream);
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const part = next.value;
    if (part.type === 'field') take(fields, part);
    else refuseField(part.fieldname.slice(0, 100), 'is one too many');
  }
}

/** The file name without folders and control characters. */
function labelOf(name: string | undefined): string {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  return last
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, longestName);
}
