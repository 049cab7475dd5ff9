import { useSyncExternalStore } from 'react';
import { newKey } from '../../api/change.ts';
import { api, unwrap } from '../../api/client.ts';
import { ApiError, asApiError } from '../../api/errors.ts';
import { ownAddress } from '../../api/own-address.ts';
import { onSessionEnd } from '../../app/session-data.ts';
import { onShownAdmin } from '../../ui/signed-in.ts';
import type { Upload } from '../../ui/upload-row.tsx';
import { needsNewUpload, needsOtherFile } from './bad-files.ts';
import type { CaptionLanguage } from './match.ts';
import { sendCaption } from './send-file.ts';
import { speedometer } from './speed.ts';
import { removeStoredUpload, storedUploads, storeUpload } from './stored-uploads.ts';
import { arrivedAt, sendFile } from './tus.ts';

/**
 * Sends files, two at a time, whichever screen is open. What was begun is kept in this browser: after a reload it waits
 * here for its file, and goes on where it stopped.
 */

export interface UploadTarget {
  readonly seriesId?: string;
  readonly episodeId?: string;
  /** Of captions, which go in one piece. */
  readonly lang?: CaptionLanguage;
  /** Why captions change that viewers see at once. */
  readonly note?: string;
}

export interface QueuedUpload extends Omit<Upload, 'fault'> {
  readonly key: string;
  readonly label: string;
  readonly target: UploadTarget;
  /** Null until the server has announced it. */
  readonly assetId: string | null;
  /** Null after a reload: a page cannot open files by itself. */
  readonly file: File | null;
  readonly fault: ApiError | null;
}

const atOnce = 2;
const stops = new Map<string, AbortController>();
const listeners = new Set<() => void>();

/** What was begun and waits for its file. */
const interrupted = (): readonly QueuedUpload[] =>
  storedUploads().map(({ assetId, name, size, label, target = {} }) => ({
    key: assetId,
    assetId,
    name,
    size,
    label,
    target,
    file: null,
    sent: 0,
    state: 'paused',
    fault: null,
  }));

let uploads = interrupted();

