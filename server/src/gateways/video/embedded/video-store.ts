import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../../kit/http/schema.ts';
import { parseOrUndefined } from '../../../kit/http/validate.ts';
import { writeDurably } from '../../files/store.ts';
import { Trash } from '../../files/trash.ts';
import { type Format, formats } from './probed.ts';

/**
 * Storage of the embedded provider: a folder per video with its state, its source and derived files. The offset of an
 * upload is the length of the source file.
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

export class VideoStore {
  readonly #videos: string;
  readonly #plays: string;
  readonly trash: Trash;

  constructor(folder: string) {
    this.#videos = join(folder, 'videos');
    this.#plays = join(folder, 'plays');
    this.trash = new Trash(join(folder, 'trash', 'videos'));
  }

  folderOf(id: string): string {
    return join(this.#videos, id);
  }

  sourceOf(id: string): string {
    return join(this.#videos, id, 'source');
  }

  async create(video: NewVideo): Promise<string> {
    const id = newName();
    await mkdir(this.folderOf(id), { recursive: true });
    const source = await open(this.sourceOf(id), 'wx', 0o640);
    await source.close();
    const nothing = { playbackId: null, format: null, durationS: null, width: null, height: null, error: null };
    await this.write(id, { ...video, status: 'uploading', attempt: 1, thumbnails: [], ...nothing });
    return id;
  }

  async read(id: string): Promise<VideoState | undefined> {
    if (!idShape.test(id)) return undefined;
    const text = await readFile(join(this.folderOf(id), 'state.json'), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : readState(JSON.parse(text));
  }

  async write(id: string, state: VideoState): Promise<void> {
    await writeDurably(join(this.folderOf(id), 'state.json'), JSON.stringify(state));
  }

  async lengthOf(id: string): Promise<number> {
    return (await stat(this.sourceOf(id)).catch(() => undefined))?.size ?? 0;
  }

  /** Assigns a playback id, from which the upload URL cannot be derived. */
  async publish(id: string, format: Format, hasHls: boolean): Promise<string> {
    const playbackId = `${hasHls ? 'hls_' : ''}${format}_${newName()}`;
    await this.#playAs(playbackId, id);
    return playbackId;
  }

  async #playAs(playbackId: string, id: string): Promise<void> {
    await mkdir(this.#plays, { recursive: true });
    await writeDurably(join(this.#plays, playbackId), id);
  }

  async findPlayed(playbackId: string): Promise<string | undefined> {
    if (!playShape.test(playbackId)) return undefined;
    return readFile(join(this.#plays, playbackId), 'utf8').catch(() => undefined);
  }

  /** Moves a video to the trash; it can no longer be played. */
  async discard(id: string): Promise<void> {
    const playbackId = (await this.read(id))?.playbackId;
    if (playbackId) await rm(join(this.#plays, playbackId), { force: true });
    if (idShape.test(id)) await this.trash.take(this.folderOf(id));
  }

  /** Restores a video from the trash with its playback id; false if it is not there. */
  async restore(id: string): Promise<boolean> {
    if (!idShape.test(id) || !(await this.trash.restore(this.folderOf(id)))) return false;
    const playbackId = (await this.read(id))?.playbackId;
    if (playbackId) await this.#playAs(playbackId, id);
    return true;
  }

  /** Removes an upload permanently. */
  async remove(id: string): Promise<void> {
    if (idShape.test(id)) await rm(this.folderOf(id), { recursive: true, force: true });
  }

  async list(): Promise<string[]> {
    const names = await readdir(this.#videos).catch(() => []);
    return names.filter((name) => idShape.test(name));
  }

  /** Whether a folder was created by a process that died before it wrote the state. */
  async isLeftBehind(id: string, now: Date): Promise<boolean> {
    if (await this.read(id)) return false;
    const createdMs = (await stat(this.folderOf(id)).catch(() => undefined))?.mtimeMs ?? now.getTime();
    return now.getTime() - createdMs > leftBehindMs;
  }
}
