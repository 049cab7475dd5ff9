import { Type } from 'typebox';
import {
  declareError,
  internalError,
  notFound,
  payloadTooLarge,
  storageFull,
  unavailable,
  unsupportedMediaType,
  validationFailed,
} from '../../../kit/errors.ts';
import type { StreamDocs, StreamRoute } from '../../../kit/http/streams.ts';

/** OpenAPI of the tus endpoint, and its errors. */

export const version = '1.0.0';
export const chunkType = 'application/offset+octet-stream';

export const offsetMismatch = declareError(409, 'upload_offset_mismatch', { uploadOffset: Type.Integer() });
export const uploadGone = declareError(410, 'upload_expired');
export const uploadBusy = declareError(423, 'upload_busy');
export const unsupportedTus = declareError(412, 'tus_version_unsupported');

const resumable = { 'Tus-Resumable': `The version of the protocol: ${version}` };
const progress = {
  ...resumable,
  'Upload-Offset': 'Number of bytes stored durably',
  'Upload-Expires': 'When the upload expires',
};
const writing = [
  ...[validationFailed, notFound, offsetMismatch, uploadGone, unsupportedTus, payloadTooLarge],
  ...[uploadBusy, internalError, unavailable, storageFull],
];

const versions = { 'Tus-Version': 'Supported protocol versions' };
const refusalHeaders = { [unsupportedTus.status]: versions };

const patchDocs: StreamDocs = {
  summary: 'Upload bytes of a video',
  description: 'Appends to the file. A newer connection takes over from an older one that is still sending.',
  status: 204,
  needs: { ...resumable, 'Upload-Offset': 'Offset of the first byte; must equal the current offset' },
  headers: progress,
  refusalHeaders,
  sends: chunkType,
  errors: [...writing, unsupportedMediaType],
};

export const tusDocs: NonNullable<StreamRoute['docs']> = {
  OPTIONS: {
    summary: 'Read the capabilities of the upload endpoint',
    description: 'Takes no credential and works for any upload URL. The capabilities are in the response headers.',
    status: 204,
    headers: {
      ...versions,
      'Tus-Extension': 'Supported protocol extensions',
      'Tus-Max-Size': 'Maximum file size in bytes',
    },
    // An id that is too long is not found.
    errors: [notFound, internalError],
  },
  HEAD: {
    summary: 'Read the offset of an upload',
    description: 'Error responses have no body.',
    status: 200,
    takes: resumable,
    headers: { ...progress, 'Upload-Length': 'Size of the whole file in bytes' },
    refusalHeaders,
    errors: [notFound, uploadGone, unsupportedTus, internalError],
  },
  PATCH: patchDocs,
  POST: {
    summary: 'Create the upload at its announced URL',
    description:
      'For clients that start with a creation request, which may carry bytes. With `X-HTTP-Method-Override` the request is treated as that method.',
    status: 201,
    needs: resumable,
    takes: {
      'Upload-Length': 'Size of the whole file in bytes; must equal the announced size',
      'X-HTTP-Method-Override': 'The actual method, such as PATCH, for networks that only allow POST',
    },
    headers: { ...progress, Location: 'The same URL' },
    refusalHeaders,
    sends: chunkType,
    errors: writing,
  },
};
