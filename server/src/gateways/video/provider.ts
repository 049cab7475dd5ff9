import type { Headers } from '../../kit/http/endpoint.ts';
import type { StreamRoute } from '../../kit/http/streams.ts';
import type { SignedMessage } from '../../kit/webhooks.ts';
import type { Restorable } from '../files/store.ts';

/** Who keeps videos, makes them playable and plays them. It is told of by callbacks, and can be asked. */

export interface Thumbnail {
  readonly url: string;
  readonly timeS: number;
}

export interface VideoReport {
  readonly providerId: string;
  readonly status: 'uploading' | 'processing' | 'ready' | 'failed';
  readonly playbackId?: string;
  readonly durationS?: number;
  readonly width?: number;
  readonly height?: number;
  readonly thumbnails?: readonly Thumbnail[];
  readonly error?: string;
}

export interface NewUpload {
  readonly sizeBytes: number;
  readonly fileName: string;
  readonly expiresAt: Date;
  readonly maxDurationS: number;
}

export interface Callback {
  readonly message: SignedMessage;
  /** What was said, in our words; undefined where it is no JSON, null where it is about no video. */
  readonly payload: unknown;
}

export interface VideoProvider extends Restorable {
  createUpload(upload: NewUpload): Promise<{ providerId: string; uploadRef: string }>;
  /** Where a tus client sends the file; what `createUpload` gave leads there. */
  uploadUrl(uploadRef: string): string;
  /** What apps play: adaptive where there is such a thing. */
  streamUrl(playbackId: string): string;
  /** What a browser plays without help. */
  fileUrl(playbackId: string): string;
  /** Addresses in reports may leave out the host. */
  absoluteUrl(url: string): string;
  /** Undefined: the provider does not know it. */
  find(providerId: string): Promise<VideoReport | undefined>;
  /** Asks to make it playable once more. */
  retry(providerId: string): Promise<void>;
  remove(providerId: string): Promise<void>;
  /** Some of the videos that are kept with us; none where the provider is elsewhere. */
  sample(most: number): Promise<string[]>;
  /** Checks who signed a callback and reads it. */
  readCallback(headers: Headers, body: Buffer): Callback;
  /** Removes what ran out; answers how much that was. */
  sweep(): Promise<number>;
  /** What the provider serves by itself, where it lives with us. */
  readonly routes: readonly StreamRoute[];
  /** Goes on with what was under way when the process last ended. */
  start(): Promise<void>;
  stop(): Promise<void>;
}
