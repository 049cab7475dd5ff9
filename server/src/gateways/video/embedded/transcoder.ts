import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Refused, storageFull } from '../../../kit/errors.ts';
import type { Disk } from '../../files/disk.ts';
import type { Leases } from '../../files/lease.ts';
import { DecoderFault } from '../../processes/decoder-child.ts';
import type { VideoReport } from '../provider.ts';
import type { Ffmpeg, Picture, Source } from './ffmpeg.ts';
import type { Probed } from './probed.ts';
import type { VideoState, VideoStore } from './video-store.ts';

/**
 * Transcodes uploads one after the other. A file whose first probe failed is probed again, with more time, after all
 * others. Work that is interrupted by a stop is resumed from the stored state at the next start; repeated reports have the
 * same id.
 */

export interface ProbeOptions {
  readonly sizeBytes: number;
  /** The first probe has less time. */
  readonly isFirst: boolean;
  readonly signal: AbortSignal;
}

export interface TranscoderOptions {
  readonly store: VideoStore;
  readonly leases: Leases;
  readonly disk: Disk;
  readonly ffmpeg: Ffmpeg | undefined;
  /** Throws a `DecoderFault` if the file could not be probed within its limits. */
  readonly probe: (path: string, options: ProbeOptions) => Promise<Probed>;
  /** The id is the same for repeated reports of a change. */
  sendReport(id: string, report: VideoReport, signal: AbortSignal): Promise<void>;
  readonly onFault: (error: unknown) => void;
}

const checkDiskMs = 2_000;
/** When a video in work by another process is checked again. */
const recheckMs = 15_000;
/** Maximum number of probes without a result. */
const maxUnfinished = 2;

interface Local {
  /** Of the source. */
  readonly path: string;
  readonly folder: string;
}

interface Transcoded {
  readonly thumbnails: Picture[];
  readonly hasHls: boolean;
}

export class Transcoder {
  readonly #options: TranscoderOptions;
  readonly #waiting = new Set<string>();
  /** Files that could not be probed before. */
  readonly #waitingLast = new Set<string>();
  /** Reports of `processing` that were sent or are being sent, by their id. */
  readonly #announced = new Map<string, Promise<void>>();
  #running: Promise<void> | undefined;
  readonly #stop = new AbortController();

  constructor(options: TranscoderOptions) {
    this.#options = options;
  }

  add(id: string, { isLast = false } = {}): void {
    if (this.#stop.signal.aborted) return;
    const line = isLast ? this.#waitingLast : this.#waiting;
    line.add(id);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const line = this.#waiting.size > 0 ? this.#waiting : this.#waitingLast;
      const [id] = line;
      if (id === undefined) return;
      // Removed first, so that a file added meanwhile is processed again.
      line.delete(id);
      await this.#processAlone(id).catch((error: unknown) => this.#options.onFault(error));
    }
  }

  /** Reports that all bytes have arrived, once for each attempt. */
  announce(id: string, attempt: number): Promise<void> {
    const reportId = `${id}.${attempt}.processing`;
    const report = { providerId: id, status: 'processing' } as const;
    const sent = this.#announced.get(reportId) ?? this.#options.sendReport(reportId, report, this.#stop.signal);
    this.#announced.set(reportId, sent);
    return sent;
  }

  /** One process works on a video. If it is another one, this one checks later whether that one has died. */
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
    if (!done?.result) setTimeout(() => this.add(id), recheckMs).unref();
  }

  async #process(id: string, signal: AbortSignal): Promise<void> {
    const { store } = this.#options;
    const before = await store.read(id);
    if (before?.status !== 'processing') return;
    await this.announce(id, before.attempt);
    signal.throwIfAborted();
    const after = await this.#examine(id, before, signal);
    if (!after) return this.add(id, { isLast: true });
    await store.write(id, after);
    await this.#options.sendReport(`${id}.${after.attempt}.${after.status}`, reportOf(id, after), signal);
    this.#announced.delete(`${id}.${before.attempt}.processing`);
  }

  /** Undefined if it must be probed again. */
  async #examine(id: string, state: VideoState, signal: AbortSignal): Promise<VideoState | undefined> {
    const { store } = this.#options;
    const failed = (error: string): VideoState => ({ ...state, status: 'failed', error, unfinishedProbes: 0 });
    if ((await store.lengthOf(id)) !== state.sizeBytes) return failed('upload_incomplete');
    try {
      return await store.workOn(id, (local) => this.#work(id, state, local, signal));
    } catch (error) {
      if (error instanceof Refused && error.spec === storageFull) return failed('storage_full');
      throw error;
    }
  }

  async #work(id: string, state: VideoState, { path, folder }: Local, signal: AbortSignal) {
    const failed = (error: string): VideoState => ({ ...state, status: 'failed', error, unfinishedProbes: 0 });
    const found = await this.#probe(id, path, state, signal);
    if (found === 'again') return undefined;
    if (found === 'given_up') return { ...failed('unreadable'), wasGivenUp: true };
    if ('error' in found) return failed(found.error);
    const { format, durationS, width, height } = found.probe;
    if (durationS > state.maxDurationS) return failed('duration_exceeded');
    const transcoded = await this.#make({ path, probe: found.probe, folder }, signal);
    if ('error' in transcoded) return failed(transcoded.error);
    const { thumbnails, hasHls } = transcoded;
    const playbackId = state.playbackId ?? (await this.#options.store.publish(id, format, hasHls));
    const played = { format, durationS, width, height, thumbnails, playbackId };
    return { ...state, ...played, status: 'ready' as const, error: null, unfinishedProbes: 0 };
  }

  /** Counted before it starts, so that a file that crashes the service is given up after the second probe. */
  async #probe(
    id: string,
    path: string,
    state: VideoState,
    signal: AbortSignal,
  ): Promise<Probed | 'again' | 'given_up'> {
    const { store, probe, onFault } = this.#options;
    const unfinished = state.unfinishedProbes ?? 0;
    if (unfinished >= maxUnfinished) return 'given_up';
    await store.write(id, { ...state, unfinishedProbes: unfinished + 1 });
    try {
      return await probe(path, { sizeBytes: state.sizeBytes, isFirst: unfinished === 0, signal });
    } catch (error) {
      // A stop does not count.
      if (signal.aborted) await store.write(id, { ...state, unfinishedProbes: unfinished });
      if (signal.aborted || !(error instanceof DecoderFault)) throw error;
      onFault(error);
      return unfinished + 1 >= maxUnfinished ? 'given_up' : 'again';
    }
  }

  /** Creates thumbnails and a stream if ffmpeg is available. */
  async #make(source: Source, signal: AbortSignal): Promise<Transcoded | { error: 'unreadable' | 'storage_full' }> {
    const { ffmpeg, disk } = this.#options;
    if (!ffmpeg) return { thumbnails: [], hasHls: false };
    const full = new AbortController();
    const check = (): Promise<void> => disk.mustHaveRoom(0).catch(() => full.abort());
    await check();
    const checking = setInterval(() => void check(), checkDiskMs);
    try {
      return await this.#stream(ffmpeg, source, AbortSignal.any([signal, full.signal]));
    } catch (error) {
      if (!full.signal.aborted || signal.aborted) throw error;
      return { error: 'storage_full' };
    } finally {
      clearInterval(checking);
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
    if (outcome === 'failed') this.#options.onFault(new Error(`a video has no stream: ${stderr}`));
    return { thumbnails, hasHls: outcome === 'made' };
  }

  /** The current video is resumed at the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

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
