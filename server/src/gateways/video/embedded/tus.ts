import { notFound, payloadTooLarge, refuse, refuseField, unsupportedMediaType } from '../../../kit/errors.ts';
import type { StreamAnswer, StreamRequest, StreamRoute } from '../../../kit/http/streams.ts';
import type { Disk } from '../../files/disk.ts';
import type { Leases } from '../../files/lease.ts';
import { append } from './append.ts';
import { chunkType, offsetMismatch, tusDocs, unsupportedTus, uploadBusy, uploadGone, version } from './tus.docs.ts';
import { readUploadRef, type VideoState, type VideoStore } from './video-store.ts';

/**
 * The tus protocol 1.0.0 for uploads that were announced before: the address of an upload stands for one file of a
 * known length. Bytes go straight to the disk at the place that they belong to; how far they got is the file's length.
 */

/** A sender who is asked to leave has bytes to make durable first. */
const askForMs = 10_000;

export interface TusOptions {
  readonly store: VideoStore;
  readonly leases: Leases;
  readonly disk: Disk;
  readonly maxBytes: number;
  /** Aborted when nobody is to be listened to any longer. */
  readonly stopping: AbortSignal;
  readonly now: () => Date;
  urlOf(ref: string): string;
  /** Told once all bytes are there. */
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
  const byMethod: Readonly<Record<string, (request: StreamRequest) => Promise<StreamAnswer>>> = {
    OPTIONS: async () => ({
      status: 204,
      headers: {
        'tus-extension': 'creation,creation-with-upload,expiration',
        'tus-max-size': String(options.maxBytes),
      },
    }),
    HEAD: async (request) => {
      // One who does not say what they speak is told how far it is all the same.
      if (request.headers['tus-resumable'] !== undefined) mustSpeakTus(request);
      const upload = await find(request);
      const { state, offset } = upload;
      return { status: 200, headers: { ...progress(state, offset), 'upload-length': String(state.sizeBytes) } };
    },
    PATCH: async (request) => {
      mustSpeakTus(request);
      const upload = await find(request);
      if (request.headers['content-type'] !== chunkType) refuse(unsupportedMediaType, { accepted: [chunkType] });
      return { status: 204, headers: progress(upload.state, await write(options, upload, request)) };
    },
    // The address was made beforehand; a client that begins with a creation is told that this is the one.
    POST: async (request) => {
      mustSpeakTus(request);
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
  // Refusals carry the version too: it is how a client learns what is spoken here.
  const headers = { 'tus-resumable': version, 'tus-version': version, 'cache-control': 'no-store' };
  const handle = async (request: StreamRequest, method: string) =>
    (byMethod[meantBy(request, method)] ?? (() => refuse(notFound)))(request);
  return [{ methods: ['OPTIONS', 'HEAD', 'PATCH', 'POST'], url: '/media/uploads/:id', headers, handle, docs: tusDocs }];
}

/** A client behind something that lets only some methods through says in a header which one it means. */
const meantBy = ({ headers }: StreamRequest, method: string): string =>
  String(headers['x-http-method-override'] ?? method).toUpperCase();

/** The newest sender writes: one who comes back after a broken connection does not wait for the broken one. */
async function write(options: TusOptions, { id }: Upload, request: StreamRequest): Promise<number> {
  const { store, disk, leases, stopping } = options;
  const write = async (asked: AbortSignal): Promise<number> => {
    // Read again: whoever was before may have come to the end.
    const state = (await store.read(id)) ?? refuse(notFound);
    const offset = await store.lengthOf(id);
    mustFit(request, state, offset);
    const signal = AbortSignal.any([asked, stopping]);
    const to = { path: store.sourceOf(id), offset, maxBytes: state.sizeBytes, disk, signal };
    const length = await append(request.body, to);
    if (length === state.sizeBytes && state.status === 'uploading') await options.onComplete(id);
    return length;
  };
  const done = await leases.alone(`upload:${id}`, write, askForMs);
  return done ? done.result : refuse(uploadBusy);
}

/** What is sent must go on where the file ends, and not beyond what was announced. */
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

function mustSpeakTus({ headers }: StreamRequest): void {
  if (headers['tus-resumable'] !== version) refuse(unsupportedTus);
}
