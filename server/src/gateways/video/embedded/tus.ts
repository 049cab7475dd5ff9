import { notFound, payloadTooLarge, refuse, refuseField, unsupportedMediaType } from '../../../kit/errors.ts';
import type { StreamRequest, StreamResponse, StreamRoute } from '../../../kit/http/streams.ts';
import type { Leases } from '../../files/lease.ts';
import { append } from './append.ts';
import { chunkType, offsetMismatch, tusDocs, unsupportedTus, uploadBusy, uploadGone, version } from './tus.docs.ts';
import { readUploadRef, type VideoState, type VideoStore } from './video-store.ts';

/**
 * The tus protocol 1.0.0 for announced uploads: an upload URL stands for one file of known length. Bytes are stored as they
 * arrive; the offset is the number of those that are durable.
 */

/** A replaced connection first makes its bytes durable. */
const askForMs = 10_000;

export interface TusOptions {
  readonly store: VideoStore;
  readonly leases: Leases;
  readonly maxBytes: number;
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
  readonly now: () => Date;
  urlOf(ref: string): string;
  /** Called once the upload is complete. */
  onComplete(id: string): Promise<void>;
}

interface Upload {
  readonly id: string;
  readonly state: VideoState;
  readonly offset: number;
}

export function tusRoutes(options: TusOptions): StreamRoute[] {
  const find = async ({ params }: StreamRequest): Promise<Upload> => {
    const { id, opens } = readUploadRef(params.id ?? '');
    const state = (await options.store.read(id)) ?? refuse(notFound);
    if (!opens(state)) refuse(notFound);
    if (state.status === 'uploading' && new Date(state.expiresAt) <= options.now()) refuse(uploadGone);
    return { id, state, offset: await options.store.lengthOf(id) };
  };
  const byMethod: Readonly<Record<string, (request: StreamRequest) => Promise<StreamResponse>>> = {
    OPTIONS: async () => ({
      status: 204,
      headers: {
        'tus-extension': 'creation,creation-with-upload,expiration',
        'tus-max-size': String(options.maxBytes),
      },
    }),
    HEAD: async (request) => {
      // The version header is optional here.
      if (request.headers['tus-resumable'] !== undefined) requireTus(request);
      const upload = await find(request);
      const { state, offset } = upload;
      return { status: 200, headers: { ...progress(state, offset), 'upload-length': String(state.sizeBytes) } };
    },
    PATCH: async (request) => {
      requireTus(request);
      const upload = await find(request);
      if (request.headers['content-type'] !== chunkType) refuse(unsupportedMediaType, { accepted: [chunkType] });
      return { status: 204, headers: progress(upload.state, await write(options, upload, request)) };
    },
    // The upload exists already; its URL is returned as the created one.
    POST: async (request) => {
      requireTus(request);
      const upload = await find(request);
      const { state } = upload;
      const announced = request.headers['upload-length'];
      if (announced !== undefined && announced !== String(state.sizeBytes)) {
        refuseField('Upload-Length', `must be ${state.sizeBytes}`);
      }
      const hasBytes = request.headers['content-type'] === chunkType;
      const offset = hasBytes ? await write(options, upload, atStart(request)) : upload.offset;
      return { status: 201, headers: { ...progress(state, offset), location: options.urlOf(request.params.id ?? '') } };
    },
  };
  // Error responses include the version too, as tus requires.
  const headers = { 'tus-resumable': version, 'tus-version': version, 'cache-control': 'no-store' };
  const handle = async (request: StreamRequest, method: string) =>
    (byMethod[effectiveMethod(request, method)] ?? (() => refuse(notFound)))(request);
  return [{ methods: ['OPTIONS', 'HEAD', 'PATCH', 'POST'], url: '/media/uploads/:id', headers, handle, docs: tusDocs }];
}

/** Some networks only allow certain methods. */
const effectiveMethod = ({ headers }: StreamRequest, method: string): string =>
  String(headers['x-http-method-override'] ?? method).toUpperCase();

/** The newest connection writes, so that a client does not wait for its own broken connection. */
async function write(options: TusOptions, { id }: Upload, request: StreamRequest): Promise<number> {
  const { store, leases, stopping } = options;
  const write = async (asked: AbortSignal): Promise<number> => {
    // Read again, because the previous connection may have completed the upload.
    const state = (await store.read(id)) ?? refuse(notFound);
    const offset = await store.lengthOf(id);
    mustFit(request, state, offset);
    const signal = AbortSignal.any([asked, stopping]);
    const length = await append(request.body, { store, id, offset, maxBytes: state.sizeBytes, signal });
    if (length === state.sizeBytes && state.status === 'uploading') await options.onComplete(id);
    return length;
  };
  const done = await leases.alone(`upload:${id}`, write, askForMs);
  return done ? done.result : refuse(uploadBusy);
}

/** Bytes must start at the end of the file, and not exceed the announced size. */
function mustFit({ headers }: StreamRequest, { sizeBytes }: VideoState, offset: number): void {
  const given = headers['upload-offset'];
  if (typeof given !== 'string' || !/^\d{1,15}$/.test(given)) refuseField('Upload-Offset', 'must be a number');
  if (Number(given) !== offset) refuse(offsetMismatch, { uploadOffset: offset });
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > sizeBytes - offset) refuse(payloadTooLarge, { maxBytes: sizeBytes });
}

const atStart = (request: StreamRequest): StreamRequest => ({
  ...request,
  headers: { ...request.headers, 'upload-offset': '0' },
});

function progress({ expiresAt, status }: VideoState, offset: number): Record<string, string> {
  return {
    'upload-offset': String(offset),
    ...(status === 'uploading' && { 'upload-expires': new Date(expiresAt).toUTCString() }),
  };
}

function requireTus({ headers }: StreamRequest): void {
  if (headers['tus-resumable'] !== version) refuse(unsupportedTus);
}
