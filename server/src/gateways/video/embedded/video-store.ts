import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Static, Type } from 'typebox';
import { notFound, refuse } from '../../../kit/errors.ts';
import { nullable, oneOf } from '../../../kit/http/schema.ts';
import { parseOrUndefined } from '../../../kit/http/validate.ts';
import type { Storage, StoredFile } from '../../files/storage.ts';
import { Trash } from '../../files/trash.ts';
import { type Format, formats } from './probed.ts';

/**
 * Storage of the embedded provider: a folder per video with its state, its source and derived files. The offset of an
 * upload is the length of the source.
 */

const State = Type.Object({
  sizeBytes: Type.Integer(),
  fileName: Type.String(),
  expiresAt: Type.String(),
  maxDurationS: Type.Number(),
  /** Part of the upload URL. Uploads of early releases have none. */
  uploadKey: Type.Optional(Type.String()),
  status: oneOf(['uploading', 'processing', 'ready', 'failed']),
  attempt: Type.Integer(),
  /** Probes that were started and did not finish, for example because the process crashed. */
  unfinishedProbes: Type.Optional(Type.Integer()),
  /** Whether an earlier attempt was given up; it then waits for all other files. */
  wasGivenUp: Type.Optional(Type.Boolean()),
  playbackId: nullable(Type.String()),
  format: nullable(oneOf(formats)),
  durationS: nullable(Type.Number()),
  width: nullable(Type.Integer()),
  height: nullable(Type.Integer()),
  thumbnails: Type.Array(Type.Object({ file: Type.String(), timeS: Type.Number() })),
  error: nullable(Type.String()),
});
export type VideoState = Static<typeof State>;
const readState = parseOrUndefined(State);

export type NewVideo = Pick<VideoState, 'sizeBytes' | 'fileName' | 'expiresAt' | 'maxDurationS' | 'uploadKey'>;

const idShape = /^[\w-]{32}$/;
/** A playback id begins with the available formats: an HLS playlist, and the file itself. */
const playShape = /^(hls_)?(mp4|mov|webm)_[\w-]{32}$/;

const playedFormat = (playbackId: string): string => playShape.exec(playbackId)?.[2] ?? 'mp4';
export const fileNameOf = (playbackId: string): string => `video.${playedFormat(playbackId)}`;
export const streamNameOf = (playbackId: string): string =>
  playbackId.startsWith('hls_') ? 'index.m3u8' : fileNameOf(playbackId);

export const newName = (): string => randomBytes(24).toString('base64url');

/** The last part of an upload URL. The id alone, which is public, is not sufficient. */
export const uploadRefOf = (id: string, key: string): string => `${id}.${key}`;

