import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refused, unavailable } from '../../../kit/errors.ts';
import type { ServiceUrls } from '../../../kit/http/service-urls.ts';
import { parseOrUndefined } from '../../../kit/http/validate.ts';
import { readJsonBody } from '../../../kit/json.ts';
import { signMessage, verifyMessage } from '../../../kit/webhooks.ts';
import { type Disk, toStorageError } from '../../files/disk.ts';
import type { Leases } from '../../files/lease.ts';
import { createLinks, linkLifeMs, steadyExpiry } from '../../files/links.ts';
import type { Storage } from '../../files/storage.ts';
import { createDecoder, type Decoder, type DecoderOptions } from '../../processes/decoder.ts';
import type { NewUpload, VideoProvider, VideoReport } from '../provider.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { linkedFolder, playbackRoutes } from './playback.ts';
import { Probed } from './probed.ts';
import { type ProbeOptions, reportOf, Transcoder } from './transcoder.ts';
import { tusRoutes } from './tus.ts';
import { fileNameOf, newName, streamNameOf, uploadRefOf, type VideoState, VideoStore } from './video-store.ts';

/** A video provider within the service: it stores videos beside the other files, and calls the webhook like a hosted one. */

export interface EmbeddedOptions {
  readonly storage: Storage;
  readonly site: ServiceUrls;
  readonly callbackPath: string;
  readonly secrets: readonly string[];
  readonly maxBytes: number;
  readonly leases: Leases;
  /** Of the local folders in which videos are transcoded. */
  readonly disk: Disk;
  readonly ffmpeg: Ffmpeg | undefined;
  readonly onFault: (error: unknown) => void;
  readonly now?: () => Date;
  /** Overrides the limits of probing. */
  readonly probing?: Partial<DecoderOptions>;
}

export interface EmbeddedProvider extends VideoProvider {
  /** Waits until all uploads are processed and reported. */
  idle(): Promise<void>;
}

/** Files are probed one after the other. The first probe is short, because all other files wait for it. */
const defaultProbing: DecoderOptions = {
  kind: 'video',
  memoryBytes: 512 * 1024 * 1024,
  deadlineMs: 500,
  maxWaiting: 1,
};
/** Additional time for the second probe. */
const secondProbeMs = 4_500;
/** One second per 100 MB. */
const extraMsFor = (sizeBytes: number): number => Math.ceil(sizeBytes / 100_000);
/** How long the response to the last bytes of an upload waits for the webhook. */
const announceMs = 2_000;
/** Uploads may continue for this time after a stop, and can be resumed. */
const graceMs = 3_000;
const readProbed = parseOrUndefined(Probed);

/** Probes files in a separate process. */
function createProber(decoder: Decoder) {
  return async (path: string, { sizeBytes, isFirst, signal }: ProbeOptions): Promise<Probed> => {
    const extraMs = extraMsFor(sizeBytes) + (isFirst ? 0 : secondProbeMs);
    const found = readProbed(await decoder.run(resolve(path), { signal, extraMs }));
    if (!found) throw new Error('unexpected result of the decoder');
    return found;
  };
}

/** Delays between attempts; if all fail, the reconciliation job queries the provider. */
const pausesMs = [200, 1_000, 5_000];
const callMs = 15_000;

function callbackSender({ site, callbackPath, secrets, now = () => new Date(), onFault }: EmbeddedOptions) {
  const call = async (id: string, report: VideoReport, signal: AbortSignal): Promise<boolean> => {
    const body = Buffer.from(JSON.stringify(report));
    const headers = { 'content-type': 'application/json', ...signMessage(secrets, { id, sentAt: now() }, body) };
    const url = `${site.ownUrl()}${callbackPath}`;
    const within = AbortSignal.any([signal, AbortSignal.timeout(callMs)]);
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: within });
    await answer.arrayBuffer();
    return answer.status < 500 && answer.status !== 429;
  };
  return async (id: string, report: VideoReport, signal: AbortSignal): Promise<void> => {
    for (const pause of [0, ...pausesMs]) {
      await sleep(pause, undefined, { signal });
      if (await call(id, report, signal).catch(() => false)) return;
      signal.throwIfAborted();
    }
    onFault(new Error(`webhook ${id} could not be delivered`));
  };
}

/** Queues a video, and reports it once its upload is complete. */
function beginProcessing(store: VideoStore, transcoder: Transcoder) {
  const process = async (id: string, isAgain: boolean): Promise<number | undefined> => {
    const state = await store.read(id);
    if (!state) return undefined;
    const attempt = isAgain ? state.attempt + 1 : state.attempt;
    await store.write(id, { ...state, status: 'processing', attempt, error: null, unfinishedProbes: 0 });
    transcoder.add(id, { isLast: state.wasGivenUp === true });
    return attempt;
  };
  /** Reported before it is processed, because the queue may be long. */
  const complete = async (id: string): Promise<void> => {
    const attempt = await process(id, false);
    if (attempt === undefined) return;
    const announced = transcoder.announce(id, attempt).catch(() => undefined);
    await Promise.race([announced, sleep(announceMs, undefined, { ref: false })]);
  };
  return { process, complete };
}

