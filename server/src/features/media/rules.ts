import type { InLanguages } from '../../kit/http/schema.ts';
import type { Workflow } from '../../kit/workflow.ts';

/**
 * A video is uploaded to the provider, made playable there, and linked to its episode when it is ready. What the
 * provider tells may come twice, late or in any order: an asset only ever moves forward. Images and captions are ready
 * at once. Whatever is stuck is asked about.
 */

export const kinds = ['video', 'caption', 'thumb', 'poster', 'hero'] as const;
export type Kind = (typeof kinds)[number];
export const imageKinds = ['poster', 'hero', 'thumb'] as const;
export const statuses = ['uploading', 'processing', 'ready', 'failed'] as const;
export type Status = (typeof statuses)[number];
export const captionLanguages = ['en', 'ar', 'id'] as const;

const minuteMs = 60_000;
export const uploadLifeMs = 24 * 60 * minuteMs;
export const stuckMs = 10 * minuteMs;
/** A file without a row is given this long to get one. */
export const orphanMs = 60 * minuteMs;
/** What was removed can be brought back for so long. */
export const trashMs = 7 * 24 * 60 * minuteMs;
/** When the provider is asked again about an asset that it could not tell anything about, the first time. */
export const firstRetryMs = minuteMs;
export const maxDurationS = 4 * 3600;
export const maxImageBytes = 10 * 1024 * 1024;
export const maxCaptionBytes = 2 * 1024 * 1024;

export const assetMoves = {
  retry: { from: ['failed'], to: 'processing', requires: 'catalog:write' },
} as const satisfies Workflow<Status>;

/** What failed because the upload was never completed has nothing to be tried again. */
export const canRetry = ({ error }: { readonly error: string | null }): boolean => error !== uploadExpired;
const uploadExpired = 'upload_expired';

export interface ProviderReport {
  readonly status: Status;
  readonly playbackId?: string | undefined;
  readonly durationS?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly thumbnails?: readonly { readonly url: string; readonly timeS: number }[] | undefined;
  readonly error?: string | undefined;
}

export interface AssetState {
  readonly status: Status;
  readonly playbackId: string | null;
}

export interface AssetUpdate {
  readonly status: Status;
  readonly playback_id: string | null;
  readonly duration_s: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly thumbnails: string;
  readonly error: string | null;
}

const rank: Readonly<Record<Status, number>> = { uploading: 0, processing: 1, ready: 2, failed: 2 };
const round = (value: number | undefined): number | null => (value === undefined ? null : Math.round(value));

/** What cannot be played is not ready: without a name to play it by, an event says too little. */
export const isIncomplete = ({ status, playbackId }: Pick<ProviderReport, 'status' | 'playbackId'>): boolean =>
  status === 'ready' && playbackId === undefined;

/** The provider's own word where it failed there; what is ready there fails here for its length alone. */
function failureOf({ status, error }: ProviderReport, isTooLong: boolean): string {
  const ours = isTooLong ? 'duration_exceeded' : 'rejected';
  return status === 'failed' ? (error ?? ours) : ours;
}

/** Where a report leads an asset; undefined when it is there already or further, or when nothing can be made of it. */
export function advance({ status, playbackId }: AssetState, report: ProviderReport): AssetUpdate | undefined {
  if (rank[report.status] <= rank[status] || isIncomplete(report)) return undefined;
  const isTooLong = (report.durationS ?? 0) > maxDurationS;
  const next = report.status === 'ready' && isTooLong ? 'failed' : report.status;
  const sizes = { duration_s: round(report.durationS), width: round(report.width), height: round(report.height) };
  const error = next === 'failed' ? failureOf(report, isTooLong) : null;
  if (next !== 'ready') return { status: next, playback_id: playbackId, ...sizes, thumbnails: '[]', error };
  const thumbnails = JSON.stringify(report.thumbnails ?? []);
  return { status: next, playback_id: playbackId ?? report.playbackId ?? null, ...sizes, thumbnails, error };
}

export interface Waiting {
  readonly status: Status;
  readonly createdAt: Date;
}

/** What is to be made of an asset that has been under way for long, when the provider says this about it. */
export function reconcile(asset: Waiting, report: ProviderReport | undefined, now: Date): ProviderReport {
  const isExpired = now.getTime() - asset.createdAt.getTime() >= uploadLifeMs;
  if (asset.status === 'uploading' && isExpired && (!report || report.status === 'uploading')) {
    return { status: 'failed', error: uploadExpired };
  }
  return report ?? { status: 'failed', error: 'unknown_to_provider' };
}

/** The episode or series that a file was sent for. */
export interface Owner {
  readonly seriesId: string;
  readonly seriesTitle: string;
  readonly seriesTitleI18n: InLanguages;
  readonly episodeNumber: number | null;
  readonly title: string;
  readonly titleI18n: InLanguages;
}

export interface EpisodeForVideo {
  readonly status: string;
  /** Whether it has a video that can be played. */
  readonly hasVideo: boolean;
}

/** What viewers or reviewers have before them is not replaced by the mere end of an upload. */
export const linksAutomatically = ({ status, hasVideo }: EpisodeForVideo): boolean => status === 'draft' || !hasVideo;

/** Whether an upload for an episode may begin: else it would end without being linked. */
export const takesUpload = (episode: EpisodeForVideo): boolean =>
  episode.status !== 'archived' && linksAutomatically(episode);

const recommendedThumb = { long: 1280, short: 720 };

export interface LinkedAsset {
  readonly seriesId: string | null;
  readonly status: string;
  readonly width: number | null;
  readonly height: number | null;
}

export const linkWarningCodes = [
  'media_not_ready',
  'media_of_another_series',
  'thumb_not_ready',
  'thumb_not_recommended',
] as const;

export interface LinkWarning {
  readonly code: (typeof linkWarningCodes)[number];
  readonly status?: string;
  readonly width?: number;
  readonly height?: number;
}

/** 16:9 as recommended, or 9:16 as a frame of a vertical video is. */
function isRecommended(width: number, height: number): boolean {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const fits = Math.abs(long * 9 - short * 16) <= 16;
  return fits && long >= recommendedThumb.long && short >= recommendedThumb.short;
}

/** What an operator should know about the files that an episode of a series is linked to; none of it forbids the link. */
export function linkWarnings(
  seriesId: string,
  media: LinkedAsset | undefined,
  thumb: LinkedAsset | undefined,
): LinkWarning[] {
  const warnings: LinkWarning[] = [];
  if (media && media.seriesId !== null && media.seriesId !== seriesId) {
    warnings.push({ code: 'media_of_another_series' });
  }
  if (media && media.status !== 'ready') warnings.push({ code: 'media_not_ready', status: media.status });
  if (!thumb) return warnings;
  if (thumb.status !== 'ready') warnings.push({ code: 'thumb_not_ready', status: thumb.status });
  const { width, height } = { width: thumb.width ?? 0, height: thumb.height ?? 0 };
  if (!isRecommended(width, height)) warnings.push({ code: 'thumb_not_recommended', width, height });
  return warnings;
}

/** Messages to the world outside. */
export const topics = { retryVideo: 'media.retry', removeVideo: 'media.remove_video', removeFile: 'media.remove_file' };
