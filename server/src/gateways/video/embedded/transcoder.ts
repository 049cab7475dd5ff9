import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disk } from '../../files/disk.ts';
import type { Leases } from '../../files/lease.ts';
import { DecoderFault } from '../../processes/decoder-child.ts';
import type { VideoReport } from '../provider.ts';
import type { Ffmpeg, Picture, Source } from './ffmpeg.ts';
import type { Probed } from './probed.ts';
import type { VideoState, VideoStore } from './video-store.ts';

/**
 * Makes uploads playable, one after the other. What is under way when the process ends is begun again at the next
 * start: the state on the disk says what is left to do, and a callback that is repeated has the same id.
 */

export interface TranscoderOptions {
  readonly store: VideoStore;
  readonly leases: Leases;
  readonly disk: Disk;
  readonly ffmpeg: Ffmpeg | undefined;
  /** Throws a `DecoderFault` where the file kept it from an answer. */
  readonly probe: (path: string, signal: AbortSignal) => Promise<Probed>;
  /** Tells of a change; the id is the same whenever the same change is told. */
  sendReport(id: string, report: VideoReport, signal: AbortSignal): Promise<void>;
  readonly onFault: (error: unknown) => void;
}

const lookAtDiskMs = 2_000;
/** When a video is looked at again that another process was at. */
const laterMs = 15_000;
/** How often a look into a file may come to nothing. */
const maxUnfinished = 2;

interface Transcoded {
  readonly thumbnails: Picture[];
  readonly hasHls: boolean;
}

export class Transcoder {
  readonly #options: TranscoderOptions;
  readonly #waiting = new Set<string>();
  #running: Promise<void> | undefined;
  readonly #stop = new AbortController();

  constructor(options: TranscoderOptions) {
    this.#options = options;
  }

  /** What is waiting already is not put in line a second time. */
  add(id: string): void {
    if (this.#stop.signal.aborted) return;
    this.#waiting.add(id);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    for (const id of this.#waiting) {
      if (this.#stop.signal.aborted) return;
      // Taken out of the line first: who is put there again meanwhile is looked at again.
      this.#waiting.delete(id);
      await this.#processAlone(id).catch((error: unknown) => this.#options.onFault(error));
    }
  }

  /** One process is at a video. Where that is another one, it is looked at later whether that one has died. */
  async #processAlone(id: string): Promise<void> {
    const { store, leases } = this.#options;
    if ((await store.read(id))?.status !== 'processing') return;
    const work = async (lost: AbortSignal): Promise<boolean> => {
      const signal = AbortSignal.any([this.#stop.signal, lost]);
      try {
        await this.#process(id, signal);
      } catch (error) {
        // Stopped, or deleted meanwhile.
        if (!signal.aborted && (await store.read(id))) throw error;
      }
      return !lost.aborted;
    };
    const done = await leases.alone(`video:${id}`, work);
    if (!done?.result) setTimeout(() => this.add(id), laterMs).unref();
  }

  async #process(id: string, signal: AbortSignal): Promise<void> {
    const { store } = this.#options;
    const before = await store.read(id);
    if (before?.status !== 'processing') return;
    await this.#options.sendReport(
      `${id}.${before.attempt}.processing`,
      { providerId: id, status: 'processing' },
      signal,
    );
    const after = await this.#examine(id, before, signal);
    await store.write(id, after);
    await this.#options.sendReport(`${id}.${after.attempt}.${after.status}`, reportOf(id, after), signal);
  }

  async #examine(id: string, state: VideoState, signal: AbortSignal): Promise<VideoState> {
    const { store } = this.#options;
    const failed = (error: string): VideoState => ({ ...state, status: 'failed', error, unfinishedProbes: 0 });
    if ((await store.lengthOf(id)) !== state.sizeBytes) return failed('upload_incomplete');
    const source = store.sourceOf(id);
    const found = await this.#probe(id, state, signal);
    if ('error' in found) return failed(found.error);
    const { format, durationS, width, height } = found.probe;
    if (durationS > state.maxDurationS) return failed('duration_exceeded');
    const transcoded = await this.#make({ path: source, probe: found.probe, folder: store.folderOf(id) }, signal);
    if ('error' in transcoded) return failed(transcoded.error);
    const { thumbnails, hasHls } = transcoded;
    const playbackId = state.playbackId ?? (await store.publish(id, format, hasHls));
    const played = { format, durationS, width, height, thumbnails, playbackId };
    return { ...state, ...played, status: 'ready', error: null, unfinishedProbes: 0 };
  }

  /** Written down before it is begun: a file that ends whoever looks into it is given up after the second time. */
  async #probe(id: string, state: VideoState, signal: AbortSignal): Promise<Probed> {
    const { store, probe, onFault } = this.#options;
    for (let unfinished = state.unfinishedProbes ?? 0; unfinished < maxUnfinished; unfinished++) {
      await store.write(id, { ...state, unfinishedProbes: unfinished + 1 });
      try {
        return await probe(store.sourceOf(id), signal);
      } catch (error) {
        // A stop is not the fault of the file.
        if (signal.aborted) await store.write(id, { ...state, unfinishedProbes: unfinished });
        if (signal.aborted || !(error instanceof DecoderFault)) throw error;
        onFault(error);
      }
    }
    return { error: 'unreadable' };
  }

  /** Where ffmpeg is there, what it can read is made into pictures and a stream. */
  async #make(source: Source, signal: AbortSignal): Promise<Transcoded | { error: 'unreadable' | 'storage_full' }> {
    const { ffmpeg, disk } = this.#options;
    if (!ffmpeg) return { thumbnails: [], hasHls: false };
    const full = new AbortController();
    const look = (): Promise<void> => disk.mustHaveRoom(0).catch(() => full.abort());
    await look();
    const looking = setInterval(() => void look(), lookAtDiskMs);
    try {
      return await this.#stream(ffmpeg, source, AbortSignal.any([signal, full.signal]));
    } catch (error) {
      if (!full.signal.aborted || signal.aborted) throw error;
      return { error: 'storage_full' };
    } finally {
      clearInterval(looking);
    }
  }

  async #stream(ffmpeg: Ffmpeg, source: Source, signal: AbortSignal): Promise<Transcoded | { error: 'unreadable' }> {
    signal.throwIfAborted();
    const thumbnails = await ffmpeg.pictures(source, signal);
    const { outcome, stderr } = await ffmpeg.hls(source, signal);
    if (outcome === 'unreadable' || (outcome === 'failed' && thumbnails.length === 0)) {
      for (const { file } of thumbnails) await rm(join(source.folder, file), { force: true });
      return { error: 'unreadable' };
    }
    if (outcome === 'failed') this.#options.onFault(new Error(`there is a video without a stream: ${stderr}`));
    return { thumbnails, hasHls: outcome === 'made' };
  }

  /** Leaves the video that it is at as it is: the next start begins with it. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Waits until nothing is left to do. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }
}

export function reportOf(providerId: string, state: VideoState): VideoReport {
  const { status, playbackId, durationS, width, height, thumbnails, error } = state;
  return {
    providerId,
    status,
    ...(playbackId !== null && {
      playbackId,
      thumbnails: thumbnails.map(({ file, timeS }) => ({ url: `/media/videos/${playbackId}/${file}`, timeS })),
    }),
    ...(durationS !== null && { durationS }),
    ...(width !== null && height !== null && { width, height }),
    ...(error !== null && { error }),
  };
}