export function createEmbedded(options: EmbeddedOptions): EmbeddedProvider {
  const { storage, site, secrets, maxBytes, leases, disk, ffmpeg, onFault, now = () => new Date() } = options;
  const stopping = new AbortController();
  const store = new VideoStore(storage);
  const decoder = createDecoder({
    ...defaultProbing,
    maxExtraMs: extraMsFor(maxBytes) + secondProbeMs,
    ...options.probing,
  });
  const probe = createProber(decoder);
  const sendReport = callbackSender(options);
  const transcoder = new Transcoder({ store, leases, disk, ffmpeg, probe, onFault, sendReport });
  const urlOf = (ref: string): string => `${site.publicUrl()}/media/uploads/${ref}`;
  const { process, complete } = beginProcessing(store, transcoder);
  const links = createLinks(secrets, now);
  const steadyPath = (playbackId: string): string => links.expiring(linkedFolder(playbackId), steadyExpiry(now()));
  const fileUrl = (playbackId: string, path: string, name: string): string =>
    `${site.publicUrl()}/media/videos/${playbackId}/${path}/${name}`;
  return {
    createUpload: (upload) => createUpload(store, upload),
    uploadUrl: urlOf,
    streamLink(playbackId, viewerId) {
      // Links expire on a whole second.
      const expiresAt = new Date(Math.floor((now().getTime() + linkLifeMs) / 1000) * 1000);
      const path = links.expiring(linkedFolder(playbackId), expiresAt, viewerId);
      return { url: fileUrl(playbackId, path, streamNameOf(playbackId)), expiresAt };
    },
    fileUrl: (playbackId) => fileUrl(playbackId, steadyPath(playbackId), fileNameOf(playbackId)),
    thumbnailUrl(playbackId, url) {
      const [, name] = url.split(`/media/videos/${playbackId}/`);
      return name ? fileUrl(playbackId, steadyPath(playbackId), name) : new URL(url, site.publicUrl()).href;
    },
    async find(id) {
      const state = await store.read(id);
      // The process that was working on it may have died.
      if (state?.status === 'processing') transcoder.add(id, { isLast: comesLast(state) });
      return state && reportOf(id, state);
    },
    retry: async (id) => void (await process(id, true)),
    remove: (id) => store.discard(id),
    restore: (id) => store.restore(id),
    listTrash: () => store.trash.list(),
    emptyTrash: (before) => store.trash.empty(before),
    sample: (most) => store.list(most),
    readCallback: (headers, body) => ({ message: verifyMessage(secrets, headers, body), payload: readJsonBody(body) }),
    sweep: () => sweep(store, now()),
    routes: [
      ...tusRoutes({
        store,
        leases,
        maxBytes,
        now,
        urlOf,
        stopping: stopping.signal,
        onComplete: complete,
      }),
      ...playbackRoutes(store, links),
    ],
    start: () => resumeAll(store, transcoder, (id) => process(id, false)),
    async stop() {
      setTimeout(() => stopping.abort(), graceMs).unref();
      await transcoder.stop();
      decoder.stop();
    },
    idle: () => transcoder.idle(),
  };
}

/** Files that could not be probed wait for all others. */
const comesLast = ({ wasGivenUp = false, unfinishedProbes = 0 }: VideoState): boolean =>
  wasGivenUp || unfinishedProbes > 0;

/** Resumes completed uploads and unfinished videos of an earlier process. */
async function resumeAll(store: VideoStore, transcoder: Transcoder, process: (id: string) => Promise<unknown>) {
  await store.removeLeftWork();
  for await (const { id, state } of store.states()) {
    if (!state) continue;
    const isComplete = state.status === 'uploading' && (await store.lengthOf(id)) === state.sizeBytes;
    if (isComplete) await process(id);
    else if (state.status === 'processing') transcoder.add(id, { isLast: comesLast(state) });
  }
}

async function createUpload(store: VideoStore, upload: NewUpload) {
  const { sizeBytes, fileName, expiresAt, maxDurationS } = upload;
  const uploadKey = newName();
  const video = { sizeBytes, fileName, expiresAt: expiresAt.toISOString(), maxDurationS, uploadKey };
  const id = await store.create(video).catch((error: unknown): never => {
    const failure = toStorageError(error);
    throw failure instanceof Refused ? failure : new Refused(unavailable, {}, error);
  });
  return { providerId: id, uploadRef: uploadRefOf(id, uploadKey) };
}

/** Removes expired uploads and incomplete folders. */
async function sweep(store: VideoStore, now: Date): Promise<number> {
  await store.removeLeftWork();
  let removed = 0;
  for await (const { id, state } of store.states()) {
    const isOver = state
      ? state.status === 'uploading' && new Date(state.expiresAt) <= now
      : await store.isLeftBehind(id, now);
    if (!isOver) continue;
    await store.remove(id);
    removed++;
  }
  return removed;
}