function show(next: readonly QueuedUpload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

const update = (key: string, change: Partial<QueuedUpload>): void =>
  show(uploads.map((one) => (one.key === key ? { ...one, ...change } : one)));

const drop = (key: string): void => show(uploads.filter((one) => one.key !== key));

async function announce({ key, name, size, label, target }: QueuedUpload): Promise<string> {
  const body = { kind: 'video', ...target, sizeBytes: size, meta: { sourceFileName: name } } as const;
  const { assetId, uploadUrl } = await unwrap(api.POST('/v1/admin/media/uploads/direct', { body }));
  // Who was taken from the list meanwhile is not to come back after a reload.
  if (uploads.some((one) => one.key === key)) storeUpload({ assetId, name, size, label, target });
  update(key, { assetId });
  return ownAddress(uploadUrl);
}

/** Where an upload goes on; undefined when all of it has arrived. */
async function addressOf(assetId: string): Promise<string | undefined> {
  const asset = await unwrap(api.GET('/v1/admin/media/assets/{id}', { params: { path: { id: assetId } } }));
  if (asset.status === 'failed') throw new ApiError(asset.error ?? 'rejected', 410);
  return asset.uploadUrl === null ? undefined : ownAddress(asset.uploadUrl);
}

async function send(one: QueuedUpload, file: File, signal: AbortSignal): Promise<void> {
  const { episodeId, lang, note } = one.target;
  if (lang && episodeId) {
    const asset = await sendCaption({ episodeId, lang, ...(note && { note }) }, file, signal);
    update(one.key, { assetId: asset.id });
    return;
  }
  const url = one.assetId === null ? await announce(one) : await addressOf(one.assetId);
  if (url === undefined) return;
  const speed = speedometer();
  const onProgress = (sent: number) => update(one.key, { sent, bytesPerSecond: speed(sent) });
  await sendFile({ url, file, signal, onProgress });
}

async function run(one: QueuedUpload, file: File): Promise<void> {
  const stop = new AbortController();
  stops.set(one.key, stop);
  update(one.key, { state: 'uploading', fault: null });
  try {
    await send(one, file, stop.signal);
    update(one.key, { state: 'done', sent: one.size });
    const { assetId } = uploads.find(({ key }) => key === one.key) ?? one;
    if (assetId !== null) removeStoredUpload(assetId);
  } catch (error) {
    if (stop.signal.aborted) update(one.key, { state: 'paused' });
    else update(one.key, { state: 'failed', fault: asApiError(error) });
  } finally {
    stops.delete(one.key);
    startWaitingUploads();
  }
}

function startWaitingUploads(): void {
  for (const one of uploads) {
    if (stops.size >= atOnce) return;
    if (one.state === 'waiting' && one.file) void run(one, one.file);
  }
}

export function beginUpload(file: File, target: UploadTarget, label: string): void {
  const { name, size } = file;
  const one = { key: newKey(), name, size, label, target, assetId: null, file, fault: null, sent: 0 } as const;
  show([...uploads, { ...one, state: 'waiting' }]);
  startWaitingUploads();
}

export const pauseUpload = (key: string): void => stops.get(key)?.abort();

export const isFileOf = (one: QueuedUpload, { name, size }: File): boolean => one.name === name && one.size === size;

/** Goes on, after a reload with the file that is given; false when that is another one. */
export function resumeUpload(one: QueuedUpload, file = one.file): boolean {
  if (!file || !isFileOf(one, file)) return false;
  const isAnew = needsNewUpload(one.fault?.code ?? null);
  if (isAnew && one.assetId !== null) removeStoredUpload(one.assetId);
  update(one.key, { state: 'waiting', file, fault: null, ...(isAnew && { assetId: null, sent: 0 }) });
  startWaitingUploads();
  return true;
}

const badFile = ['invalid_caption', 'unsupported_media_type', 'upload_too_large', 'payload_too_large'];
/** Whether the server refused the file itself: the same one would be refused again. */
export const isBadFile = ({ fault }: QueuedUpload): boolean =>
  fault !== null && (badFile.includes(fault.code) || needsOtherFile(fault.code));

/** Sends another file in the place of one that was refused. */
export function replaceUpload(one: QueuedUpload, file: File): void {
  removeUpload(one);
  beginUpload(file, one.target, one.label);
}

/** Takes it from the list; what has arrived stays in the library. */
export function removeUpload({ key, assetId }: QueuedUpload): void {
  pauseUpload(key);
  if (assetId !== null) removeStoredUpload(assetId);
  drop(key);
}

/** Whether nothing more can be sent: it is gone, expired or failed. Any other refusal may pass. */
const isOver = ({ status }: ApiError): boolean => status === 404 || status === 410;

/** Asks how much has arrived of what a reload interrupted; what is over is taken from the list. */
export async function syncUploads(): Promise<void> {
  for (const { key, assetId, file } of uploads) {
    if (file !== null || assetId === null) continue;
    try {
      const url = await addressOf(assetId);
      if (url !== undefined) update(key, { sent: await arrivedAt(url) });
      else throw new ApiError('upload_over', 404);
    } catch (error) {
      if (!isOver(asApiError(error))) continue;
      removeStoredUpload(assetId);
      drop(key);
    }
  }
}

/** Stops all that is on its way and lets go of the files: what is left is as after a reload. */
function letGo(): void {
  for (const stop of stops.values()) stop.abort();
  show(interrupted());
}

onSessionEnd(letGo);
// Whoever signs in sees their own.
onShownAdmin(letGo);

// A page that is closed stops what it sends.
window.addEventListener('beforeunload', (event) => {
  if (uploads.some(({ state }) => state === 'uploading' || state === 'waiting')) event.preventDefault();
});

export const currentUploads = (): readonly QueuedUpload[] => uploads;

export const useUploads = (): readonly QueuedUpload[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );
