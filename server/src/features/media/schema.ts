import { type Static, Type } from 'typebox';
import { Id, Int, messageFor, nullable, oneOf, Timestamp, Translations, wholeListOf } from '../../kit/http/schema.ts';
import { allowedMoves } from '../../kit/workflow.ts';
import { hasPermission } from '../access/public.ts';
import { Episode, keepsCaptions, keepsVideo, Reference } from '../catalog/public.ts';
import { EventDetailFields, webhookOutcomes } from '../webhooks/public.ts';
import { assetMoves, canRetry, captionLanguages, imageKinds, kinds, linkWarningCodes, statuses } from './rules.ts';

/** A failed video. */
export const exampleAsset = { id: '01930000-0000-7000-8000-000000000061' };

export const deleteQuery = {
  note: Type.Optional(Type.String({ maxLength: 500, description: 'Reason; kept in the audit log' })),
};

const Thumbnail = Type.Object({ url: Type.String(), timeS: Type.Number() });

const BelongsTo = Type.Object(
  {
    seriesId: Id,
    seriesTitle: Type.String(),
    seriesTitleI18n: Translations,
    episodeNumber: nullable(Int()),
    title: Type.String(),
    titleI18n: Translations,
  },
  { description: 'The episode or series that it was uploaded for, by name' },
);

export const Asset = Type.Object(
  {
    id: Id,
    kind: oneOf(kinds),
    seriesId: nullable(Id),
    episodeId: nullable(Id),
    provider: Type.String({ description: '`video_provider`, or `storage` for images and captions' }),
    providerId: nullable(Type.String()),
    playbackId: nullable(Type.String({ description: 'Playback id of a video; null for images and captions' })),
    status: oneOf(statuses),
    durationS: nullable(Int()),
    width: nullable(Int()),
    height: nullable(Int()),
    lang: nullable(oneOf(captionLanguages)),
    url: nullable(Type.String({ description: 'URL for playback or display, once ready' })),
    uploadUrl: nullable(Type.String({ description: 'URL at which a tus client resumes the upload' })),
    thumbnailCandidates: Type.Array(Thumbnail),
    error: nullable(Type.String()),
    sizeBytes: Int(),
    sourceFileName: Type.String(),
    attempts: Int(),
    linked: nullable(Type.Boolean({ description: 'Whether an episode uses the video; null for other kinds' })),
    belongsTo: nullable(BelongsTo),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    allowed: Type.Array(Type.String(), { description: 'Actions available to the caller now' }),
  },
  { title: 'MediaAsset' },
);
type Asset = Static<typeof Asset>;
export type AssetRow = Omit<
  Asset,
  'provider' | 'url' | 'uploadUrl' | 'thumbnailCandidates' | 'linked' | 'belongsTo' | 'allowed'
> & {
  provider: 'video_provider' | 'storage';
  uploadRef: string | null;
  thumbnails: Static<typeof Thumbnail>[];
};
export type ListedAsset = AssetRow &
  Pick<Asset, 'linked' | 'belongsTo'> & {
    /** States of the episodes or series that use the asset. */
    usedInStates: string[];
  };