export function readUploadRef(ref: string): { id: string; opens: (state: VideoState) => boolean } {
  const [id = '', ...rest] = ref.split('.');
  const key = rest.join('.');
  return { id, opens: ({ uploadKey = '' }) => isSame(key, uploadKey) };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const leftBehindMs = 3_600_000;

const source = 'source';
const readAtOnce = 16;

export class VideoStore {
  readonly #storage: Storage;
  readonly trash: Trash;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.trash = new Trash(storage, 'videos');
  }

  #keyOf(id: string, name: string): string {
    return `videos/${id}/${name}`;
  }

  async create(video: NewVideo): Promise<string> {
    await this.#storage.mustHaveRoom(video.sizeBytes);
    const id = newName();
    const nothing = { playbackId: null, format: null, durationS: null, width: null, height: null, error: null };
    await this.#write(id, { ...video, status: 'uploading', attempt: 1, thumbnails: [], ...nothing });
    return id;
  }

  async read(id: string): Promise<VideoState | undefined> {
    if (!idShape.test(id)) return undefined;
    const text = await this.#storage.readText(this.#keyOf(id, 'state.json'));
    return text === undefined ? undefined : readState(JSON.parse(text));
  }

  /** Refuses if the video was removed. */
  async write(id: string, state: VideoState): Promise<void> {
    if (!(await this.read(id))) refuse(notFound);
    await this.#write(id, state);
  }

  async #write(id: string, state: VideoState): Promise<void> {
    await this.#storage.write(this.#keyOf(id, 'state.json'), JSON.stringify(state));
  }

  lengthOf(id: string): Promise<number> {
    return this.#storage.uploads.lengthOf(this.#keyOf(id, source));
  }

  /** Refuses if there is no room for these bytes. */
  mustHaveRoom(bytes: number): Promise<void> {
    return this.#storage.mustHaveRoom(bytes);
  }

  append(id: string, offset: number, bytes: Readable): Promise<void> {
    return this.#storage.uploads.append(this.#keyOf(id, source), offset, bytes);
  }

  findSource(id: string): Promise<StoredFile | undefined> {
    return this.#storage.uploads.find(this.#keyOf(id, source));
  }

  /** A file that was derived from the source. */
  findDerived(id: string, name: string): Promise<StoredFile | undefined> {
    return this.#storage.find(this.#keyOf(id, name));
  }

  /** Works with the source and a local folder for what is derived from it. */
  workOn<T>(id: string, work: (local: { readonly path: string; readonly folder: string }) => Promise<T>): Promise<T> {
    return this.#storage.workOn(`videos/${id}`, source, (folder) => work({ path: join(folder, source), folder }));
  }

  /** Assigns a playback id, from which the upload URL cannot be derived. */
  async publish(id: string, format: Format, hasHls: boolean): Promise<string> {
    const playbackId = `${hasHls ? 'hls_' : ''}${format}_${newName()}`;
    await this.#playAs(playbackId, id);
    return playbackId;
  }

  async #playAs(playbackId: string, id: string): Promise<void> {
    await this.#storage.write(`plays/${playbackId}`, id);
  }

  async findPlayed(playbackId: string): Promise<string | undefined> {
    return playShape.test(playbackId) ? this.#storage.readText(`plays/${playbackId}`) : undefined;
  }

  /** Moves a video to the trash; it can no longer be played. */
  async discard(id: string): Promise<void> {
    const playbackId = (await this.read(id))?.playbackId;
    if (playbackId) await this.#storage.remove(`plays/${playbackId}`);
    if (idShape.test(id)) await this.trash.take(id);
  }

  /** Restores a video from the trash with its playback id; false if it is not there. */
  async restore(id: string): Promise<boolean> {
    if (!idShape.test(id) || !(await this.trash.restore(id))) return false;
    const playbackId = (await this.read(id))?.playbackId;
    if (playbackId) await this.#playAs(playbackId, id);
    return true;
  }

  /** Removes an upload permanently. */
  async remove(id: string): Promise<void> {
    if (idShape.test(id)) await this.#storage.remove(`videos/${id}`);
  }

  async list(most?: number): Promise<string[]> {
    return (await this.#storage.names('videos', most)).filter((name) => idShape.test(name));
  }

  /** Everything that is stored, also folders without a state. */
  async *states(): AsyncGenerator<{ readonly id: string; readonly state: VideoState | undefined }> {
    const ids = await this.list();
    while (ids.length > 0) {
      yield* await Promise.all(ids.splice(0, readAtOnce).map(async (id) => ({ id, state: await this.read(id) })));
    }
  }

  /** Whether a folder without a state was left by a process that died, and is not being written. */
  async isLeftBehind(id: string, now: Date): Promise<boolean> {
    const changedAt = (await this.#storage.changedAt(`videos/${id}`)) ?? now;
    return now.getTime() - changedAt.getTime() > leftBehindMs;
  }

  /** Removes what killed processes left on this machine. */
  removeLeftWork(): Promise<void> {
    return this.#storage.removeLeftWork(async (id) => (await this.read(id))?.status === 'processing');
  }
}
