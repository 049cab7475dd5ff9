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

/** What the upload by tus says about itself, and every way in which it says no. */

export const version = '1.0.0';
export const chunkType = 'application/offset+octet-stream';

export const offsetMismatch = declareError(409, 'upload_offset_mismatch', { uploadOffset: Type.Integer() });
export const uploadGone = declareError(410, 'upload_expired');
export const uploadBusy = declareError(423, 'upload_busy');
export const unsupportedTus = declareError(412, 'tus_version_unsupported');

const resumable = { 'Tus-Resumable': `The version of the protocol: ${version}` };
const progress = {
  ...resumable,
  'Upload-Offset': 'How many bytes are there, for good',
  'Upload-Expires': 'Until when the upload can be gone on with',
};
const writing = [
  ...[validationFailed, notFound, offsetMismatch, uploadGone, unsupportedTus, payloadTooLarge],
  ...[uploadBusy, internalError, unavailable, storageFull],
];

const versions = { 'Tus-Version': 'The versions that are spoken' };
const refusalAnswers = { [unsupportedTus.status]: versions };

const patchDocs: StreamDocs = {
  summary: 'Send bytes of a video',
  description: 'They go where the file ends. The newest sender relieves the one before it.',
  status: 204,
  needs: { ...resumable, 'Upload-Offset': 'Where the bytes go; as far as the file is' },
  answers: progress,
  refusalAnswers,
  sends: chunkType,
  errors: [...writing, unsupportedMediaType],
};

export const tusDocs: NonNullable<StreamRoute['docs']> = {
  OPTIONS: {
    summary: 'Ask what the upload can do',
    description: 'Needs neither a credential nor an upload that exists. The headers of the answer say it.',
    status: 204,
    answers: {
      ...versions,
      'Tus-Extension': 'What is understood beside the protocol itself',
      'Tus-Max-Size': 'The largest file, in bytes',
    },
    // Not found is an id longer than any.
    errors: [notFound, internalError],
  },
  HEAD: {
    summary: 'Ask how far an upload is',
    description: 'Refusals have no body here.',
    status: 200,
    takes: resumable,
    answers: { ...progress, 'Upload-Length': 'How long the file is in all' },
    refusalAnswers,
    errors: [notFound, uploadGone, unsupportedTus, internalError],
  },
  PATCH: patchDocs,
  POST: {
    summary: 'Begin at the address that was made beforehand',
    description:
      'For clients that begin with a creation; bytes may come with it. With `X-HTTP-Method-Override` it is what that says.',
    status: 201,
    needs: resumable,
    takes: {
      'Upload-Length': 'How long the file is in all; as it was announced',
      'X-HTTP-Method-Override': 'The method that is meant, such as PATCH, where only POST gets through',
    },
    answers: { ...progress, Location: 'The same address' },
    refusalAnswers,
    sends: chunkType,
    errors: writing,
  },
};
