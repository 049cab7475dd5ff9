import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Type } from 'typebox';
import { errorCode } from '../../../kit/error-code.ts';
import {
  declareError,
  notFound,
  payloadTooLarge,
  refuse,
  refuseField,
  unsupportedMediaType,
} from '../../../kit/errors.ts';
import type { StreamAnswer, StreamRequest, StreamRoute } from '../../../kit/http/streams.ts';
import { takeLease } from '../../files/lease.ts';
import type { VideoState, VideoStore } from './video-store.ts';

/**
 * The tus protocol 1.0.0 for uploads that were announced before: the address of an upload stands for one file of a
 * known length. Bytes go straight to the disk at the place that they belong to; how far they got is the file's length.
 */

const version = '1.0.0';
const chunkType = 'application/offset+octet-stream';
const bufferBytes = 1 << 20;
/** Who is asked to leave has bytes to make durable first. */
const askForMs = 10_000;

export const offsetMismatch = declareError(409, 'upload_offset_mismatch', { uploadOffset: Type.Integer() });
export const uploadGone = declareError(410, 'upload_expired');
export const uploadBusy = declareError(423, 'upload_busy');
export const unsupportedTus = declareError(412, 'tus_version_unsupported');

export interface TusOptions {
  readonly store: VideoStore;
  readonly maxBytes: number;
  readonly now: () => Date;
  urlOf(id: string): string;
  /** Told once all bytes are there. */
  onComplete(id: string): Promise<void>;
}

interface Upload {
  readonly id: string;
  readonly state: VideoState;
  readonly offset: number;
}

export function tusRoutes(options: TusOptions): StreamRoute[] {
  const find = async ({ params: { id = '' } }: StreamRequest): Promise<Upload> => {
    const state = (await options.store.read(id)) ?? refuse(notFound);
    if (state.status === 'uploading' && new Date(state.expiresAt) <= options.now()) refuse(uploadGone);
    return { id, state, offset: await options.store.lengthOf(id) };
  };
  /** The newest sender writes: one who comes back after a broken connection does not wait for the broken one. */
  const write = async ({ id }: Upload, request: StreamRequest): Promise<number> => {
    const { store } = options;
    const lease = await takeLease({ folder: store.folderOf(id), name: 'sender', askForMs });
    if (!lease) return refuse(uploadBusy);
    try {
      // Read again: whoever was before may have come to the end.
      const state = (await store.read(id)) ?? refuse(notFound);
      const length = await append(store, { id, state }, request, lease.signal);
      if (length === state.sizeBytes && state.status === 'uploading') await options.onComplete(id);
      return length;
    } finally {
      await lease.release();
    }
  };
  const byMethod: Readonly<Record<string, (request: StreamRequest) => Promise<StreamAnswer>>> = {
    OPTIONS: async () => ({
      status: 204,
      headers: {
        'tus-version': version,
        'tus-extension': 'creation,creation-with-upload,expiration',
        'tus-max-size': String(options.maxBytes),
      },
    }),
    HEAD: async (request) => {
      const upload = await find(request);
      const { state, offset } = upload;
      return { status: 200, headers: { ...progress(state, offset), 'upload-length': String(state.sizeBytes) } };
    },
    PATCH: async (request) => {
      mustSpeakTus(request);
      const upload = await find(request);
      if (request.headers['content-type'] !== chunkType) refuse(unsupportedMediaType);
      return { status: 204, headers: progress(upload.state, await write(upload, request)) };
    },
    // The address was made beforehand; a client that begins with a creation is told that this is the one.
    POST: async (request) => {
      mustSpeakTus(request);
      const upload = await find(request);
      const { id, state } = upload;
      const announced = request.headers['upload-length'];
      if (announced !== undefined && announced !== String(state.sizeBytes)) {
        refuseField('Upload-Length', `must be ${state.sizeBytes}`);
      }
      const hasBytes = request.headers['content-type'] === chunkType;
      const offset = hasBytes ? await write(upload, atStart(request)) : upload.offset;
      return { status: 201, headers: { ...progress(state, offset), location: options.urlOf(id) } };
    },
  };
  const headers = { 'tus-resumable': version, 'cache-control': 'no-store' };
  const handle = async (request: StreamRequest, method: string) =>
    (byMethod[method] ?? (() => refuse(notFound)))(request);
  return [{ methods: ['OPTIONS', 'HEAD', 'PATCH', 'POST'], url: '/media/uploads/:id', headers, handle }];
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

function mustSpeakTus({ headers }: StreamRequest): void {
  if (headers['tus-resumable'] !== version) refuse(unsupportedTus);
}

/** Writes what is sent behind what is there, and answers how much there is now. */
async function append(
  store: VideoStore,
  { id, state }: Pick<Upload, 'id' | 'state'>,
  request: StreamRequest,
  signal: AbortSignal,
): Promise<number> {
  const offset = await store.lengthOf(id);
  const given = request.headers['upload-offset'];
  if (typeof given !== 'string' || !/^\d{1,15}$/.test(given)) return refuseField('Upload-Offset', 'must be a number');
  if (Number(given) !== offset) return refuse(offsetMismatch, { uploadOffset: offset });
  const room = state.sizeBytes - offset;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > room) return refuse(payloadTooLarge, { maxBytes: state.sizeBytes });
  const path = store.sourceOf(id);
  const sink = createWriteStream(path, { flags: 'r+', start: offset, highWaterMark: bufferBytes });
  const isMeasured = request.headers['content-length'] !== undefined;
  const sent = isMeasured ? request.body : Readable.from(upTo(room, request.body, state.sizeBytes));
  await pipeline(sent, sink, { signal }).catch(passOverLeavers);
  // Whoever was relieved has nothing more to say.
  if (signal.aborted) request.body.destroy();
  return settle(path);
}

/** How much there is of a file, once that much is certain to stay. */
async function settle(path: string): Promise<number> {
  const file = await open(path, 'r+');
  try {
    await file.datasync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

const leaving = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

/** A sender who is gone, or was relieved by a newer one, leaves what it sent; anything else is ours to explain. */
function passOverLeavers(error: unknown): void {
  if (!leaving.has(errorCode(error) ?? '')) throw error;
}

/** Passes on so many bytes and no more, however many the sender has. */
async function* upTo(room: number, source: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let left = room;
  for await (const chunk of source) {
    if (!Buffer.isBuffer(chunk)) continue;
    if (chunk.length > left) return refuse(payloadTooLarge, { maxBytes });
    left -= chunk.length;
    yield chunk;
  }
}
