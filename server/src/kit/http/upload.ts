import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { payloadTooLarge, Refused, refuse, refuseField, unsupportedMediaType } from '../errors.ts';
import type { Endpoint, UploadedFile } from './endpoint.ts';
import { mustBeOrderly } from './json.ts';

/** One file with a few fields beside it, as forms send them. It is held in memory, so every route says how much. */

const noFile: UploadedFile = { name: '', bytes: Buffer.alloc(0) };

const longestField = 4_096;
const longestName = 255;
const mostFields = 8;

export function takeForms(app: FastifyInstance): void {
  app.register(multipart, { throwFileSizeLimit: true });
}

/** Where a form is asked for, JSON will not do. */
export function mustBeForm(request: FastifyRequest): void {
  const isEmpty = request.headers['content-type'] === undefined;
  if (!request.isMultipart() && !isEmpty) refuse(unsupportedMediaType);
}

interface Form {
  readonly fields: Record<string, string>;
  readonly file: UploadedFile;
}

/** The form of an endpoint that takes one; elsewhere none. */
export async function formOf({ upload }: Endpoint, request: FastifyRequest) {
  return upload ? readForm(request, upload.maxBytes) : { fields: undefined, file: noFile };
}

async function readForm(request: FastifyRequest, maxBytes: number): Promise<Form> {
  if (!request.isMultipart()) return refuseField('file', 'is required');
  try {
    return await collect(request, maxBytes);
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (codeOf(error) === 'FST_REQ_FILE_TOO_LARGE') return refuse(payloadTooLarge, { maxBytes });
    return refuseField('', 'the form is malformed');
  }
}

async function collect(request: FastifyRequest, maxBytes: number): Promise<Form> {
  const limits = { fieldNameSize: 100, fieldSize: longestField, fields: mostFields, fileSize: maxBytes, files: 1 };
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  for await (const part of request.parts({ limits: { ...limits, parts: mostFields + 1, headerPairs: 20 } })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer();
      if (part.fieldname !== 'file') refuseField(part.fieldname.slice(0, 100), 'is not a known file');
      file = { name: labelOf(part.filename), bytes };
      continue;
    }
    const { fieldname, value, fieldnameTruncated, valueTruncated } = part;
    if (fieldnameTruncated || valueTruncated || typeof value !== 'string') refuseField(fieldname, 'is too long');
    else if (Object.hasOwn(fields, fieldname)) refuseField(fieldname, 'is given twice');
    else fields[fieldname] = value;
  }
  mustBeOrderly(fields);
  return { fields, file: file ?? refuseField('file', 'is required') };
}

/** The last part of what may be a path, without what is no text. */
function labelOf(name: string | undefined): string {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  return last
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, longestName);
}

function codeOf(error: unknown): string {
  const isCoded = error !== null && typeof error === 'object' && 'code' in error;
  return isCoded && typeof error.code === 'string' ? error.code : '';
}
