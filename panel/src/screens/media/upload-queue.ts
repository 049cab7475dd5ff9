import { useSyncExternalStore } from 'react';
import { newKey } from '../../api/change.ts';
import { api, unwrap } from '../../api/client.ts';
import { ApiError, asApiError } from '../../api/errors.ts';
import { ownAddress } from '../../api/own-address.ts';
import { onSessionEnd } from '../../app/session-data.ts';
import { onShownAdmin } from '../../ui/signed-in.ts';
import type { Upload } from '../../ui/upload-row.tsx';
import { needsNewUpload, needsOtherFile } from './bad-files.ts';
import type { Asset } from './queries.ts';
import { sendCaption } from './send-file.ts';
import { speedometer } from './speed.ts';
import { removeStoredUpload, storedUploads, storeUpload, type UploadTarget } from './stored-uploads.ts';
import { arrivedAt, sendFile } from './tus.ts';

/**
 * Sends files, two at a time, whichever screen is open. What was begun is kept in this browser: after a reload it waits
 * here for its file and goes on where it stopped, and what failed still says why.
 */

export interface QueuedUpload extends Omit<Upload, 'fault'> {
  readonly key: string;
  readonly label: string;
  readonly target: UploadTarget;
  /** Null until the server has announced it. */
  readonly assetId: string | null;
  /** The failed file that is deleted once this one has arrived. */
  readonly replaces: string | null;
  /** Null after a reload: a page cannot open files by itself. */
  readonly file: File | null;
  readonly fault: ApiError | null;
}

const atOnce = 2;
const stops = new Map<string, AbortController>();
const listeners = new Set<() => void>();

/** What was begun and waits for its file, failed, or may still be refused. */
const interrupted = (): readonly QueuedUpload[] =>
  storedUploads().map(({ hasArrived, ...one }) => ({
    ...one,
    file: null,
    sent: hasArrived ? one.size : 0,
    state: one.fault ? 'failed' : hasArrived ? 'done' : 'paused',
  }));

let uploads = interrupted();

function show(next: readonly QueuedUpload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

function store({ key, assetId, name, size, label, target, replaces, state, sent, fault }: QueuedUpload): void {
  const hasArrived = state === 'done' || (state === 'failed' && sent === size);
  storeUpload({ key, assetId, name, size, label, target, replaces, hasArrived, fault });
}

function update(key: string, change: Partial<QueuedUpload>): void {
  show(uploads.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const one = uploads.find((other) => other.key === key);
  // How much has arrived is known to the server.
  if (one && ('state' in change || 'assetId' in change)) store(one);
}

const drop = (key: string): void => show(uploads.filter((one) => one.key !== key));

async function announce({ key, name, size, target }: QueuedUpload): Promise<string> {
  const body = { kind: 'video', ...target, sizeBytes: size, meta: { sourceFileName: name } } as const;
  const { assetId, uploadUrl } = await unwrap(api.POST('/v1/admin/media/uploads/direct', { body }));
  update(key, { assetId });
  return ownAddress(uploadUrl);
}

const readAsset = (id: string): Promise<Asset> =>
  unwrap(api.GET('/v1/admin/media/assets/{id}', { params: { path: { id } } }));

const faultOf = ({ error }: Pick<Asset, 'error'>): ApiError => new ApiError(error ?? 'rejected', 410);

/** Where an upload goes on; undefined when all of it has arrived. */
async function addressOf(assetId: string): Promise<string | undefined> {
  const asset = await readAsset(assetId);
  if (asset.status === 'failed') throw faultOf(asset);
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
    if (one.replaces !== null) await deleteFailed(one.replaces);
  } catch (error) {
    if (stop.signal.aborted) update(one.key, { state: 'paused' });
    else update(one.key, { state: 'failed', fault: asApiError(error) });
  } finally {
    stops.delete(one.key);
    startWaitingUploads();
  }
}

/** Deletes the failed file that another one has replaced. Where that is refused it stays in the library. */
async function deleteFailed(id: string): Promise<void> {
  await api.DELETE('/v1/admin/media/assets/{id}', { params: { path: { id } } }).catch(() => undefined);
}

function startWaitingUploads(): void {
  for (const one of uploads) {
    if (stops.size >= atOnce) return;
    if (one.state === 'waiting' && one.file) void run(one, one.file);
  }
}

/** `replaces` is the failed file in whose place this one is sent. */
export function beginUpload(file: File, target: UploadTarget, label: string, replaces: string | null = null): void {
  const { name, size } = file;
  const begun = { key: newKey(), name, size, label, target, replaces, assetId: null, file, fault: null, sent: 0 };
  const one = { ...begun, state: 'waiting' } as const;
  const replaced = uploads.find(({ assetId }) => assetId !== null && assetId === replaces);
  if (replaced) removeUpload(replaced);
  show([...uploads, one]);
  store(one);
  startWaitingUploads();
}

export const pauseUpload = (key: string): void => stops.get(key)?.abort();

export const isFileOf = (one: QueuedUpload, { name, size }: File): boolean => one.name === name && one.size === size;

/** Goes on, after a reload with the file that is given; false when that is another one. */
export function resumeUpload(one: QueuedUpload, file = one.file): boolean {
  if (!file || !isFileOf(one, file)) return false;
  const isAnew = needsNewUpload(one.fault?.code ?? null);
  update(one.key, {
    state: 'waiting',
    file,
    fault: null,
    ...(isAnew && { assetId: null, replaces: one.assetId, sent: 0 }),
  });
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
  beginUpload(file, one.target, one.label, one.assetId ?? one.replaces);
}

/** Takes it from the list; what has arrived stays in the library. */
export function removeUpload({ key }: QueuedUpload): void {
  pauseUpload(key);
  removeStoredUpload(key);
  drop(key);
}

/** Notes what became of a file that has arrived: one that is ready is not shown after a reload, one that failed is. */
export function noteOutcome({ key, size }: QueuedUpload, asset: Pick<Asset, 'status' | 'error'>): void {
  if (asset.status === 'failed') update(key, { state: 'failed', sent: size, fault: faultOf(asset) });
  else if (asset.status === 'ready') removeStoredUpload(key);
}

/** Whether nothing more can be sent: it is gone, expired or failed. Any other refusal may pass. */
const isOver = ({ status }: ApiError): boolean => status === 404 || status === 410;

/** Asks how far an upload is that a reload interrupted. */
async function syncUpload(one: QueuedUpload, asset: Asset): Promise<void> {
  if (asset.status === 'ready') removeUpload(one);
  else if (asset.status === 'failed') noteOutcome(one, asset);
  else if (asset.uploadUrl === null) update(one.key, { state: 'done', sent: one.size, fault: null });
  else {
    const url = ownAddress(asset.uploadUrl);
    const answer = await arrivedAt(url).catch(asApiError);
    if (typeof answer === 'number') update(one.key, { sent: answer });
    else if (isOver(answer)) update(one.key, { state: 'failed', fault: answer });
  }
}

/** Asks what became of all that a reload interrupted; what is ready or deleted is taken from the list. */
export async function syncUploads(): Promise<void> {
  for (const one of uploads) {
    if (one.file !== null || one.assetId === null) continue;
    const asset = await readAsset(one.assetId).catch(asApiError);
    if (!(asset instanceof ApiError)) await syncUpload(one, asset);
    else if (isOver(asset)) removeUpload(one);
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
