import type { VideoReport } from '../provider.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import type { Vault, VideoState } from './vault.ts';

/**
 * Makes uploads playable, one after the other. What is under way when the process ends is begun again at the next
 * start: the state on the disk says what is left to do, and a callback that is repeated has the same id.
 */

export interface MillOptions {
  readonly vault: Vault;
  readonly ffmpeg: Ffmpeg | undefined;
  /** Tells of a change; the id is the same whenever the same change is told. */
  tell(id: string, report: VideoReport): Promise<void>;
  onFault(error: unknown): void;
}

export class Mill {
  readonly #options: MillOptions;
  readonly #waiting = new Set<string>();
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: MillOptions) {
    this.#options = options;
  }

  /** What is waiting already is not put in line a second time. */
  add(id: string): void {
    if (this.#isStopped) return;
    this.#waiting.add(id);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    for (const id of this.#waiting) {
      if (this.#isStopped) return;
      // Taken out of the line first: who is put there again meanwhile is looked at again.
      this.#waiting.delete(id);
      await this.#grind(id).catch((error: unknown) => this.#options.onFault(error));
    }
  }

  async #grind(id: string): Promise<void> {
    const { vault } = this.#options;
    const before = await vault.read(id);
    if (before?.status !== 'processing') return;
    await this.#options.tell(`${id}.${before.attempt}.processing`, { providerId: id, status: 'processing' });
    const after = await this.#examine(id, before);
    await vault.write(id, after);
    await this.#options.tell(`${id}.${after.attempt}.${after.status}`, reportOf(id, after));
  }

  async #examine(id: string, state: VideoState): Promise<VideoState> {
    const { vault, ffmpeg } = this.#options;
    const failed = (error: string): VideoState => ({ ...state, status: 'failed', error });
    if ((await vault.lengthOf(id)) !== state.sizeBytes) return failed('upload_incomplete');
    const source = vault.sourceOf(id);
    // What reads videos comes with the first one: a start need not wait for it.
    const { probe } = await import('./probe.ts');
    const found = await probe(source);
    if ('error' in found) return failed(found.error);
    const { format, durationS, width, height } = found.probe;
    if (durationS > state.maxDurationS) return failed('duration_exceeded');
    const folder = vault.folderOf(id);
    const thumbnails = (await ffmpeg?.pictures(source, found.probe, folder)) ?? [];
    const hasHls = (await ffmpeg?.hls(source, found.probe, folder)) ?? false;
    const playbackId = state.playbackId ?? (await vault.publish(id, format, hasHls));
    return { ...state, status: 'ready', error: null, format, durationS, width, height, thumbnails, playbackId };
  }

  /** Ends after the video that it is at. */
  async stop(): Promise<void> {
    this.#isStopped = true;
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
    ...{ providerId, status },
    ...(playbackId !== null && {
      playbackId,
      thumbnails: thumbnails.map(({ file, timeS }) => ({ url: `/media/videos/${playbackId}/${file}`, timeS })),
    }),
    ...(durationS !== null && { durationS }),
    ...(width !== null && height !== null && { width, height }),
    ...(error !== null && { error }),
  };
}