export const DirectUploadBody = Type.Object({
  kind: oneOf(['video']),
  seriesId: Type.Optional(Reference),
  episodeId: Type.Optional(Reference),
  sizeBytes: Int({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  meta: Type.Object({ sourceFileName: Type.String({ minLength: 1, maxLength: 255 }) }),
});
export const DirectUpload = Type.Object(
  { assetId: Id, uploadUrl: Type.String(), providerId: Type.String() },
  { title: 'DirectUpload' },
);

export const ImageFields = Type.Object({
  kind: oneOf(imageKinds),
  seriesId: Type.Optional(Reference),
  episodeId: Type.Optional(Reference),
});
export const CaptionFields = Type.Object({
  episodeId: Reference,
  lang: oneOf(captionLanguages),
  note: Type.Optional(Type.String({ maxLength: 500, description: 'Reason; kept in the audit log' })),
});

const assetFilters = Type.Object({
  kind: Type.Optional(oneOf(kinds)),
  status: Type.Optional(oneOf(statuses)),
  seriesId: Type.Optional(Reference),
  episodeId: Type.Optional(Reference),
  lang: Type.Optional(oneOf(captionLanguages)),
  ids: Type.Optional(Type.Array(Reference, { maxItems: 100, description: 'Only these assets' })),
});
export type AssetFilters = Static<typeof assetFilters>;
export const assetQuery = assetFilters.properties;

const LinkReference = Type.Optional(nullable(Reference));
const Note = Type.Optional(
  Type.String({ maxLength: 500, description: 'Reason; required if the episode is in review, scheduled or published' }),
);
export const EpisodeMediaBody = Type.Object({ mediaAssetId: LinkReference, thumbAssetId: LinkReference, note: Note });
const Warning = Type.Object({
  code: oneOf(linkWarningCodes),
  status: Type.Optional(Type.String()),
  width: Type.Optional(Int()),
  height: Type.Optional(Int()),
});
export const EpisodeWithWarnings = Type.Object(
  { ...Episode.properties, warnings: Type.Array(Warning) },
  { title: 'EpisodeMediaLinked' },
);

export const maxEvents = 100;

export const AssetEvents = wholeListOf(
  Type.Object({
    id: Id,
    status: nullable(Type.String({ description: 'Status of the video reported by the provider' })),
    outcome: oneOf(webhookOutcomes),
    ...EventDetailFields,
    receivedAt: Timestamp,
  }),
  { title: 'MediaAssetEvents', description: `Newest first, at most ${maxEvents}` },
);

export const MediaEvent = Type.Object(
  {
    providerId: Type.String({ minLength: 1, maxLength: 200 }),
    status: oneOf(['processing', 'ready', 'failed']),
    playbackId: Type.Optional(
      Type.String({
        pattern: '^[\\w.-]{1,255}$',
        ...messageFor('must be up to 255 letters, digits, dots, hyphens and underscores'),
      }),
    ),
    durationS: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
    width: Type.Optional(Type.Number({ minimum: 1, maximum: 100_000 })),
    height: Type.Optional(Type.Number({ minimum: 1, maximum: 100_000 })),
    thumbnails: Type.Optional(
      Type.Array(
        Type.Object({
          url: Type.String({
            pattern: '^(?:https?:/)?/\\S+$',
            ...messageFor('must be an address that begins with https://, http:// or /'),
            maxLength: 2000,
          }),
          timeS: Type.Number({ minimum: 0 }),
        }),
        { maxItems: 50 },
      ),
    ),
    error: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { title: 'MediaEvent' },
);

export interface MediaUrls {
  upload(uploadRef: string): string;
  video(playbackId: string): string;
  file(name: string): string;
  thumbnail(playbackId: string, url: string): string;
}

interface Viewer {
  readonly permissions: readonly string[];
}

export function urlOf(
  { kind, status, playbackId }: Pick<AssetRow, 'kind' | 'status' | 'playbackId'>,
  urls: MediaUrls,
): string | null {
  if (status !== 'ready' || playbackId === null) return null;
  return kind === 'video' ? urls.video(playbackId) : urls.file(playbackId);
}

const isKept = ({ kind, usedInStates }: Pick<ListedAsset, 'kind' | 'usedInStates'>): boolean =>
  usedInStates.some(kind === 'caption' ? keepsCaptions : keepsVideo);

/** Stored files have no playback id. */
export const playbackIdOf = ({ provider, playbackId }: Pick<AssetRow, 'provider' | 'playbackId'>): string | null =>
  provider === 'storage' ? null : playbackId;

/** Requires `publishing:write`. */
const isReviewed = ({ kind, usedInStates }: Pick<ListedAsset, 'kind' | 'usedInStates'>): boolean =>
  kind === 'video' && usedInStates.includes('in_review');

export function showAsset(row: ListedAsset, urls: MediaUrls, { permissions }: Viewer) {
  const has = (permission: string): boolean => hasPermission(permissions, permission);
  const { uploadRef, thumbnails, usedInStates: _states, ...rest } = row;
  const mayDelete = has('catalog:delete') && !isKept(row) && (!isReviewed(row) || has('publishing:write'));
  return {
    ...rest,
    playbackId: playbackIdOf(row),
    url: urlOf(row, urls),
    // Anyone with the URL can upload.
    uploadUrl: row.status === 'uploading' && uploadRef !== null && has('catalog:write') ? urls.upload(uploadRef) : null,
    thumbnailCandidates: thumbnails.map(({ url, timeS }) => ({
      url: urls.thumbnail(row.playbackId ?? '', url),
      timeS,
    })),
    allowed: [...(canRetry(row) ? allowedMoves(assetMoves, row.status, has) : []), ...(mayDelete ? ['delete'] : [])],
  };
}
