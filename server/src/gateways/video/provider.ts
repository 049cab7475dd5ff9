import type { Headers } from '../../kit/http/endpoint.ts';
import type { StreamRoute } from '../../kit/http/streams.ts';
import type { SignedMessage } from '../../kit/webhooks.ts';
import type { Restorable } from '../files/store.ts';

/** Stores, transcodes and serves videos. Reports changes by webhooks, and can be queried. */

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

export interface ExpiringLink {
  readonly url: string;
  readonly expiresAt: Date;
}

export interface NewUpload {
  readonly sizeBytes: number;
  readonly fileName: string;
  readonly expiresAt: Date;
  readonly maxDurationS: number;
}

export interface Callback {
  readonly message: SignedMessage;
  /** Undefined if it is not JSON, null if it is not about a video. */
  readonly payload: unknown;
}

export interface VideoProvider extends Restorable {
  createUpload(upload: NewUpload): Promise<{ providerId: string; uploadRef: string }>;
  /** The tus URL for the `uploadRef` of `createUpload`. */
  uploadUrl(uploadRef: string): string;
  /** For a viewer in an app; adaptive if available. */
  streamLink(playbackId: string, viewerId: string): ExpiringLink;
  /** For admins in browsers; expires as well. */
  fileUrl(playbackId: string): string;
  /** A thumbnail of a report, whose URL may be relative, for admins; expires as well. */
  thumbnailUrl(playbackId: string, url: string): string;
  /** Undefined if unknown. */
  find(providerId: string): Promise<VideoReport | undefined>;
  /** Transcodes the video again. */
  retry(providerId: string): Promise<void>;
  remove(providerId: string): Promise<void>;
  /** Ids of some stored videos; none for a hosted provider. */
  sample(most: number): Promise<string[]>;
  /** Verifies and parses a webhook. */
  readCallback(headers: Headers, body: Buffer): Callback;
  /** Removes expired uploads, and returns their number. */
  sweep(): Promise<number>;
  /** Routes of the embedded provider. */
  readonly routes: readonly StreamRoute[];
  /** Resumes interrupted work. */
  start(): Promise<void>;
  stop(): Promise<void>;
}
