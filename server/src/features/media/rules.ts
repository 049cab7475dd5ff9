import type { Workflow } from '../../kit/workflow.ts';

/**
 * A video is uploaded to the provider, transcoded, and linked to its episode when it is ready. Webhooks may be
 * repeated, late or out of order: an asset only moves forward. Images and captions are ready immediately. Assets
 * without progress are queried.
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
/** Age at which a file without an asset is removed. */
export const orphanMs = 60 * minuteMs;
/** Trashed files can be restored for this time. */
export const trashMs = 7 * 24 * 60 * minuteMs;
/** Delay of the first retry after a failed query. */
export const firstRetryMs = minuteMs;
export const maxDurationS = 4 * 3600;
export const maxImageBytes = 10 * 1024 * 1024;
export const maxCaptionBytes = 2 * 1024 * 1024;

export const assetMoves = {
  retry: { from: ['failed'], to: 'processing', requires: 'catalog:write' },
} as const satisfies Workflow<Status>;

/** An expired upload has nothing to retry. */
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

/** A ready video requires a playback id. */
export const isIncomplete = ({ status, playbackId }: Pick<ProviderReport, 'status' | 'playbackId'>): boolean =>
  status === 'ready' && playbackId === undefined;

/** The error of the provider; a video that is ready there can only fail here for its length. */
function failureOf({ status, error }: ProviderReport, isTooLong: boolean): string {
  const ours = isTooLong ? 'duration_exceeded' : 'rejected';
  return status === 'failed' ? (error ?? ours) : ours;
}

/**
 * The update after a report; undefined if the asset is already at that state or further, or if the report is
 * incomplete.
 */
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

/** The report to apply to an asset without progress, given the state at the provider. */
export function reconcile(asset: Waiting, report: ProviderReport | undefined, now: Date): ProviderReport {
  const isExpired = now.getTime() - asset.createdAt.getTime() >= uploadLifeMs;
  if (asset.status === 'uploading' && isExpired && (!report || report.status === 'uploading')) {
    return { status: 'failed', error: uploadExpired };
  }
  return report ?? { status: 'failed', error: 'unknown_to_provider' };
}

export interface EpisodeForVideo {
  readonly status: string;
  readonly hasVideo: boolean;
}

/** A finished upload does not replace the video of a reviewed or visible episode. */
export const linksAutomatically = ({ status, hasVideo }: EpisodeForVideo): boolean => status === 'draft' || !hasVideo;

/** Refused if the video could not be linked. */
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

/** 16:9, or 9:16 for a frame of a vertical video. */
function isRecommended(width: number, height: number): boolean {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const fits = Math.abs(long * 9 - short * 16) <= 16;
  return fits && long >= recommendedThumb.long && short >= recommendedThumb.short;
}

/** Warnings about linked files; none of them prevents the change. */
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

/** Outbox topics. */
export const topics = { retryVideo: 'media.retry', removeVideo: 'media.remove_video', removeFile: 'media.remove_file' };
